"""Tasks in memory: the same compare-and-set, guards, leases and hashes as the table of PostgreSQL has."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.domain.card import Decoded, Transfer
from core.domain.task import FINAL, OPEN, TRANSITIONS, Change, State, Task
from core.domain.types import Address, Hash
from tests.fakes.mail import write_letters
from tests.fakes.memory import Session

WATCH = timedelta(hours=72)
_EXPIRED = (State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN)


@dataclass(frozen=True)
class Row:
    task: Task
    key_hash: bytes
    leased_until: datetime | None = None
    watch_until: datetime | None = None

    def due(self, now: datetime) -> bool:
        task = self.task
        sent = task.hash_at is not None or task.confirmed_at is not None
        watched = sent and self.watch_until is not None and self.watch_until > now
        return (
            task.next_check_at is not None
            and task.next_check_at <= now
            and (self.leased_until is None or self.leased_until <= now)
            and (watched if task.state in _EXPIRED else task.state not in FINAL)
        )


@dataclass(frozen=True)
class Report:
    number: int
    task_id: str
    hash: Hash
    nonce: int | None
    added_at: datetime
    dropped: bool = False


def _reported(task: Task) -> bool:
    return task.hash_at is not None or task.confirmed_at is None


class FakeTasks:
    def __init__(self, session: Session) -> None:
        self._s = session

    async def create(self, task: Task, key_hash: bytes) -> Task:
        await self._s.step("tasks.create")
        order = (task.user_id, task.effect)
        for index, key in (("turn ids", task.turn_id), ("keys", key_hash), ("orders", order)):
            await self._s.lock(index, key)
        made = self._find(turn_id=task.turn_id) or self._open_order(*order)
        if made is not None:
            return made
        if self._s.get("tasks", task.id) or any(row.key_hash == key_hash for row in self._rows()):
            raise RuntimeError(f"task {task.id}: its id or key is taken")
        first = Change(task.state, task.created_at, task.reason)
        task = replace(task, next_check_at=task.expires_at, history=(first,))
        self._s.put("tasks", task.id, Row(task, key_hash))
        self._s.wake("task", task.id)
        return task

    async def get(self, task_id: str, lock: bool = False) -> Task | None:
        await self._s.step("tasks.get")
        if lock:
            await self._s.lock("tasks", task_id)
        row: Row | None = self._s.get("tasks", task_id)
        return None if row is None else row.task

    async def of_key(self, key_hash: bytes) -> Task | None:
        await self._s.step("tasks.of_key")
        return next((row.task for row in self._rows() if row.key_hash == key_hash), None)

    async def of_turn(self, turn_id: str) -> Task | None:
        await self._s.step("tasks.of_turn")
        return self._find(turn_id=turn_id)

    async def open_like(self, user_id: str, transfer: Transfer) -> Task | None:
        await self._s.step("tasks.open_like")
        token, chain_id = transfer.token.address, transfer.chain.id
        effect = Decoded(chain_id, transfer.payer, token, transfer.recipient, transfer.raw)
        return self._open_order(user_id, effect)

    async def of_user(self, user_id: str, states: Sequence[State]) -> Sequence[Task]:
        await self._s.step("tasks.of_user")
        mine = [task for task in self._tasks() if task.user_id == user_id and task.state in states]
        return sorted(mine, key=lambda task: task.created_at, reverse=True)

    async def of_thread(self, thread: str) -> Sequence[Task]:
        await self._s.step("tasks.of_thread")
        return [task for task in self._tasks() if task.thread == thread]

    async def move(
        self, task: Task, to: State, reason: str, now: datetime, tx_hash: Hash | None = None
    ) -> Task | None:
        await self._s.step("tasks.move")
        await self._s.lock("tasks", task.id)
        row: Row | None = self._s.get("tasks", task.id)
        if row is None or row.task.state is not task.state:
            return None
        found = row.task
        if to is State.EXPIRED_UNSENT and found.hash_at is not None:
            return None
        if to not in TRANSITIONS[found.state].values():
            raise ValueError(f"task {task.id} may not move from {found.state} to {to}")
        found = replace(
            found,
            state=to,
            reason=reason,
            tx_hash=tx_hash or found.tx_hash,
            confirmed_at=now if to is State.PREVIEW else found.confirmed_at,
            next_check_at=None if to in FINAL else now,
            history=(*found.history, Change(to, now, reason)),
        )
        watch = now + WATCH if to in _EXPIRED else row.watch_until
        self._put(replace(row, task=found, leased_until=None, watch_until=watch))
        write_letters(self._s, found, now)
        self._s.wake("task", task.id)
        return found

    async def set_gate(self, task_id: str, interrupt_id: str) -> None:
        await self._change("tasks.set_gate", task_id, interrupt_id=interrupt_id)

    async def answer_gate(self, task_id: str) -> None:
        await self._change("tasks.answer_gate", task_id, gate_answered=True)

    async def unanswered(self, limit: int) -> Sequence[Task]:
        await self._s.step("tasks.unanswered")
        left = [
            task
            for task in self._tasks()
            if not task.gate_answered and task.interrupt_id and task.state is not State.INTENT_CONFIRM
        ]
        return left[:limit]

    async def due(
        self, now: datetime, lease: timedelta, limit: int, reported: bool | None = None
    ) -> Sequence[Task]:
        await self._s.step("tasks.due")
        waiting = sorted(
            (row for row in self._rows() if row.due(now) and reported in (None, _reported(row.task))),
            key=lambda row: (row.task.next_check_at, row.task.id),
        )
        taken = [row for row in waiting if self._s.take("tasks", row.task.id)][:limit]
        for row in taken:
            self._put(replace(row, leased_until=now + lease))
        return [row.task for row in taken]

    async def look_again(self, task_id: str, at: datetime) -> None:
        await self._s.step("tasks.look_again")
        await self._s.lock("tasks", task_id)
        row: Row | None = self._s.get("tasks", task_id)
        if row is not None and row.task.state not in FINAL:
            self._put(replace(row, task=replace(row.task, next_check_at=at), leased_until=None))

    async def add_hash(
        self, task: Task, hash_: Hash, sender: Address | None, nonce: int | None, now: datetime
    ) -> bool:
        await self._s.step("tasks.add_hash")
        key = (task.effect.chain_id, hash_)
        await self._s.lock("hashes", key)
        known = next((r for r in self._reports(key) if not r.dropped), None)
        if known is not None and known.task_id != task.id:
            return False
        if known is None:
            known = Report(self._s.memory.number(), task.id, hash_, nonce, now)
        self._keep(key, replace(known, nonce=nonce if known.nonce is None else known.nonce))
        await self._look_now(task.id, now)
        return True

    async def hashes(self, task_id: str) -> Sequence[tuple[Hash, int | None]]:
        await self._s.step("tasks.hashes")
        return [(report.hash, report.nonce) for report in self._counting(task_id)]

    async def of_hash(self, chain_id: int, hash_: Hash) -> Task | None:
        await self._s.step("tasks.of_hash")
        counting = [r.task_id for r in self._reports((chain_id, hash_)) if not r.dropped]
        row: Row | None = self._s.get("tasks", counting[0]) if counting else None
        return None if row is None else row.task

    async def drop_hash(self, task: Task, hash_: Hash, reason: str, now: datetime) -> None:
        await self._s.step("tasks.drop_hash")
        key = (task.effect.chain_id, hash_)
        await self._s.lock("hashes", key)
        known = next((r for r in self._reports(key) if not r.dropped and r.task_id == task.id), None)
        if known is None:
            return
        self._keep(key, replace(known, dropped=True))
        await self._s.lock("tasks", task.id)
        row: Row = self._s.get("tasks", task.id)
        if row.task.tx_hash == hash_:
            self._put(replace(row, task=replace(row.task, tx_hash=None)))
        await self._look_now(task.id, now)

    async def _look_now(self, task_id: str, now: datetime) -> None:
        """`hash_at` is when the first hash that counts was recorded; without one the card's time runs again."""
        await self._s.lock("tasks", task_id)
        row: Row = self._s.get("tasks", task_id)
        since = min((report.added_at for report in self._counting(task_id)), default=None)
        waits = since is None and row.task.state is State.INTENT_CONFIRM
        found = replace(row.task, hash_at=since, next_check_at=row.task.expires_at if waits else now)
        watch = now + WATCH if found.state in _EXPIRED else row.watch_until
        self._put(replace(row, task=found, watch_until=watch))
        self._s.wake("task", task_id)

    async def _change(self, name: str, task_id: str, **fields: object) -> None:
        await self._s.step(name)
        await self._s.lock("tasks", task_id)
        row: Row | None = self._s.get("tasks", task_id)
        if row is not None:
            self._put(replace(row, task=replace(row.task, **fields)))  # type: ignore[arg-type]

    def _rows(self) -> list[Row]:
        """Oldest first."""
        return sorted(self._s.rows("tasks").values(), key=lambda row: (row.task.created_at, row.task.id))

    def _tasks(self) -> list[Task]:
        return [row.task for row in self._rows()]

    def _put(self, row: Row) -> None:
        self._s.put("tasks", row.task.id, row)

    def _find(self, turn_id: str) -> Task | None:
        return next((task for task in self._tasks() if task.turn_id == turn_id), None)

    def _open_order(self, user_id: str, effect: Decoded) -> Task | None:
        same = (task for task in self._tasks() if (task.user_id, task.effect) == (user_id, effect))
        return next((task for task in same if task.state in OPEN), None)

    def _reports(self, key: tuple[int, Hash]) -> Sequence[Report]:
        return self._s.get("hashes", key) or ()

    def _keep(self, key: tuple[int, Hash], report: Report) -> None:
        others = [other for other in self._reports(key) if other.number != report.number]
        self._s.put("hashes", key, (*others, report))

    def _counting(self, task_id: str) -> list[Report]:
        reports = [report for kept in self._s.rows("hashes").values() for report in kept]
        mine = [report for report in reports if report.task_id == task_id and not report.dropped]
        return sorted(mine, key=lambda report: report.number)
