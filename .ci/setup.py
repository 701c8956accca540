"""Sets up what is missing, then becomes the command behind `--`: `python3 .ci/setup.py run -- COMMAND…`.

Run by the system's Python with its standard library only, so that a bare machine needs nothing else. Each step
leaves a stamp with a digest of its inputs in .venv: when nothing changed, nothing is started and no network is
needed. A failure is one line that says the way out; what the tools said is in .venv/setup.log.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is started by whatever Python there is
    sys.exit(
        "set-up: Python 3.11 or newer is needed, not "
        + sys.version[:4]
        + ": name one, PYTHON=python3.12 make run"
    )

import concurrent.futures
import ctypes
import os
import signal

from steps import SetupError, Step, stale, take
from toolchain import CHECK, EVAL, PAGE_ONLY, RUN, TEST

STEPS = {"run": RUN, "check": CHECK, "test": TEST, "eval": EVAL, "page": PAGE_ONLY}
PR_SET_PDEATHSIG = 1


def main() -> None:
    what, command = sys.argv[1], sys.argv[3:]
    try:
        set_up(what)
    except SetupError as error:
        sys.exit(f"set-up: {error}")
    except KeyboardInterrupt:
        sys.exit("set-up: stopped; the next start goes on from here")
    if command:
        become(command)


def set_up(what: str) -> None:
    """Takes the steps that are due: the first ones in order, then the lanes side by side."""
    first, *lanes = STEPS[what]
    take_all(first)
    due = [lane for lane in lanes if any(stale(step) for step in lane)]
    with concurrent.futures.ThreadPoolExecutor() as threads:
        for lane in [threads.submit(take_all, lane) for lane in due]:
            lane.result()


def take_all(lane: list[Step]) -> None:
    for step in lane:
        take(step)


def become(command: list[str]) -> None:
    """Replaces this process; the program is told to end (SIGTERM) when make is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    try:
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    except OSError as error:
        sys.exit(f"set-up: cannot start {command[0]} ({error.strerror})")


if __name__ == "__main__":
    main()
