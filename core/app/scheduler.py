"""The worker: receipts, expiries, turns and gates that a crash left behind, as jobs of one scheduler."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from core.app.compose import App
from core.app.roles import Parts
from core.domain.errors import Unavailable
from core.usecases.confirm import close_gates
from core.usecases.converse import recover
from core.usecases.settle import settle_due

log = logging.getLogger(__name__)


def role(app: App) -> Parts:
    async def work() -> None:
        jobs = {
            "settle": (1.0, lambda: settle_due(app.deps, reported=True)),
            "search": (2.0, lambda: settle_due(app.deps, reported=False)),
            "recover": (2.0, lambda: recover(app.deps, app.plan, app.words)),
            "gates": (2.0, lambda: close_gates(app.deps, app.plan)),
        }
        # A job that is late is still due: the default grace of one second drops it silently (apscheduler #296).
        scheduler = AsyncIOScheduler(
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )
        for name, (seconds, job) in jobs.items():
            scheduler.add_job(_quiet(name, job), "interval", seconds=seconds, id=name, name=name)
        scheduler.start()
        try:
            await asyncio.Event().wait()
        finally:
            scheduler.shutdown(wait=False)

    return Parts(jobs=(("worker", work),))


def _quiet(name: str, job: Callable[[], Awaitable[object]]) -> Callable[[], Awaitable[None]]:
    """A job whose outage is one log line: it runs again at its next time. Stopped with the program it just ends:
    the scheduler would tell a cancellation as a failure."""

    async def run() -> None:
        try:
            await job()
        except Unavailable as away:
            log.warning("%s waits: %s", name, away)
        except asyncio.CancelledError:
            log.info("%s stops", name)

    return run
