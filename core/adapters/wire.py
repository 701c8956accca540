"""What nodes answer, read strictly: None for anything that has not exactly the promised form.

Hexadecimal forms are those of the Ethereum JSON-RPC specification (execution-apis). Decoding never raises and
never guesses: a half-read transaction would be a wrong value.
"""

import re
from typing import Any

from core.domain.card import Transaction
from core.domain.receipt import Log, Receipt
from core.domain.types import ZERO, Address, Hash, address, tx_hash

_QUANTITY = re.compile(r"0x[0-9a-fA-F]{1,64}")
_DATA = re.compile(r"0x(?:[0-9a-fA-F]{2})*")


def quantity(value: object) -> int | None:
    """A number below 2**256."""
    return int(value, 16) if isinstance(value, str) and _QUANTITY.fullmatch(value) else None


def octets(value: object) -> bytes | None:
    return bytes.fromhex(value[2:]) if isinstance(value, str) and _DATA.fullmatch(value) else None


def word(data: bytes | None) -> int | None:
    """The number that a call returned, when it returned exactly one word."""
    return int.from_bytes(data) if data is not None and len(data) == 32 else None


def account(value: object) -> Address | None:
    try:
        return address(value) if isinstance(value, str) else None
    except ValueError:
        return None


def hash_of(value: object) -> Hash | None:
    try:
        return tx_hash(value) if isinstance(value, str) else None
    except ValueError:
        return None


def transaction(answer: object, hash_: Hash, chain_id: int) -> tuple[Transaction, int] | None:
    """Transaction and nonce of an eth_getTransactionByHash object, when it is the one that was asked for.

    `chain_id` stands in where the node gives none (before EIP-155). The creation of a contract has no
    recipient; it is read as a call to the zero address, which no card ever pays.
    """
    if not isinstance(answer, dict) or hash_of(answer.get("hash")) != hash_:
        return None
    given = answer.get("chainId")
    chain = chain_id if given is None else quantity(given)
    sender, value, nonce = (
        account(answer.get("from")),
        quantity(answer.get("value")),
        quantity(answer.get("nonce")),
    )
    data = octets(answer.get("input"))
    to = ZERO if "to" in answer and answer["to"] is None else account(answer.get("to"))
    if chain is None or sender is None or to is None or value is None or data is None or nonce is None:
        return None
    return Transaction(chain, sender, to, value, data), nonce


def receipt(answer: object, hash_: Hash) -> Receipt | None:
    """A receipt, not yet compared with the chain (`canonical` None), when it is the one that was asked for.

    A status that is not 0 or 1, or a log that is not well-formed, makes the status unknown: dropping such a
    log could turn a success into "nothing moved".
    """
    if not isinstance(answer, dict) or hash_of(answer.get("transactionHash")) != hash_:
        return None
    number, block, sender = (
        quantity(answer.get("blockNumber")),
        hash_of(answer.get("blockHash")),
        account(answer.get("from")),
    )
    to = account(answer.get("to"))
    if number is None or block is None or sender is None or (to is None and answer.get("to") is not None):
        return None
    logs = _logs(answer.get("logs"))
    status = quantity(answer.get("status"))
    if logs is None or status not in (0, 1):
        status = None
    return Receipt(hash_, status, number, block, None, sender, to, logs or ())


def _logs(answer: object) -> tuple[Log, ...] | None:
    if not isinstance(answer, list):
        return None
    logs = [_log(entry) for entry in answer]
    return tuple(log for log in logs if log is not None) if None not in logs else None


def _log(entry: Any) -> Log | None:
    if not isinstance(entry, dict) or entry.get("removed") not in (None, False):
        return None
    emitter, data, topics = account(entry.get("address")), octets(entry.get("data")), entry.get("topics")
    if emitter is None or data is None or not isinstance(topics, list) or len(topics) > 4:
        return None
    words = tuple(read for topic in topics if (read := hash_of(topic)) is not None)
    return Log(emitter, words, data) if len(words) == len(topics) else None
