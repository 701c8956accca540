"""What happened on the chain, said exactly: due tasks → what nodes know → one verdict → one transaction."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from core.domain.card import transaction_in
from core.domain.errors import Unavailable
from core.domain.receipt import Head, Sighting, Verdict, Wanted, judge
from core.domain.task import Event, State, Task, advance
from core.domain.types import Hash
from core.ports import Chain, Deps, Tx
from core.tools.unreported import record_unreported

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
"""A task that a killed worker was looking at is looked at again after that time; twice does no harm."""
PACE = timedelta(seconds=1)
"""Between two looks at a task whose transaction is known or awaited."""
SLOW = timedelta(seconds=30)
"""The same when an expiry is more than an hour ago: later evidence is still taken."""
RECENT = timedelta(hours=1)
SEARCH = timedelta(seconds=15)
"""Between two searches for a transaction that nobody reported, from a minute after the confirmation."""
FRESH = timedelta(minutes=1)


async def settle_due(deps: Deps, limit: int = 200, reported: bool | None = None) -> int:
    """Look at every task that is due, one batch a chain; returns how many were looked at.

    Reported transactions and those that nobody reported may be two jobs: a search takes its time, and whoever
    reported one waits for the answer.
    """
    async with deps.store.transaction() as db:
        due = await db.tasks.due(deps.clock.now(), LEASE, limit, reported)
        hashes = {task.id: await db.tasks.hashes(task.id) for task in due}
    chains = {task.effect.chain_id for task in due}
    await asyncio.gather(
        *(_settle_chain(deps, c, [t for t in due if t.effect.chain_id == c], hashes) for c in chains)
    )
    return len(due)


Known = Mapping[str, Sequence[tuple[Hash, int | None]]]


async def _settle_chain(deps: Deps, chain_id: int, tasks: Sequence[Task], hashes: Known) -> None:
    """A chain that does not answer changes nothing, except that cards which nobody confirmed run out of time
    without it. It is asked for reported transactions first, and no more once it did not answer."""
    wanted = sorted({hash_ for task in tasks for hash_, _ in hashes[task.id]})
    seen, head = await _sightings(deps, chain_id, wanted)
    answers = chain_id in deps.chains and (not wanted or bool(seen))
    for task in sorted(tasks, key=lambda one: not hashes[one.id]):
        try:
            if hashes[task.id] or task.confirmed_at is None:
                await _look(deps, task, hashes[task.id], seen, head)
            else:
                answers = answers and await _without_hash(deps, task)
                if not answers:
                    await _later(deps, task)
        except Unavailable:
            raise
        except Exception:
            # A task that can't be judged must not keep the others from their end.
            log.exception("task %s could not be looked at", task.id)


async def _sightings(
    deps: Deps, chain_id: int, wanted: Sequence[Hash]
) -> tuple[Mapping[Hash, Sighting], Head]:
    """Nothing where the chain does not answer, or is not configured any more."""
    if wanted and chain_id in deps.chains:
        try:
            head, seen = await deps.chains[chain_id].sightings(wanted)
        except Unavailable as away:
            log.warning("chain %s not readable: %s", chain_id, away)
        else:
            return seen, head
    return {}, Head(0)


async def _look(
    deps: Deps,
    task: Task,
    known: Sequence[tuple[Hash, int | None]],
    seen: Mapping[Hash, Sighting],
    head: Head,
) -> None:
    mine = [seen[hash_] for hash_, _ in known if hash_ in seen]
    heirs, verdict = list[Sighting](), Verdict(None, "unread" if known else "no-hash")
    if mine:
        heirs = await _heirs(deps.chains[task.effect.chain_id], task, known, seen)
        verdict = _judge(deps, task, mine + heirs, head)
    await _write(deps, task, known, mine, heirs, verdict)


async def _without_hash(deps: Deps, task: Task) -> bool:
    """A confirmed card that nobody reported a hash for: its transaction may be in the chain all the same.

    It runs out of time only when the chain was read and does not hold it. False when the chain did not answer.
    """
    try:
        found = await record_unreported(deps, task)
    except Unavailable as away:
        if away.code == "E501":
            raise
        log.warning("task %s not readable: %s", task.id, away)
        return False
    if found:
        log.info("task %s: its transaction was found, nobody reported it", task.id)
        await _later(deps, task)
    else:
        await _write(deps, task, (), (), (), Verdict(None, "no-hash"))
    return True


async def _later(deps: Deps, task: Task) -> None:
    async with deps.store.transaction() as db:
        await db.tasks.look_again(task.id, deps.clock.now() + PACE)


async def _heirs(
    chain: Chain, task: Task, known: Sequence[tuple[Hash, int | None]], seen: Mapping[Hash, Sighting]
) -> list[Sighting]:
    """The mined transactions that took the nonces of hashes which no node knows any more."""
    heirs = []
    for hash_, nonce in known:
        if (
            nonce is not None
            and hash_ in seen
            and seen[hash_].receipt is None
            and seen[hash_].transaction is None
        ):
            try:
                heir = await chain.heir(task.effect.payer, nonce, task.created_block)
            except Unavailable as away:
                log.warning("nonce %s of task %s not readable: %s", nonce, task.id, away)
                continue
            if heir is not None and heir.hash != hash_:
                heirs.append(heir)
    return heirs


def _judge(deps: Deps, task: Task, sightings: Sequence[Sighting], head: Head) -> Verdict:
    chain = deps.catalog.chain(task.effect.chain_id)
    wanted = Wanted(transaction_in(task.card), task.effect, task.created_block, task.nonce)
    return judge(wanted, sightings, head, chain.confirmations, chain.finality is not None)


def timeout(
    task: Task, has_hash: bool, verdict: Verdict, now: datetime, unknown_after: timedelta
) -> Event | None:
    """The expiry that is due. Time alone never says that money did not move: only that nobody reported or
    nobody knows a transaction."""
    if not has_hash:
        return Event.TIMEOUT_UNSENT if now >= task.expires_at else None
    if verdict.reason != "unseen" or task.hash_at is None:
        return None
    return Event.TIMEOUT_UNKNOWN if now >= task.hash_at + unknown_after else None


async def _write(
    deps: Deps,
    task: Task,
    known: Sequence[tuple[Hash, int | None]],
    seen: Sequence[Sighting],
    heirs: Sequence[Sighting],
    verdict: Verdict,
) -> None:
    """Verdict, history and letters in one transaction; the loser of a race changes nothing."""
    now = deps.clock.now()
    async with deps.store.transaction() as db:
        for hash_, reason in verdict.strangers:
            await db.tasks.drop_hash(task, hash_, reason, now)
        strangers = {hash_ for hash_, _ in verdict.strangers}
        for sighting in seen:
            if (
                sighting.nonce is not None
                and (sighting.hash, None) in known
                and sighting.hash not in strangers
            ):
                await db.tasks.add_hash(task, sighting.hash, task.effect.payer, sighting.nonce, now)
        if verdict.event is not None:
            event, reason = await _decided(db, task, heirs, verdict, now)
        else:
            counting = [hash_ for hash_, _ in known if hash_ not in strangers]
            event, reason = timeout(task, bool(counting), verdict, now, deps.rules.unknown_after), "expired"
        to = advance(task.state, event) if event is not None else None
        if to is not None and await db.tasks.move(task, to, reason, now, tx_hash=verdict.hash):
            log.info("task %s: %s → %s (%s)", task.id, task.state, to, reason)
        await db.tasks.look_again(task.id, now + _pace(task, to, now))


def _pace(task: Task, to: State | None, now: datetime) -> timedelta:
    """Quick while somebody may be waiting for the answer."""
    expired = to is None and task.state in (State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN)
    if expired and now - task.history[-1].at > RECENT:
        return SLOW
    if task.confirmed_at is None or task.hash_at is not None or now - task.confirmed_at <= FRESH:
        return PACE
    return min(SEARCH, task.expires_at - now) if task.expires_at > now else SEARCH


async def _decided(
    db: Tx, task: Task, heirs: Sequence[Sighting], verdict: Verdict, now: datetime
) -> tuple[Event | None, str]:
    """The event of a verdict, and why. Where a transaction that nobody reported decides, it counts for this
    card from now on if it has its content; else it may be another order's, and is only the end of this one."""
    heir = next((heir for heir in heirs if heir.hash == verdict.hash), None)
    if heir is None or verdict.event is Event.CANCELLED_ON_CHAIN:
        return verdict.event, verdict.reason
    if heir.transaction == transaction_in(task.card) and await db.tasks.add_hash(
        task, heir.hash, task.effect.payer, heir.nonce, now
    ):
        return verdict.event, verdict.reason
    if verdict.event is Event.FAIL:
        return Event.FAIL, verdict.reason
    return (Event.FAIL, "replaced") if verdict.event is Event.SETTLE else (None, "")
