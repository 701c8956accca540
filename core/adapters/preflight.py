"""What the checks need to know of a transfer, in one batch at one block; each value is Unread on its own.

Reasons of Unread are codes: no-answer, node-error, bad-answer, no-code, reverted, too-long.
"""

from collections.abc import Mapping
from typing import Any

from core.adapters import multicall, reverts, wire
from core.adapters.rpc import Call, Fault
from core.domain.card import Fee, Transaction, Transfer
from core.domain.survey import Rehearsal, Survey, Unread

READ_GAS = 1_000_000
REHEARSAL_GAS = 3_000_000
"""Caps for calls of foreign code: far above any honest token, far below what an answer of megabytes costs."""
MAX_RETURNED = 4096
MAX_GAS = 2**40
MAX_PRICE = 2**80
"""Above these, gas units and wei per gas are not believed."""

Pin = str | dict[str, str]
"""A block: its hash as in EIP-1898, or its number."""


def calls(transfer: Transfer, tx: Transaction, number: int, pin: Pin) -> dict[str, Call]:
    """The batch. eth_estimateGas takes a number only (execution-apis), the rest takes the pin."""
    order = {"from": tx.sender, "to": tx.to, "value": hex(tx.value), "data": "0x" + tx.data.hex()}
    batch = {
        "chain_id": Call("eth_chainId"),
        "nonce": Call("eth_getTransactionCount", [transfer.payer, pin]),
        "native": Call("eth_getBalance", [transfer.payer, pin]),
        "recipient_code": Call("eth_getCode", [transfer.recipient, pin]),
        "gas": Call("eth_estimateGas", [order, hex(number)]),
        "priority": Call("eth_maxPriorityFeePerGas"),
        "price": Call("eth_gasPrice"),
        "rehearsal": Call("eth_call", [{**order, "gas": hex(REHEARSAL_GAS)}, pin]),
    }
    token = transfer.token.address
    if token is not None:
        batch["token_code"] = Call("eth_getCode", [token, pin])
        batch["decimals"] = read_call(token, multicall.DECIMALS, pin)
        batch["balance"] = read_call(token, multicall.balance_of(transfer.payer), pin)
    return batch


def read_call(contract: str, data: bytes, pin: Pin) -> Call:
    return Call("eth_call", [{"to": contract, "data": "0x" + data.hex(), "gas": hex(READ_GAS)}, pin])


def survey(transfer: Transfer, number: int, base_fee: int | None, answers: Mapping[str, Any]) -> Survey:
    native = read_number(answers["native"])
    token = not transfer.token.native
    return Survey(
        chain_id=read_number(answers["chain_id"]),
        block=number,
        nonce=read_number(answers["nonce"]),
        balance=read_word(answers["balance"]) if token else native,
        native=native,
        decimals=read_word(answers["decimals"]) if token else None,
        token_code=_code(answers["token_code"]) if token else None,
        recipient_code=_code(answers["recipient_code"]),
        fee=_fee(answers["gas"], answers["priority"], answers["price"], base_fee),
        rehearsal=_rehearsal(answers["rehearsal"]),
    )


def read_number(answer: object) -> int | Unread:
    number = wire.quantity(answer)
    return _why(answer) if number is None else number


def read_word(answer: object) -> int | Unread:
    """The number that a contract returned; an address without code returns nothing, which is not zero."""
    data = wire.octets(answer)
    return _why(answer) if data is None else read_data(data)


def read_data(data: bytes) -> int | Unread:
    number = wire.word(data)
    if number is not None:
        return number
    return Unread("bad-answer" if data else "no-code")


def _why(answer: object) -> Unread:
    if not isinstance(answer, Fault):
        return Unread("bad-answer")
    if reverts.of_fault(answer) is not None:
        return Unread("reverted")
    return Unread("no-answer" if answer.code is None else "node-error")


def _code(answer: object) -> bytes | Unread:
    code = wire.octets(answer)
    return _why(answer) if code is None else code


def _fee(gas: object, priority: object, price: object, base_fee: int | None) -> Fee | Unread:
    """Gas with a tenth to spare; twice the base fee and the tip: enough for about six full blocks."""
    units, tip, legacy = wire.quantity(gas), wire.quantity(priority), wire.quantity(price)
    if units is None:
        return _why(gas)
    if base_fee is None:
        if legacy is None:
            return _why(price)
        tip, most = legacy, legacy
    else:
        if tip is None and legacy is not None:
            tip = max(0, legacy - base_fee)
        if tip is None:
            return _why(priority)
        most = 2 * base_fee + tip
    if not 0 < units <= MAX_GAS or most > MAX_PRICE:
        return Unread("bad-answer")
    return Fee(gas=-(-units * 11 // 10), max_fee=most, priority=tip)


def _rehearsal(answer: object) -> Rehearsal | Unread:
    if isinstance(answer, Fault):
        reason = reverts.of_fault(answer)
        return _why(answer) if reason is None else Rehearsal(reason, b"")
    returned = wire.octets(answer)
    if returned is None:
        return Unread("bad-answer")
    return Rehearsal(None, returned) if len(returned) <= MAX_RETURNED else Unread("too-long")
