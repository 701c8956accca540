"""Why a call was reverted: known errors by name, foreign text tamed, trouble of the node told apart."""

import unicodedata

import pytest
from eth_abi.abi import encode
from eth_utils.crypto import keccak
from hypothesis import given
from hypothesis import strategies as st

from core.adapters import reverts
from core.adapters.rpc import Fault

ERROR = bytes.fromhex("08c379a0")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no reason given"),
        (ERROR + encode(["string"], ["paused"]), "paused"),
        (ERROR + encode(["string"], [""]), "no reason given"),
        (ERROR + b"\x00", "malformed error 0x08c379a0"),
        (keccak(text="Panic(uint256)")[:4] + (0x11).to_bytes(32), "Panic 0x11 (arithmetic overflow)"),
        (keccak(text="Panic(uint256)")[:4] + (0x99).to_bytes(32), "Panic 0x99"),
        (keccak(text="EnforcedPause()")[:4], "EnforcedPause"),
        (
            keccak(text="ERC20InsufficientBalance(address,uint256,uint256)")[:4]
            + encode(["address", "uint256", "uint256"], ["0x" + "ab" * 20, 5, 7]),
            f"ERC20InsufficientBalance(0x{'ab' * 20}, 5, 7)",
        ),
        (keccak(text="OffchainLookup(address,string[],bytes,bytes4,bytes)")[:4] + b"junk", "OffchainLookup"),
        (bytes.fromhex("12345678"), "unknown error 0x12345678"),
        (b"\x01", "unknown error 0x01"),
    ],
)
def test_a_revert_is_named(data: bytes, reason: str) -> None:
    assert reverts.of_data(data) == reason


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Fault(3, "execution reverted", "0x"), "no reason given"),
        (Fault(3, "execution reverted: paused"), "paused"),
        (Fault(3, "execution reverted", "0x12345678"), "unknown error 0x12345678"),
        (Fault(-32000, "execution reverted", None), "no reason given"),
        (Fault(-32015, "VM execution error.", "Reverted 0x12345678"), "unknown error 0x12345678"),
        (Fault(-32603, "Internal error", {"data": "0x12345678"}), "unknown error 0x12345678"),
        (Fault(-32000, "out of gas"), "out of gas"),
        (Fault(-32003, "Insufficient funds for gas * price + value"), "insufficient funds"),
        (Fault(-32000, "invalid opcode: INVALID"), "invalid opcode"),
        (Fault(-32000, "header not found"), None),
        (Fault(-32005, "rate limit"), None),
        (Fault(None, "no answer"), None),
        (Fault(-32602, "invalid params", {"data": {"data": 1}}), None),
    ],
)
def test_a_failed_execution_is_told_apart_from_a_failing_node(fault: Fault, reason: str | None) -> None:
    assert reverts.of_fault(fault) == reason


@given(st.text(max_size=400))
def test_foreign_text_is_one_short_visible_line(text: str) -> None:
    cleaned = reverts.clean(text)
    assert len(cleaned) <= 120
    assert cleaned == " ".join(cleaned.split())
    assert all(unicodedata.category(character)[0] != "C" for character in cleaned)


def test_direction_marks_and_controls_do_not_survive() -> None:
    assert reverts.clean("ok\u202e\u200b\n\x00 \u2066well\u2029done\ud800") == "ok well done"


@given(st.binary(max_size=300))
def test_any_revert_data_gives_a_reason(data: bytes) -> None:
    for prefix in (b"", ERROR, *reverts._BY_SELECTOR):
        assert reverts.of_data(prefix + data)


@given(
    st.none() | st.integers(),
    st.text(max_size=40),
    st.recursive(st.none() | st.text(), lambda x: st.dictionaries(st.sampled_from(["data", "result"]), x)),
)
def test_any_fault_is_judged(code: int | None, message: str, data: object) -> None:
    reason = reverts.of_fault(Fault(code, message, data))
    assert reason is None or (reason and len(reason) <= 120)
