"""Migrations: forward only, once, and never an edited old one."""

import asyncio
import shutil
from pathlib import Path

import asyncpg
import pytest

from core.adapters.postgres.migrate import FOLDER, MigrationError, migrate, migrations
from core.domain.errors import Unavailable

pytestmark = pytest.mark.asyncio


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_first.sql").write_text("CREATE TABLE a (id int); INSERT INTO a VALUES (1);")
    (folder / "0002_second.sql").write_text("CREATE TABLE b (id int);")
    return folder


async def tables(url: str) -> set[str]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    await connection.close()
    return {row["tablename"] for row in rows}


class TestMigrate:
    async def test_everything_is_applied_once_in_order(self, empty_url: str) -> None:
        names = [path.stem for path in sorted(FOLDER.glob("*.sql"))]
        assert await migrate(empty_url) == names
        assert await migrate(empty_url) == []
        assert {
            "users",
            "turns",
            "threads",
            "entries",
            "tasks",
            "task_hashes",
            "outbox",
            "audit",
        } <= await tables(empty_url)

    async def test_ten_processes_at_once_apply_everything_once(self, empty_url: str) -> None:
        applied = await asyncio.gather(*(migrate(empty_url) for _ in range(10)))
        assert sorted(map(len, applied)) == [0] * 9 + [len(migrations())]

    async def test_an_edited_old_file_stops_the_start_and_is_named(
        self, empty_url: str, folder: Path
    ) -> None:
        await migrate(empty_url, folder)
        (folder / "0001_first.sql").write_text("CREATE TABLE a (id bigint);")
        (folder / "0003_third.sql").write_text("CREATE TABLE c (id int);")
        with pytest.raises(MigrationError, match="0001_first.sql"):
            await migrate(empty_url, folder)
        assert "c" not in await tables(empty_url)

    async def test_a_renamed_old_file_stops_the_start(self, empty_url: str, folder: Path) -> None:
        await migrate(empty_url, folder)
        (folder / "0002_second.sql").rename(folder / "0002_other.sql")
        with pytest.raises(MigrationError, match="0002_second"):
            await migrate(empty_url, folder)

    async def test_a_database_of_a_newer_version_stops_the_start(self, empty_url: str, folder: Path) -> None:
        await migrate(empty_url, folder)
        (folder / "0002_second.sql").unlink()
        with pytest.raises(MigrationError, match="newer version"):
            await migrate(empty_url, folder)

    async def test_a_migration_that_fails_leaves_nothing_and_can_be_tried_again(
        self, empty_url: str, folder: Path
    ) -> None:
        (folder / "0003_third.sql").write_text("CREATE TABLE c (id int); SELECT 1 / 0;")
        with pytest.raises(asyncpg.DivisionByZeroError):
            await migrate(empty_url, folder)
        assert await tables(empty_url) == {"a", "b", "migrations"}
        (folder / "0003_third.sql").write_text("CREATE TABLE c (id int);")
        assert await migrate(empty_url, folder) == ["0003_third"]

    async def test_a_gap_or_a_strange_name_is_refused_before_anything_is_done(
        self, empty_url: str, folder: Path
    ) -> None:
        for name in ("0004_fourth.sql", "third.sql", "0003-third.sql", "0002_again.sql"):
            shutil.copy(folder / "0002_second.sql", folder / name)
            with pytest.raises(MigrationError):
                await migrate(empty_url, folder)
            (folder / name).unlink()
        assert await tables(empty_url) == set()

    async def test_a_database_that_is_not_there_is_e501(self) -> None:
        with pytest.raises(Unavailable, match="E501"):
            await migrate("postgresql://app:secret@127.0.0.1:1/postgres")
