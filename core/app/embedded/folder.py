"""Folder and disk errors of the operating system, told as errors of the embedded parts."""

import errno
import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.app.embedded.errors import EmbeddedError

FULL = {errno.ENOSPC, errno.EDQUOT}


@contextmanager
def as_embedded_error(path: Path, user: str | None = None) -> Iterator[None]:
    """Turns an OSError of the block into E802 (cannot be used) or E803 (disk full) about `path`."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise EmbeddedError("E803", path=path) from error
        reason = error.strerror or str(error)
        raise EmbeddedError("E802", path=path, reason=reason.lower(), user=user or _own_name()) from error


def _own_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "of this program"
