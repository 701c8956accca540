"""A Task and its row."""

from datetime import datetime
from typing import Any

import asyncpg

from core.domain.card import Decoded
from core.domain.task import Change, State, Task
from core.domain.types import Address, Hash


def task_of(row: asyncpg.Record) -> Task:
    """The task in a row of `told_tasks`."""
    return Task(
        id=row["id"],
        turn_id=row["turn_id"],
        user_id=row["user_id"],
        thread=row["thread"],
        channel=row["channel"],
        state=State(row["state"]),
        reason=row["reason"],
        card=row["card"],
        digest=row["digest"],
        effect=Decoded(
            chain_id=row["chain_id"],
            payer=Address(row["payer"]),
            token=None if row["token"] is None else Address(row["token"]),
            recipient=Address(row["recipient"]),
            raw=int(row["amount_raw"]),
        ),
        language=row["language"],
        created_at=row["created_at"],
        created_block=row["created_block"],
        nonce=row["nonce"],
        expires_at=row["expires_at"],
        confirmed_at=row["confirmed_at"],
        tx_hash=None if row["tx_hash"] is None else Hash(row["tx_hash"]),
        hash_at=row["hash_at"],
        interrupt_id=row["interrupt_id"],
        gate_answered=row["gate_answered"],
        next_check_at=row["next_check_at"],
        history=tuple(_change(line) for line in row["history"] or ()),
    )


def _change(line: dict[str, Any]) -> Change:
    return Change(State(line["state"]), datetime.fromisoformat(line["at"]), line["reason"])
