"""Ports on loopback: a free one is chosen once and kept, so that connections find the server after a restart."""

import errno
import random
import socket
from pathlib import Path

from core.app.embedded.errors import EmbeddedError

LOOPBACK = "127.0.0.1"
# Below the range that systems hand out for outgoing connections (Linux: from 32768), which could take it meanwhile.
CANDIDATES = range(20_000, 32_000)
TRIES = 200


def is_free(port: int, host: str = LOOPBACK) -> bool:
    """Whether a server could listen there now."""
    try:
        _try_to_listen(host, port)
    except OSError:
        return False
    return True


def stable_port(file: Path, name: str) -> int:
    """The port kept in `file` when it is still free, else another one, which is kept from then on."""
    try:
        kept = int(file.read_text())
    except (FileNotFoundError, ValueError):
        kept = None
    if kept is not None and kept in CANDIDATES and is_free(kept):
        return kept
    for _ in range(TRIES):
        port = random.choice(CANDIDATES)
        if is_free(port):
            file.write_text(f"{port}\n")
            return port
    raise EmbeddedError("E811", name=name)


def require_free(host: str, port: int) -> None:
    """Raises E812 or E813 when the web app could not listen on `host`:`port`."""
    try:
        _try_to_listen(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise EmbeddedError("E812", host=host, port=port) from error
        raise EmbeddedError("E813", host=host, port=port, reason=error.strerror or str(error)) from error


def _try_to_listen(host: str, port: int) -> None:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        probe.listen(1)
