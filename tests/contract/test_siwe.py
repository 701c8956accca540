"""Sign-in: only the very message that was offered, signed by the account it names, in its ten minutes."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from eth_abi.abi import encode
from eth_account import Account
from eth_account.messages import encode_defunct
from eth_account.signers.local import LocalAccount
from eth_utils.crypto import keccak

from core.adapters.rpc import RpcClient
from core.adapters.siwe import EthereumSignIn
from core.domain.card import Transaction
from core.domain.errors import Unauthorized, Unavailable
from core.domain.types import Address, address
from tests.contract.ground import DAVE, Ground, prepared_ground

NOW = datetime(2026, 12, 1, 12, 0, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=10)
NONCE = "abcdefgh12345678"
URL = "http://127.0.0.1:8080"
MAGIC = bytes.fromhex("6492" * 16)


@pytest.fixture(scope="module")
async def ground(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Ground]:
    async with prepared_ground(tmp_path_factory.mktemp("node")) as prepared:
        yield prepared


@pytest.fixture
def siwe(ground: Ground) -> EthereumSignIn:
    return EthereumSignIn(URL, {31337: ground.rpc})


@pytest.fixture(scope="module")
def alice() -> LocalAccount:
    account: LocalAccount = Account.from_key("0x" + "11" * 32)
    return account


def sign(who: LocalAccount, message: str) -> str:
    return "0x" + who.sign_message(encode_defunct(text=message)).signature.hex().removeprefix("0x")


def offer(siwe: EthereumSignIn, who: str, chain_id: int = 31337) -> str:
    return siwe.challenge(address(who), chain_id, NONCE, NOW, LATER)


async def refused(siwe: EthereumSignIn, message: str, signature: str, now: datetime = NOW) -> bool:
    with pytest.raises(Unauthorized) as caught:
        await siwe.proves(message, signature, now)
    return caught.value.code == "E403"


def test_the_message_is_eip_4361_to_the_letter(siwe: EthereumSignIn, alice: LocalAccount) -> None:
    assert offer(siwe, alice.address) == (
        "127.0.0.1:8080 wants you to sign in with your Ethereum account:\n"
        f"{alice.address}\n"
        "\n"
        "Sign in to Tapsign. This costs nothing and moves nothing.\n"
        "\n"
        "URI: http://127.0.0.1:8080\n"
        "Version: 1\n"
        "Chain ID: 31337\n"
        f"Nonce: {NONCE}\n"
        "Issued At: 2026-12-01T12:00:00Z\n"
        "Expiration Time: 2026-12-01T12:10:00Z"
    )


def test_no_challenge_lives_longer_than_ten_minutes(siwe: EthereumSignIn, alice: LocalAccount) -> None:
    for expires in (LATER + timedelta(seconds=1), NOW):
        with pytest.raises(ValueError, match="ten minutes"):
            siwe.challenge(address(alice.address), 31337, NONCE, NOW, expires)


async def test_the_owner_of_the_key_is_proven(siwe: EthereumSignIn, alice: LocalAccount) -> None:
    message = offer(siwe, alice.address)
    assert await siwe.proves(message, sign(alice, message), NOW) == address(alice.address)
    assert await siwe.proves(message, sign(alice, message), LATER - timedelta(seconds=1)) == address(
        alice.address
    )


async def test_microseconds_of_the_clock_do_no_harm(siwe: EthereumSignIn, alice: LocalAccount) -> None:
    now = NOW.replace(microsecond=999_999)
    message = siwe.challenge(address(alice.address), 31337, NONCE, now, now + timedelta(minutes=10))
    assert await siwe.proves(message, sign(alice, message), now) == address(alice.address)


async def test_somebody_elses_signature_proves_nothing(siwe: EthereumSignIn, alice: LocalAccount) -> None:
    message = offer(siwe, alice.address)
    assert await refused(siwe, message, sign(Account.from_key("0x" + "22" * 32), message))


@pytest.mark.parametrize(
    "signature",
    ["", "0x", "0x00", "junk", "0x" + "00" * 65, "0x" + "ff" * 65, "0x" + "zz" * 65, "0x" + "11" * 9_000],
)
async def test_a_malformed_signature_proves_nothing(
    siwe: EthereumSignIn, alice: LocalAccount, signature: str
) -> None:
    assert await refused(siwe, offer(siwe, alice.address), signature)


@pytest.mark.parametrize("now", [LATER, LATER + timedelta(days=1), NOW - timedelta(minutes=1)])
async def test_outside_its_time_it_proves_nothing(
    siwe: EthereumSignIn, alice: LocalAccount, now: datetime
) -> None:
    message = offer(siwe, alice.address)
    assert await refused(siwe, message, sign(alice, message), now)


CHANGES = {
    "another site": ("127.0.0.1:8080 wants", "evil.example wants"),
    "another address of the site": ("URI: http://127.0.0.1:8080", "URI: http://evil.example"),
    "another statement": ("moves nothing", "moves all"),
    "no statement": ("Sign in to Tapsign. This costs nothing and moves nothing.\n\n", "\n"),
    "longer life": ("12:10:00Z", "12:10:01Z"),
    "no end": ("\nExpiration Time: 2026-12-01T12:10:00Z", ""),
    "another form of time": ("12:10:00Z", "12:10:00.000Z"),
    "another zone": ("12:10:00Z", "12:10:00+00:00"),
    "a later start": ("12:10:00Z", "12:10:00Z\nNot Before: 2026-12-01T12:00:00Z"),
    "resources": ("12:10:00Z", "12:10:00Z\nResources:\n- https://evil.example"),
    "a request id": ("12:10:00Z", "12:10:00Z\nRequest ID: 1"),
    "a scheme": ("127.0.0.1:8080 wants", "https://127.0.0.1:8080 wants"),
    "a line break behind": ("12:10:00Z", "12:10:00Z\n"),
    "other line breaks": ("\n", "\r\n"),
    "another version": ("Version: 1", "Version: 2"),
    "a short nonce": (NONCE, "abc"),
    "much text": ("moves nothing", "moves nothing" * 500),
    "nothing": ("", ""),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_a_message_that_we_did_not_write_proves_nothing(
    siwe: EthereumSignIn, alice: LocalAccount, name: str
) -> None:
    old, new = CHANGES[name]
    message = offer(siwe, alice.address).replace(old, new) if old else ""
    assert await refused(siwe, message, sign(alice, message))


async def test_an_address_without_checksum_proves_nothing(siwe: EthereumSignIn, alice: LocalAccount) -> None:
    message = offer(siwe, alice.address).replace(alice.address, alice.address.lower())
    assert await refused(siwe, message, sign(alice, message))


# --- contract wallets


async def owned_wallet(ground: Ground, owner: LocalAccount) -> Address:
    return await ground.deploy("OwnedWallet", owner.address)


async def test_a_contract_wallet_signs_through_its_owner(
    ground: Ground, siwe: EthereumSignIn, alice: LocalAccount
) -> None:
    wallet = await owned_wallet(ground, alice)
    message = offer(siwe, wallet)
    assert await siwe.proves(message, sign(alice, message), NOW) == wallet
    assert await refused(siwe, message, sign(Account.from_key("0x" + "22" * 32), message))


async def test_a_contract_wallet_that_is_not_there_yet_signs_too(
    ground: Ground, siwe: EthereumSignIn, alice: LocalAccount
) -> None:
    factory = await ground.deploy("WalletFactory")
    owner = encode(["address"], [alice.address])
    predict = {"to": factory, "data": "0x" + (keccak(text="predict(address)")[:4] + owner).hex()}
    wallet = address("0x" + (await ground.ask("eth_call", predict, "latest"))[-40:])
    make = keccak(text="make(address)")[:4] + owner
    message = offer(siwe, wallet)

    def wrapped(inner: str) -> str:
        body = encode(["address", "bytes", "bytes"], [factory, make, bytes.fromhex(inner[2:])])
        return "0x" + (body + MAGIC).hex()

    assert await siwe.proves(message, wrapped(sign(alice, message)), NOW) == wallet
    assert await refused(siwe, message, wrapped(sign(Account.from_key("0x" + "22" * 32), message)))
    await ground.mined(Transaction(31337, DAVE, factory, 0, make))
    assert await siwe.proves(message, wrapped(sign(alice, message)), NOW) == wallet
    assert await siwe.proves(message, sign(alice, message), NOW) == wallet


async def test_a_contract_that_sends_us_elsewhere_proves_nothing(
    ground: Ground, siwe: EthereumSignIn, alice: LocalAccount
) -> None:
    message = offer(siwe, await ground.deploy("WalletElsewhere"))
    assert await refused(siwe, message, sign(alice, message))


async def test_a_contract_wallet_proves_nothing_on_another_chain(ground: Ground, alice: LocalAccount) -> None:
    siwe = EthereumSignIn(URL, {1: ground.rpc})
    wallet = await owned_wallet(ground, alice)
    for chain_id in (31337, 5):  # chains that we have no node of
        message = offer(siwe, wallet, chain_id)
        assert await refused(siwe, message, sign(alice, message))
    message = offer(siwe, wallet, 1)  # our node for it serves another chain
    with pytest.raises(Unavailable):
        await siwe.proves(message, sign(alice, message), NOW)


async def test_a_node_that_is_down_is_no_verdict_on_a_contract_wallet(
    ground: Ground, alice: LocalAccount
) -> None:
    siwe = EthereumSignIn(URL, {31337: RpcClient(["http://127.0.0.1:9"], ground.session)})
    message = offer(siwe, await owned_wallet(ground, alice))
    with pytest.raises(Unavailable) as caught:
        await siwe.proves(message, sign(alice, message), NOW)
    assert caught.value.code == "E502"
    plain = offer(siwe, alice.address)
    assert await siwe.proves(plain, sign(alice, plain), NOW) == address(alice.address)
