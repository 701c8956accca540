"""A step of the set-up: its inputs, its outputs, and what makes the one from the other."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMPS = VENV / "stamps"
LOG = VENV / "setup.log"

# What the tools say when they fail, and the way out. Looked for in this order.
WAYS_OUT = (
    (
        r"No space left on device|ENOSPC|Disk quota exceeded|os error 28",
        "the disk is full: free about 2 GB and start again",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED|certificate verify failed|UnknownIssuer|UNABLE_TO_(GET|VERIFY)|SELF_SIGNED",
        "this network's certificates are not trusted: name their file in SSL_CERT_FILE, PIP_CERT and "
        "NODE_EXTRA_CA_CERTS",
    ),
    (
        r"name resolution|Name or service not known|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH"
        r"|Network is unreachable|dns error|new connection|error sending request|Connection refused|timed out",
        "no connection to the package registry: the first set-up needs the network (behind a proxy set HTTPS_PROXY)",
    ),
    (
        r"Permission denied|EACCES|EPERM|Read-only file system|EROFS|os error 13|os error 30",
        f"a folder cannot be written: make {ROOT} and your home folder writable for you",
    ),
    (
        r"ensurepip is not|No module named (venv|ensurepip)",
        "Python lacks its venv module: apt install python3-venv (or your system's package of it)",
    ),
    (
        r"DO NOT MATCH THE HASHES|EINTEGRITY|[Hh]ash mismatch",
        "a download is not the locked package: check the registry or mirror that pip and npm are set to",
    ),
)


class SetupError(Exception):
    """One line for the person at the keyboard."""


@dataclass(frozen=True)
class Step:
    """`inputs` are files, folders, or plain text; the step is due when they change or an output is missing."""

    name: str
    title: str
    inputs: Callable[[], Iterable[Path | str]]
    outputs: Callable[[], Iterable[Path]]
    action: Callable[[], None]


def stale(step: Step) -> bool:
    stamp = STAMPS / step.name
    if not stamp.exists() or not all(path.exists() for path in step.outputs()):
        return True
    return stamp.read_text() != digest(step.inputs())


def take(step: Step) -> None:
    if not stale(step):
        return
    begin = time.monotonic()
    print(f"set-up: {step.title} …", flush=True)
    stamp = STAMPS / step.name
    try:
        stamp.unlink(missing_ok=True)
        step.action()
        STAMPS.mkdir(parents=True, exist_ok=True)
        stamp.write_text(digest(step.inputs()))
    except OSError as error:
        raise SetupError(way_out(str(error)) or str(error)) from error
    print(f"set-up: {step.title}: {time.monotonic() - begin:.0f} s", flush=True)


def digest(inputs: Iterable[Path | str]) -> str:
    whole = hashlib.sha256()
    for entry in inputs:
        for path in files(entry) if isinstance(entry, Path) else ():
            whole.update(str(path.relative_to(ROOT)).encode())
            whole.update(path.read_bytes())
        if isinstance(entry, str):
            whole.update(entry.encode())
        whole.update(b"\0")
    return whole.hexdigest()


def files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name != "node_modules" and not name.startswith("."))
        found += [Path(folder) / name for name in sorted(names)]
    return found


def call(argv: Sequence[str | Path], *, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """Runs a tool; its output goes to the log. Raises SetupError with the way out when it fails."""
    line = " ".join(str(part) for part in argv)
    try:
        VENV.mkdir(exist_ok=True)
        done = subprocess.run(
            [str(part) for part in argv],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        with LOG.open("a") as log:
            log.write(f"$ {line}\n{done.stdout}\n")
    except OSError as error:
        raise SetupError(
            way_out(f"{error} EACCES") if error.errno == 13 else way_out(str(error)) or str(error)
        ) from error
    if done.returncode != 0:
        said = [text for text in done.stdout.splitlines() if text.strip()]
        raise SetupError(
            way_out(done.stdout) or f"`{line}` failed ({said[-1] if said else 'silently'}): see {LOG}"
        )
    return done.stdout


def way_out(said: str) -> str | None:
    return next((answer for pattern, answer in WAYS_OUT if re.search(pattern, said)), None)
