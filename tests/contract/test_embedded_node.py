"""The demo chain's node: its chain goes on after stops, kills and cut files; it ends with its program."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from core.app.embedded.chain_state import RECENT_BLOCKS, StateFile, is_whole
from core.app.embedded.node import Node, start_node
from tests.contract.embedded import gone, killed_owner, listening_on, taken, until, watched


async def ask(url: str, method: str, *params: object) -> Any:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    async with aiohttp.ClientSession() as session, session.post(url, json=body) as answer:
        return (await answer.json())["result"]


async def tip(url: str) -> int:
    return int(await ask(url, "eth_blockNumber"), 16)


async def pay(url: str) -> str:
    payer, payee, *_ = await ask(url, "eth_accounts")
    return str(await ask(url, "eth_sendTransaction", {"from": payer, "to": payee, "value": "0x1"}))


async def paid(node: Node) -> dict[str, Any]:
    """The receipt of a payment in a block of its own."""
    sent = await pay(node.url)
    await node.mine()
    receipt: dict[str, Any] = {}

    async def there() -> bool:
        receipt.update(await ask(node.url, "eth_getTransactionReceipt", sent) or {})
        return bool(receipt)

    await until(there)
    return receipt


async def test_blocks_come_by_themselves_while_it_is_watched(tmp_path: Path) -> None:
    async with watched(await start_node(tmp_path)) as node:
        begin = await tip(node.url)

        async def grown() -> bool:
            return await tip(node.url) >= begin + 2

        await until(grown)


async def test_the_chain_goes_on_after_a_stop_and_keeps_receipts_and_address(tmp_path: Path) -> None:
    first = await start_node(tmp_path)
    receipt = await paid(first)
    waiting = await pay(first.url)
    await first.stop()
    second = await start_node(tmp_path)
    assert second.url == first.url
    assert await ask(second.url, "eth_getTransactionReceipt", receipt["transactionHash"]) == receipt
    assert (await ask(second.url, "eth_getTransactionReceipt", waiting))["status"] == "0x1"
    reached = await tip(second.url)
    await second.mine()
    assert await tip(second.url) == reached + 1
    await second.stop()


async def test_a_killed_node_is_started_again_with_what_it_had_written(tmp_path: Path) -> None:
    async with watched(await start_node(tmp_path)) as node:
        receipt = await paid(node)
        kept = receipt["transactionHash"]

        async def written() -> bool:
            files = [file for file in (tmp_path / "chain").glob("state*.json") if is_whole(file)]
            return any(kept in file.read_text() for file in files)

        await until(written)
        killed = node.child.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)

        async def back() -> bool:
            try:
                return node.child.pid != killed and bool(await tip(node.url))
            except aiohttp.ClientError:
                return False

        await until(back)
        assert await ask(node.url, "eth_getTransactionReceipt", kept) == receipt


@pytest.mark.parametrize("whole", ["state.1.json", "state.2.json"])
async def test_a_state_file_cut_short_is_replaced_by_the_last_whole_one(tmp_path: Path, whole: str) -> None:
    node = await start_node(tmp_path)
    receipt = await paid(node)
    await node.stop()
    folder = tmp_path / "chain"
    written = (folder / "state.json").read_bytes()
    for name in ("state.json", "state.1.json", "state.2.json"):
        (folder / name).write_bytes(written if name == whole else written[: len(written) // 2])
    again = await start_node(tmp_path)
    assert await ask(again.url, "eth_getTransactionReceipt", receipt["transactionHash"]) == receipt
    await again.stop()


async def test_old_blocks_without_transactions_are_left_out_and_nothing_else(tmp_path: Path) -> None:
    node = await start_node(tmp_path)
    receipt = await paid(node)
    payee = receipt["to"]
    await ask(node.url, "anvil_mine", hex(2 * RECENT_BLOCKS))
    await node.stop()
    state = StateFile(tmp_path / "chain")
    before = state.size()
    state.compact()
    assert state.size() < before * 0.7
    again = await start_node(tmp_path)
    reached = await tip(again.url)
    assert reached >= 2 * RECENT_BLOCKS
    assert await ask(again.url, "eth_getTransactionReceipt", receipt["transactionHash"]) == receipt
    assert await ask(again.url, "eth_getBlockByNumber", receipt["blockNumber"], False) is not None
    assert await ask(again.url, "eth_getBlockByNumber", hex(RECENT_BLOCKS // 2), False) is None
    assert await ask(again.url, "eth_getBlockByNumber", hex(reached - RECENT_BLOCKS + 2), False) is not None
    assert int(await ask(again.url, "eth_getBalance", payee, "latest"), 16) == 10_000 * 10**18 + 1
    await again.stop()


async def test_the_node_ends_with_its_killed_program(tmp_path: Path) -> None:
    async with killed_owner("node", tmp_path) as (pid, url):
        assert await tip(url) >= 0

    async def ended() -> bool:
        return await gone(pid)

    await until(ended)


async def test_a_port_that_another_program_took_is_replaced(tmp_path: Path) -> None:
    first = await start_node(tmp_path)
    await first.stop()
    with taken(first.port):
        second = await start_node(tmp_path)
        assert second.port != first.port
        assert listening_on(second.port) == {"0100007F"}
        await second.stop()


async def test_the_state_that_is_written_ends_as_a_whole_file_does(tmp_path: Path) -> None:
    """Guards the mark that tells whole files from cut ones against another form in a later anvil."""
    node = await start_node(tmp_path)
    await node.stop()
    file = tmp_path / "chain" / "state.json"
    assert is_whole(file)
    assert list(json.loads(file.read_bytes()))[-1] == "historical_states"
