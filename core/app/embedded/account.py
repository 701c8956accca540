"""Whose rights PostgreSQL runs with: it refuses root, so root hands it to an account without rights."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path

from core.app.embedded.errors import EmbeddedError

UNPRIVILEGED = ("postgres", "nobody")


@dataclass(frozen=True)
class Account:
    name: str
    uid: int
    gid: int


def server_account(cluster: Path) -> Account | None:
    """The account to change to, or None to stay who we are; the owner of a cluster that exists stays its owner."""
    if os.geteuid() != 0:
        _require_a_name(os.geteuid())
        return None
    if cluster.exists() and (owner := cluster.stat().st_uid) != 0:
        return _account(_require_a_name(owner))
    for name in UNPRIVILEGED:
        try:
            return _account(pwd.getpwnam(name))
        except KeyError:
            continue
    raise EmbeddedError("E807", uid=0)


def reaches(account: Account | None, path: Path, access: str) -> bool:
    """Whether the account may `access` ("r", "w", "x") the path, asked of the kernel, folders above included."""
    if account is None:
        return os.access(path, {"r": os.R_OK, "w": os.W_OK, "x": os.X_OK}[access])
    question = ["/bin/sh", "-c", f'test -{access} "$1"', "sh", str(path)]
    rights = {"user": account.uid, "group": account.gid, "extra_groups": []}
    return subprocess.run(question, cwd="/", check=False, **rights).returncode == 0  # type: ignore[call-overload,no-any-return]


def give(path: Path, account: Account | None) -> None:
    if account:
        os.chown(path, account.uid, account.gid)


def _require_a_name(uid: int) -> pwd.struct_passwd:
    try:
        return pwd.getpwuid(uid)
    except KeyError as error:
        raise EmbeddedError("E807", uid=uid) from error


def _account(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
