"""One line a record on standard error; secrets are never logged because they are never formatted."""

import logging
import sys


def set_up_logs(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("uvicorn.access", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    # It warns of every time that a job is still busy: in an outage once a second for each. The jobs say it themselves.
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
