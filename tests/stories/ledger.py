"""What the database of a running program holds, and whether that agrees with itself: asked past the program."""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg

WRONG = {
    "turns without a reply": "SELECT id FROM turns WHERE finished_at IS NULL AND user_id = ANY ($1)",
    "turns without both lines in their thread": """
        SELECT turns.id FROM turns LEFT JOIN entries
            ON entries.thread = turns.thread AND entries.source IN (turns.id, turns.id || ':user')
        WHERE user_id = ANY ($1) GROUP BY turns.id HAVING count(entries.id) <> 2""",
    "states that were reached twice": """
        SELECT tasks.id FROM tasks JOIN audit ON subject = tasks.id AND kind = 'state'
        WHERE user_id = ANY ($1) GROUP BY tasks.id, facts ->> 'state' HAVING count(*) > 1""",
    "gates that still wait": """
        SELECT id FROM tasks WHERE user_id = ANY ($1) AND state <> 'INTENT_CONFIRM' AND NOT gate_answered""",
    "letters that were not sent": """
        SELECT id FROM outbox WHERE user_id = ANY ($1) AND sent_at IS NULL AND superseded_at IS NULL""",
}
"""By what is wrong: the statement that finds it for some users. Nothing may be found once all is at rest."""


async def _connected(data_dir: Path) -> Any:
    folder = data_dir / "postgres"
    password, port = (folder / "password").read_text(), (folder / "port").read_text().strip()
    return await asyncpg.connect(f"postgresql://app:{password}@127.0.0.1:{port}/postgres", timeout=5)


async def faults(data_dir: Path, users: list[str]) -> dict[str, list[Any]]:
    """What does not agree now, by its name."""
    connection = await _connected(data_dir)
    try:
        found = {name: await connection.fetch(sql, users) for name, sql in WRONG.items()}
    finally:
        await connection.close()
    return {name: [row[0] for row in rows] for name, rows in found.items() if rows}


async def at_rest(data_dir: Path, users: list[str], seconds: float) -> None:
    """Returns when all agrees. Raises AssertionError with what still does not when the time is over."""
    deadline = asyncio.get_running_loop().time() + seconds
    while (wrong := await faults(data_dir, users)) and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.2)
    assert not wrong, wrong


async def told(data_dir: Path, sql: str, *args: Any) -> list[dict[str, Any]]:
    connection = await _connected(data_dir)
    try:
        return [dict(row) for row in await connection.fetch(sql, *args)]
    finally:
        await connection.close()
