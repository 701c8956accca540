"""Why a call was reverted, in words fit to be shown: web3.py decodes no custom errors, this table does.

What a contract says about itself is foreign text: control and direction characters are taken out and it is
cut to 120 characters. EIP-3668 (OffchainLookup) is one more revert here; nothing is ever fetched.
"""

import unicodedata
from typing import Any

from eth_abi.abi import decode
from eth_abi.exceptions import DecodingError
from eth_utils.crypto import keccak

from core.adapters import wire
from core.adapters.rpc import Fault

MAX_REASON = 120

_ERRORS = (
    "ERC20InsufficientBalance(address,uint256,uint256)",
    "ERC20InvalidSender(address)",
    "ERC20InvalidReceiver(address)",
    "ERC20InsufficientAllowance(address,uint256,uint256)",
    "ERC20InvalidApprover(address)",
    "ERC20InvalidSpender(address)",
    "ERC721InvalidOwner(address)",
    "ERC721NonexistentToken(uint256)",
    "ERC4626ExceededMaxDeposit(address,uint256,uint256)",
    "ERC4626ExceededMaxMint(address,uint256,uint256)",
    "ERC4626ExceededMaxWithdraw(address,uint256,uint256)",
    "ERC4626ExceededMaxRedeem(address,uint256,uint256)",
    "OwnableUnauthorizedAccount(address)",
    "OwnableInvalidOwner(address)",
    "AccessControlUnauthorizedAccount(address,bytes32)",
    "EnforcedPause()",
    "ExpectedPause()",
    "SafeERC20FailedOperation(address)",
    "AddressEmptyCode(address)",
    "FailedCall()",
    "InsufficientBalance(uint256,uint256)",
    "ReentrancyGuardReentrantCall()",
    "OffchainLookup(address,string[],bytes,bytes4,bytes)",
)
"""ERC-6093, and what OpenZeppelin's contracts and EIP-3668 add."""

_BY_SELECTOR = {keccak(text=signature)[:4]: signature for signature in _ERRORS}
_STRING = bytes.fromhex("08c379a0")
_PANIC = bytes.fromhex("4e487b71")
_PANICS = {
    0x01: "assertion failed",
    0x11: "arithmetic overflow",
    0x12: "division by zero",
    0x21: "bad enum value",
    0x31: "pop of an empty array",
    0x32: "index out of range",
    0x41: "out of memory",
    0x51: "call of an empty function",
}
_EXECUTION = (
    ("revert", "no reason given"),
    ("insufficient funds", "insufficient funds"),
    ("out of gas", "out of gas"),
    ("outofgas", "out of gas"),
    ("out-of-gas", "out of gas"),
    ("memoryoog", "out of gas"),
    ("gas required exceeds", "out of gas"),
    ("invalid opcode", "invalid opcode"),
    ("invalidfeopcode", "invalid opcode"),
    ("stack underflow", "invalid opcode"),
)
"""How nodes word the failure of an execution that left no data."""


def clean(text: str) -> str:
    """Foreign text on one line: no control, format, direction or unassigned characters, at most 120 long."""
    visible = "".join(
        " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C"
    )
    line = " ".join(visible.split())
    return line if len(line) <= MAX_REASON else line[: MAX_REASON - 1] + "…"


def of_fault(fault: Fault) -> str | None:
    """The reason when the node says that the execution itself failed; None for trouble of the node."""
    data = _data(fault.data)
    if data:
        return of_data(data)
    message = fault.message.lower()
    for words, reason in _EXECUTION:
        if words in message:
            _, colon, rest = fault.message.partition("reverted: ")
            return clean(rest) or reason if colon else reason
    return of_data(b"") if fault.code == 3 else None


def of_data(data: bytes) -> str:
    """The reason in revert data: Error(string), Panic(uint256), a known custom error, or its selector."""
    if not data:
        return "no reason given"
    selector, body = data[:4], data[4:]
    try:
        if selector == _STRING:
            return clean(str(decode(["string"], body, strict=False)[0])) or "no reason given"
        if selector == _PANIC:
            number = int(decode(["uint256"], body)[0])
            return f"Panic 0x{number:02x}" + (f" ({_PANICS[number]})" if number in _PANICS else "")
        if selector in _BY_SELECTOR:
            return _custom(_BY_SELECTOR[selector], body)
    except (DecodingError, UnicodeDecodeError, OverflowError):
        return f"malformed error 0x{selector.hex()}"
    return f"unknown error 0x{selector.hex()}"


def _custom(signature: str, body: bytes) -> str:
    name, _, types = signature.rstrip(")").partition("(")
    if not types or name == "OffchainLookup":
        return name
    values: tuple[Any, ...] = decode(types.split(","), body)
    return clean(f"{name}({', '.join(str(value) for value in values)})")


def _data(value: object) -> bytes | None:
    """Revert data where nodes put it: the data itself, or an object around it."""
    if isinstance(value, dict):
        return _data(value.get("data") or value.get("result"))
    if isinstance(value, str) and value.startswith("Reverted "):
        return wire.octets(value.removeprefix("Reverted "))
    return wire.octets(value)
