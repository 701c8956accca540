"""Drains the outbox: a chat's letters in order, at least once; a channel that fails is tried again later."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta

from core.domain.errors import Unavailable
from core.domain.outbox import Letter
from core.ports import Deps

log = logging.getLogger(__name__)

Deliver = Callable[[Deps, Letter], Awaitable[None]]
LEASE = timedelta(seconds=20)
"""A letter that a killed program was delivering is delivered again after that time."""
LONGEST = timedelta(minutes=5)


async def notify(deps: Deps, channels: Mapping[str, Deliver]) -> None:
    """Run until cancelled. A wake-up starts a round; a lost one is covered by the slow poll of `changes`."""
    async with deps.store.changes("outbox") as wakes:
        while True:
            await _round(deps, channels)
            async for _ in wakes:
                break


async def _round(deps: Deps, channels: Mapping[str, Deliver]) -> None:
    try:
        while await drain(deps, channels):
            pass
    except Unavailable as away:
        log.warning("letters wait: %s", away)


async def drain(deps: Deps, channels: Mapping[str, Deliver], limit: int = 50) -> int:
    """Deliver what is due now; returns how many letters were taken. A failed one goes back with its reason."""
    async with deps.store.transaction() as db:
        letters = await db.outbox.claim(tuple(channels), deps.clock.now(), LEASE, limit)
    for letter in letters:
        try:
            await channels[letter.place.channel](deps, letter)
        except Exception as error:
            # Whatever keeps one letter back must not keep back the others.
            if not isinstance(error, Unavailable):
                log.exception("letter %s", letter.id)
            async with deps.store.transaction() as db:
                await db.outbox.retry(letter.id, deps.clock.now() + _pause(letter.attempts), repr(error))
        else:
            async with deps.store.transaction() as db:
                await db.outbox.sent(letter.id, deps.clock.now())
    return len(letters)


def _pause(attempts: int) -> timedelta:
    """Doubled each time. A letter may fail for weeks: the exponent is kept small before it is used."""
    return min(timedelta(seconds=2 ** min(attempts, 10)), LONGEST)
