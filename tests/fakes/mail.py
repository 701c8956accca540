"""The outbox in memory: places where cards stand, and letters in the order of each chat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.domain.errors import NotFound
from core.domain.outbox import Letter, Place
from core.domain.task import State, Task
from tests.fakes.memory import Session


@dataclass(frozen=True)
class Mail:
    letter: Letter
    not_before: datetime
    leased_until: datetime | None = None
    sent: bool = False
    superseded: bool = False

    @property
    def waits(self) -> bool:
        return not self.sent and not self.superseded

    @property
    def chat(self) -> tuple[str, str]:
        return self.letter.place.channel, self.letter.place.chat

    def flies(self, now: datetime) -> bool:
        return not self.sent and self.leased_until is not None and self.leased_until > now


class FakeOutbox:
    def __init__(self, session: Session) -> None:
        self._s = session

    async def show(self, task_id: str, place: Place, shown: State) -> None:
        await self._s.step("outbox.show")
        await self._s.lock("tasks", task_id)
        row = self._s.get("tasks", task_id)
        if row is None:
            raise NotFound
        new = (task_id, place) not in self._s.rows("places")
        self._s.put("places", (task_id, place), place)
        if new and row.task.state != shown:
            write_letters(self._s, row.task, row.task.history[-1].at, place)

    async def places(self, task_id: str) -> Sequence[Place]:
        await self._s.step("outbox.places")
        return places(self._s, task_id)

    async def claim(
        self, channels: Sequence[str], now: datetime, lease: timedelta, limit: int
    ) -> Sequence[Letter]:
        await self._s.step("outbox.claim")
        first: dict[tuple[str, str], Mail] = {}
        flying = set()
        for mail in self._all():
            if mail.flies(now):
                flying.add(mail.chat)
            if mail.waits and mail.letter.place.channel in channels:
                first.setdefault(mail.chat, mail)
        taken: list[Letter] = []
        for mail in first.values():
            ready = mail.not_before <= now and mail.chat not in flying
            if ready and len(taken) < limit and self._s.take("outbox", mail.letter.id):
                letter = replace(mail.letter, attempts=mail.letter.attempts + 1)
                self._put(replace(mail, letter=letter, leased_until=now + lease))
                taken.append(letter)
        return sorted(taken, key=lambda letter: letter.id)

    async def sent(self, letter_id: int, now: datetime) -> None:
        await self._s.step("outbox.sent")
        await self._s.lock("outbox", letter_id)
        mail = self._s.get("outbox", letter_id)
        if mail is not None and not mail.sent:
            self._put(replace(mail, sent=True, leased_until=None))
            same = [other for other in self._all() if _same(other.letter, mail.letter)]
            if same[-1].letter.id > letter_id and same[-1].sent:
                self._put(replace(same[-1], sent=False, superseded=False, not_before=now))
        self._s.wake("outbox", "")

    async def retry(self, letter_id: int, at: datetime, reason: str) -> None:
        await self._s.step("outbox.retry")
        await self._s.lock("outbox", letter_id)
        mail = self._s.get("outbox", letter_id)
        if mail is None or mail.sent:
            return
        self._put(replace(mail, leased_until=None))
        for other in self._all():
            if other.chat == mail.chat and other.waits and other.not_before < at:
                self._put(replace(other, not_before=at))

    def _all(self) -> list[Mail]:
        return sorted(self._s.rows("outbox").values(), key=lambda mail: mail.letter.id)

    def _put(self, mail: Mail) -> None:
        self._s.put("outbox", mail.letter.id, mail)


def _same(one: Letter, other: Letter) -> bool:
    return (one.task_id, one.place) == (other.task_id, other.place)


def places(session: Session, task_id: str) -> list[Place]:
    found = [place for (task, _), place in session.rows("places").items() if task == task_id]
    return sorted(found, key=lambda place: (place.channel, place.chat, place.message_id))


def write_letters(session: Session, task: Task, now: datetime, only: Place | None = None) -> None:
    """A letter with the task as it is now; those that wait for the same place are superseded."""
    body = {
        "task": task.id,
        "state": task.state.value,
        "reason": task.reason,
        "tx_hash": task.tx_hash,
        "amount": task.card["amount"],
        "symbol": task.card["token"]["symbol"],
        "to": task.card["to"],
        "chain_id": task.effect.chain_id,
        "explorer_url": None,
    }
    for place in places(session, task.id) if only is None else [only]:
        waiting = [mail for mail in session.rows("outbox").values() if mail.waits]
        chat = [mail.not_before for mail in waiting if mail.chat == (place.channel, place.chat)]
        number = session.memory.number()
        letter = Letter(number, place, task.id, task.user_id, task.language, body, now, attempts=0)
        for mail in waiting:
            if _same(mail.letter, letter):
                session.put("outbox", mail.letter.id, replace(mail, superseded=True))
        session.put("outbox", number, Mail(letter, max([now, *chat])))
    session.wake("outbox", "")
