"""The claim on a data folder: only one program at a time may own what is kept in it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.app.embedded.errors import EmbeddedError
from core.app.embedded.folder import as_embedded_error


@contextmanager
def claimed(data_dir: Path) -> Iterator[None]:
    """Makes the folder when it is missing and holds it until the block ends; E801 when another process has it."""
    with as_embedded_error(data_dir):
        data_dir.mkdir(parents=True, exist_ok=True)
    descriptor = hold(data_dir)
    try:
        yield
    finally:
        os.close(descriptor)


def hold(folder: Path) -> int:
    """The descriptor that stands for the claim: closing it gives the folder free. E801 when another process has it.

    The kernel frees the claim when this process ends, however it ends. Children do not inherit it.
    """
    with as_embedded_error(folder):
        descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        owner = os.pread(descriptor, 32, 0).decode().strip() or "unknown"
        os.close(descriptor)
        raise EmbeddedError("E801", path=folder, pid=owner) from error
    with as_embedded_error(folder):
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    return descriptor
