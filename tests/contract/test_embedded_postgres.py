"""The embedded PostgreSQL: kept over kills and restarts, alone on its folder, on loopback, with a password."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest

from core.app.embedded.claim import claimed
from core.app.embedded.errors import EmbeddedError
from core.app.embedded.postgres import start_postgres
from tests.contract.embedded import gone, killed_owner, listening_on, taken, until, watched


@pytest.fixture(scope="module")
def data_dir() -> Iterator[Path]:
    """One cluster for all: each test starts it from what the one before left."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


async def rows(url: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
        await connection.execute("INSERT INTO kept VALUES (1)")
        return int(await connection.fetchval("SELECT count(*) FROM kept"))
    finally:
        await connection.close()


async def answers(url: str) -> bool:
    try:
        await (await asyncpg.connect(url, timeout=5)).close()
    except (OSError, asyncpg.PostgresError):
        return False
    return True


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2].partition("/")[0])


async def test_rows_and_address_are_kept_over_a_stop(data_dir: Path) -> None:
    first = await start_postgres(data_dir)
    before = await rows(first.url)
    await first.stop()
    second = await start_postgres(data_dir)
    assert second.url == first.url
    assert await rows(second.url) == before + 1
    await second.stop()


async def test_a_killed_server_is_started_again_with_every_committed_row(data_dir: Path) -> None:
    async with watched(await start_postgres(data_dir)) as server:
        before = await rows(server.url)
        for _ in range(2):
            killed = server.child.pid
            assert killed is not None
            os.kill(killed, signal.SIGKILL)

            async def back(killed: int = killed) -> bool:
                return server.child.pid != killed and await answers(server.url)

            await until(back)
        assert await rows(server.url) == before + 1


async def test_the_server_ends_with_its_killed_program_and_the_next_one_finds_its_rows(
    data_dir: Path,
) -> None:
    async with killed_owner("postgres", data_dir) as (pid, url):
        before = await rows(url)
    # Started while the old server may still be shutting down.
    with claimed(data_dir):
        server = await start_postgres(data_dir)
    assert await gone(pid)
    assert server.url == url
    assert await rows(server.url) == before + 1
    await server.stop()


async def test_a_pid_file_that_names_another_living_process_does_not_stop_the_start(data_dir: Path) -> None:
    pid_file = data_dir / "postgres" / "data" / "postmaster.pid"
    pid_file.write_text(f"{os.getpid()}\n{pid_file.parent}\n1\n1\n\n127.0.0.1\n\nready\n")
    server = await start_postgres(data_dir)
    assert await answers(server.url)
    await server.stop()


async def test_a_port_that_another_program_took_is_replaced(data_dir: Path) -> None:
    first = await start_postgres(data_dir)
    await first.stop()
    with taken(port_of(first.url)):
        second = await start_postgres(data_dir)
        assert port_of(second.url) != port_of(first.url)
        assert await answers(second.url)
        await second.stop()


async def test_it_listens_on_loopback_only_and_wants_the_password(data_dir: Path) -> None:
    server = await start_postgres(data_dir)
    assert listening_on(port_of(server.url)) == {"0100007F"}
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(server.url.replace("app:", "app:x"))
    assert (data_dir / "postgres" / "password").stat().st_mode & 0o077 == 0
    await server.stop()


async def test_a_first_start_that_was_cut_short_leaves_nothing_half_made(tmp_path: Path) -> None:
    part = tmp_path / "postgres" / "data.part"
    part.mkdir(parents=True)
    (part / "PG_VERSION").write_text("18\n")
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        part.parent.rename(Path(folder) / "postgres")
        server = await start_postgres(Path(folder))
        assert await answers(server.url)
        assert not (Path(folder) / "postgres" / "data.part").exists()
        await server.stop()


async def test_a_cluster_of_another_major_version_is_refused_and_left_alone(data_dir: Path) -> None:
    version = data_dir / "postgres" / "data" / "PG_VERSION"
    kept = version.read_text()
    version.write_text("17\n")
    with pytest.raises(EmbeddedError) as refused:
        await start_postgres(data_dir)
    version.write_text(kept)
    assert refused.value.code == "E804"
    assert refused.value.params["found"] == "17"
    assert "\n" not in str(refused.value)


async def test_a_database_folder_that_is_gone_is_said_and_not_made_anew(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "home").write_text(f"{tmp_path}/nowhere\n")
    with pytest.raises(EmbeddedError) as refused:
        await start_postgres(tmp_path)
    assert refused.value.code == "E808"


async def test_one_program_owns_a_folder(data_dir: Path) -> None:
    async with killed_owner("postgres", data_dir):
        with pytest.raises(EmbeddedError) as refused, claimed(data_dir):
            pass
        assert refused.value.code == "E801"
    with claimed(data_dir):
        pass


async def test_a_copy_of_a_data_folder_does_not_take_the_database_of_the_first(tmp_path: Path) -> None:
    """Kept elsewhere since the folder is closed: that is so for root only, else the copy has a database of its own."""
    tmp_path.chmod(0o700)
    first, second = tmp_path / "first", tmp_path / "second"
    server = await start_postgres(first)
    shutil.copytree(first, second, symlinks=True)
    if os.geteuid() == 0:
        with pytest.raises(EmbeddedError) as refused:
            await start_postgres(second)
        assert refused.value.code == "E801"
    else:
        copy = await start_postgres(second)
        assert copy.url != server.url
        await copy.stop()
    assert await answers(server.url)
    await server.stop()
