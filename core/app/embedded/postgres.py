"""The embedded PostgreSQL: made once, started as a child on loopback with a password, started again when it dies."""

import asyncio
import os
import re
import secrets
import shutil
import signal
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from core.app.embedded.account import Account, give, reaches, server_account
from core.app.embedded.binaries import find_binaries, open_folder
from core.app.embedded.child import Child, Process, end, exited, spawn
from core.app.embedded.claim import hold
from core.app.embedded.errors import EmbeddedError
from core.app.embedded.folder import as_embedded_error
from core.app.embedded.port import LOOPBACK, stable_port
from core.app.embedded.postmaster import clear_leftover, is_ready

USER, DATABASE = "app", "postgres"
INITDB = (
    *("-U", USER, "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
    *("--auth=scram-sha-256", "--no-instructions"),
)
SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",  # a long DATA_DIR would pass the 107 bytes a socket path may have
    "shared_buffers": "64MB",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}
READY_SECONDS = 300.0  # recovery after a crash replays the write-ahead log first
POLL_SECONDS = 0.02
FAST_STOP = signal.SIGINT
STOP_SECONDS = 20.0
# Backends of a postmaster that was killed take a moment to notice; until then a new one refuses.
PASSING = re.compile(r"pre-existing shared memory block|lock file \"postmaster\.pid\" already exists")
PASSING_TRIES = 40
SEVERE = re.compile(r"(?:FATAL|PANIC|error):\s+(.*)")


@dataclass(frozen=True)
class Cluster:
    """Where everything of one database lies. `folder` is ours; `data` belongs to the server's account."""

    folder: Path
    data: Path
    binaries: Path
    account: Account | None

    @property
    def log(self) -> Path:
        return self.folder / "server.log"


@dataclass(frozen=True)
class Postgres:
    """A running server. `url` holds for its whole life, also over restarts."""

    url: str
    child: Child
    claim: ExitStack

    async def stop(self) -> None:
        await self.child.stop()
        self.claim.close()

    async def watch(self) -> None:
        """Runs until cancelled or stopped; starts the server again when it dies."""
        await self.child.watch()


async def start_postgres(data_dir: Path) -> Postgres:
    """Returns when the server takes connections. The caller holds the claim on `data_dir` and the main thread."""
    folder = data_dir.resolve() / "postgres"
    with as_embedded_error(folder):
        folder.mkdir(parents=True, exist_ok=True)
    cluster, major = _find(folder)
    with ExitStack() as claim:
        if cluster.data.parent != folder:  # a copy of the data folder points at the same database
            claim.callback(os.close, hold(cluster.data.parent))
        with as_embedded_error(folder):
            password = _password(folder / "password")
            await _require_cluster(cluster, major, password)
            port = stable_port(folder / "port", "PostgreSQL")
        child = Child("PostgreSQL", lambda: _launch(cluster, port), FAST_STOP, STOP_SECONDS)
        await child.start()
        return Postgres(
            f"postgresql://{USER}:{password}@{LOOPBACK}:{port}/{DATABASE}", child, claim.pop_all()
        )


def _find(folder: Path) -> tuple[Cluster, str]:
    home_file = folder / "home"
    with as_embedded_error(folder):
        home = Path(home_file.read_text().strip()) if home_file.exists() else folder
    if not home.is_dir():
        raise EmbeddedError("E808", data_dir=folder.parent, path=home)
    account = server_account(home / "data")
    if home == folder and not reaches(account, folder, "x"):
        home = open_folder(f"data-{secrets.token_hex(6)}")
        with as_embedded_error(folder):
            (home / "owner").write_text(f"{folder.parent}\n")
            home_file.write_text(f"{home}\n")
    binaries, major = find_binaries(account)
    return Cluster(folder, home / "data", binaries, account), major


def _password(file: Path) -> str:
    """Made once; lost together with the cluster only, since the server knows just its hash."""
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(24))
    return file.read_text()


async def _require_cluster(cluster: Cluster, major: str, password: str) -> None:
    version = cluster.data / "PG_VERSION"
    if not cluster.data.exists():
        await _make(cluster, password)
    found = version.read_text().strip()
    if found != major:
        raise EmbeddedError("E804", path=cluster.data, found=found, wanted=major)
    await clear_leftover(cluster.data)


async def _make(cluster: Cluster, password: str) -> None:
    """initdb into a folder beside, renamed when whole: a start that was cut short leaves nothing half made."""
    part, secret = cluster.data.with_name("data.part"), cluster.data.with_name("initdb.secret")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    secret.touch(mode=0o600)
    for path in (part, secret):
        give(path, cluster.account)
    secret.write_text(password)
    begin = _size(cluster.log)
    argv: list[str | Path] = [cluster.binaries / "initdb", "-D", part, f"--pwfile={secret}", *INITDB]
    try:
        code = await exited(spawn(argv, cluster.log, account=cluster.account, last_signal=signal.SIGKILL))
        if code != 0:
            raise _failure(cluster, begin)
        part.rename(cluster.data)
    finally:
        secret.unlink()
        shutil.rmtree(part, ignore_errors=True)


async def _launch(cluster: Cluster, port: int) -> Process:
    options = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    argv: list[str | Path] = [cluster.binaries / "postgres", "-D", cluster.data, "-p", str(port), *options]
    begin = _size(cluster.log)
    for _ in range(PASSING_TRIES):
        with as_embedded_error(cluster.folder):
            await clear_leftover(cluster.data)
            process = spawn(argv, cluster.log, account=cluster.account, last_signal=FAST_STOP)
        if await _came_up(cluster, process):
            return process
        await end(process, signal.SIGQUIT, STOP_SECONDS)
        if not PASSING.search(_said(cluster, begin)):
            break
        begin = _size(cluster.log)
        await asyncio.sleep(0.25)
    raise _failure(cluster, begin)


async def _came_up(cluster: Cluster, process: Process) -> bool:
    clock = asyncio.get_running_loop().time
    deadline = clock() + READY_SECONDS
    try:
        while process.poll() is None and clock() < deadline:
            if is_ready(cluster.data, process.pid):
                return True
            await asyncio.sleep(POLL_SECONDS)
    except asyncio.CancelledError:
        await asyncio.shield(end(process, FAST_STOP, STOP_SECONDS))
        raise
    return False


def _failure(cluster: Cluster, begin: int) -> EmbeddedError:
    """The reason in the log, told as one of our errors."""
    said = _said(cluster, begin)
    severe = SEVERE.findall(said)
    reason = severe[-1].strip() if severe else "it said nothing"
    if "No space left on device" in said or "Disk quota exceeded" in said:
        return EmbeddedError("E803", path=cluster.data)
    if "Permission denied" in said:
        user = cluster.account.name if cluster.account else "of this program"
        return EmbeddedError("E802", path=cluster.data, reason=reason, user=user)
    return EmbeddedError("E806", reason=reason, log=cluster.log)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _said(cluster: Cluster, begin: int) -> str:
    with cluster.log.open("rb") as file:
        file.seek(begin if begin <= _size(cluster.log) else 0)  # it may have been begun anew
        return file.read(200_000).decode(errors="replace")
