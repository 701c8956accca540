"""Transfers, healthy surveys and receipts to break in tests, as values and as hypothesis strategies."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from core.domain.card import Decoded, Fee, Transaction, Transfer, decode_transaction, transaction_of
from core.domain.checks import BURN
from core.domain.receipt import TRANSFER_TOPIC, Log, Receipt, Sighting, Wanted
from core.domain.survey import Rehearsal, Survey
from core.domain.types import Address, Catalog, Chain, Hash, Limits, Token, Vault, address

ALICE = address("0x" + "a1" * 20)
BOB = address("0x" + "b0" * 20)
MALLORY = address("0x" + "66" * 20)
EOA_CODE = bytes.fromhex("ef0100") + bytes(20)

ETH = Token(31337, "ETH", "Ether", None, 18, (), Decimal("3000"))
USDC = Token(31337, "USDC", "USD Coin", address("0x" + "c1" * 20), 6, ("U",), Decimal("1"))
DAI = Token(31337, "DAI", "Dai", address("0x" + "d1" * 20), 18, (), Decimal("1"))
FREE = Token(31337, "FREE", "No price", address("0x" + "f1" * 20), 0)
CHAIN = Chain(31337, "demo", "Demo chain", ETH, ("http://node",), default=True)
VAULT = Vault(31337, "vault", address("0x" + "e1" * 20), "USDC")
CATALOG = Catalog((CHAIN,), (USDC, DAI, FREE), Limits(Decimal("10000"), Decimal("1000")), (VAULT,))

addresses = st.integers(1 << 40, 2**160 - 1).map(lambda number: address(f"0x{number:040x}"))
people = addresses.filter(
    lambda who: who not in {USDC.address, DAI.address, FREE.address, VAULT.address} | BURN
)
tokens = st.sampled_from([ETH, USDC, DAI])


@st.composite
def transfers(draw: st.DrawFn) -> Transfer:
    """Orders that nothing speaks against: at most 10,000 dollars, two different people."""
    token = draw(tokens)
    most = 10_000 // int(token.price_usd or 1) * 10**token.decimals
    payer, recipient = draw(st.lists(people, min_size=2, max_size=2, unique=True))
    return Transfer(CHAIN, token, payer, recipient, draw(st.integers(1, most)))


def healthy(transfer: Transfer) -> Survey:
    """What a good node says before a transfer that will go through."""
    fee = Fee(gas=60_000, max_fee=2 * 10**9, priority=10**9)
    token = not transfer.token.native
    native = fee.wei + (0 if token else transfer.raw)
    return Survey(
        chain_id=transfer.chain.id,
        block=100,
        nonce=7,
        balance=transfer.raw if token else native,
        native=native,
        decimals=transfer.token.decimals if token else None,
        token_code=b"\x60\x80" if token else None,
        recipient_code=b"",
        fee=fee,
        rehearsal=Rehearsal(None, (1).to_bytes(32) if token else b""),
    )


def a_hash(number: int) -> Hash:
    return Hash(f"0x{number:064x}")


def transfer_log(emitter: Address, sender: Address, recipient: Address, raw: int) -> Log:
    topics = (TRANSFER_TOPIC, *(f"0x{'0' * 24}{who[2:].lower()}" for who in (sender, recipient)))
    return Log(emitter, topics, raw.to_bytes(32))


def wanted(transfer: Transfer) -> Wanted:
    tx = transaction_of(transfer)
    return Wanted(tx, decode_transaction(tx), since_block=100, since_nonce=7)


def mined(transfer: Transfer, **changed: Any) -> Sighting:
    """The card's transaction, mined well in block 110 with nonce 7; `changed` are fields of the receipt."""
    tx = transaction_of(transfer)
    logs = (
        ()
        if transfer.token.address is None
        else (transfer_log(transfer.token.address, transfer.payer, transfer.recipient, transfer.raw),)
    )
    receipt = Receipt(a_hash(1), 1, 110, a_hash(2), True, tx.sender, tx.to, logs)
    return Sighting(a_hash(1), tx, 7, replace(receipt, **changed))


def other_transaction(sighting: Sighting, **changed: Any) -> Sighting:
    """The same sighting with another transaction under it, the receipt agreeing with that."""
    assert sighting.transaction is not None
    assert sighting.receipt is not None
    tx: Transaction = replace(sighting.transaction, **changed)
    return replace(sighting, transaction=tx, receipt=replace(sighting.receipt, sender=tx.sender, to=tx.to))


def effect(transfer: Transfer) -> Decoded:
    return decode_transaction(transaction_of(transfer))
