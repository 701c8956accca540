"""Balances of the linked wallet: unknown is told apart from zero, every figure carries its block."""

from collections.abc import Sequence

from core.domain.message import Evidence, Says
from core.domain.survey import Unread
from core.domain.types import Address, Chain, Token, to_decimal_string
from core.ports import Deps


async def read_balances(
    deps: Deps, owner: Address, chain: Chain, tokens: Sequence[Token]
) -> tuple[tuple[Says, ...], Evidence]:
    """The lines of the answer and what they rest on: one read at one block of one chain.

    Raises Unavailable when the chain does not answer at all.
    """
    holdings = await deps.chains[chain.id].holdings(owner, tokens)
    values: dict[str, str | None] = {}
    rows = []
    for token in tokens:
        raw = holdings.amounts[token.symbol]
        if isinstance(raw, Unread):
            values[token.symbol] = None
            rows.append(Says("answer-balance-unknown", {"symbol": token.symbol}))
        else:
            values[token.symbol] = to_decimal_string(raw, token.decimals)
            rows.append(
                Says("answer-balance-row", {"amount": values[token.symbol] or "", "symbol": token.symbol})
            )
    head = {"address": owner, "chain": chain.name, "block": str(holdings.block)}
    if all(value is None for value in values.values()):
        rows = [Says("answer-balance-none")]
    evidence = Evidence("balances", chain.slug, holdings.block, owner, values)
    return (Says("answer-balance", head), *rows), evidence
