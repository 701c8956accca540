"""Which mined transaction took a nonce: by counting at many heights at once, else by reading full blocks."""

from collections.abc import Sequence
from typing import Any

from core.adapters import wire
from core.adapters.rpc import MAX_SCAN_BYTES, Call, RpcClient
from core.domain.errors import Unavailable
from core.domain.types import Address, Hash

WIDTH = 16
"""Heights asked for in one batch: the search narrows by this factor each time."""
SCAN = 20
"""Full blocks in one batch."""
REACH = 2_000
"""The newest blocks that are read where a node keeps no older state."""


async def find(rpc: RpcClient, sender: Address, nonce: int, since_block: int) -> Hash | None:
    """The hash, or None while the nonce is free or its transaction is out of sight.

    A nonce can also be used up by an EIP-7702 authorisation in somebody else's transaction: None as well.
    """
    count, head = await rpc.batch(
        [Call("eth_getTransactionCount", [sender, "latest"]), Call("eth_blockNumber")]
    )
    used, newest = wire.quantity(count), wire.quantity(head)
    if used is None or newest is None:
        raise Unavailable("E502")
    if used <= nonce or newest <= since_block:
        return None
    first, last = since_block + 1, newest
    if last - first >= SCAN:
        height = await _height(rpc, sender, nonce, first, last)
        first, last = (max(first, newest - REACH + 1), newest) if height is None else (height, height)
    return await _scan(rpc, sender, nonce, range(first, last + 1))


async def _height(rpc: RpcClient, sender: Address, nonce: int, first: int, last: int) -> int | None:
    """The lowest block after which the nonce is used up; None where the node keeps no such state."""
    while first < last:
        step = max(1, (last - first) // WIDTH)
        heights = list(range(first, last, step))
        answers = await rpc.batch(
            [Call("eth_getTransactionCount", [sender, hex(height)]) for height in heights]
        )
        counts = [wire.quantity(answer) for answer in answers]
        if any(count is None for count in counts):
            return None
        used = [
            height
            for height, count in zip(heights, counts, strict=True)
            if count is not None and count > nonce
        ]
        free = [
            height
            for height, count in zip(heights, counts, strict=True)
            if count is not None and count <= nonce
        ]
        first, last = max([first - 1, *free]) + 1, min([last, *used])
    return last


async def _scan(rpc: RpcClient, sender: Address, nonce: int, heights: Sequence[int]) -> Hash | None:
    for start in range(0, len(heights), SCAN):
        part = heights[start : start + SCAN]
        blocks = await rpc.batch(
            [Call("eth_getBlockByNumber", [hex(height), True]) for height in part], MAX_SCAN_BYTES
        )
        for block in blocks:
            hash_ = _in_block(block, sender, nonce)
            if hash_ is not None:
                return hash_
    return None


def _in_block(block: Any, sender: Address, nonce: int) -> Hash | None:
    transactions = block.get("transactions") if isinstance(block, dict) else None
    for tx in transactions if isinstance(transactions, list) else ():
        if (
            isinstance(tx, dict)
            and wire.quantity(tx.get("nonce")) == nonce
            and wire.account(tx.get("from")) == sender
        ):
            return wire.hash_of(tx.get("hash"))
    return None
