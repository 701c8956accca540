"""Numbered, forward-only migrations: each in its own transaction, recorded with the checksum of its file."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from core.adapters.postgres.session import reached

FOLDER = Path(__file__).parent / "migrations"


class MigrationError(Exception):
    """The files and the database do not belong together. The message says which file, and what to do."""


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


def migrations(folder: Path = FOLDER) -> Sequence[Migration]:
    """In order. Raises MigrationError for a name without number and words, or a gap."""
    found = []
    for number, path in enumerate(sorted(folder.glob("*.sql")), start=1):
        if not re.fullmatch(rf"{number:04}_[a-z0-9_]+\.sql", path.name):
            raise MigrationError(f"{path.name}: expected {number:04}_words.sql")
        found.append(Migration(number, path.stem, path.read_text(encoding="utf-8")))
    return found


async def migrate(url: str, folder: Path = FOLDER) -> Sequence[str]:
    """Bring the schema up to date; the names of what was applied now. Safe from many processes at once."""
    wanted = migrations(folder)
    with reached(None):
        connection = await asyncpg.connect(
            url, timeout=5, server_settings={"application_name": "tapsign migrate"}
        )
    try:
        with reached(connection):
            await connection.execute("SELECT pg_advisory_lock(hashtextextended('migrate', 0))")
            return await _apply(connection, wanted)
    finally:
        await connection.close(timeout=2)


async def _apply(connection: Any, wanted: Sequence[Migration]) -> Sequence[str]:
    await connection.execute(
        """
        CREATE TABLE IF NOT EXISTS migrations (
            number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now()
        )
        """
    )
    rows = await connection.fetch("SELECT number, name, checksum FROM migrations ORDER BY number")
    for row, migration in zip(rows, wanted, strict=False):
        if (row["number"], row["name"], row["checksum"]) != (
            migration.number,
            migration.name,
            migration.checksum,
        ):
            raise MigrationError(
                f"{migration.name}.sql is not the file that was applied as {row['name']}: "
                "put the old file back and write the change as a new migration"
            )
    if len(rows) > len(wanted):
        raise MigrationError(
            f"the database knows {rows[-1]['name']}, which this program does not: start a newer version"
        )
    applied = []
    for migration in wanted[len(rows) :]:
        async with connection.transaction():
            await connection.execute(migration.sql)
            await connection.execute(
                "INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)",
                migration.number,
                migration.name,
                migration.checksum,
            )
        applied.append(migration.name)
    return applied
