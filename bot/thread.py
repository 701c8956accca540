"""The web chat as a place where cards stand: its thread gets the last word on a task as a line of its own."""

from bot.render import LAST, status_code, status_params
from core.domain.message import Language
from core.domain.outbox import Letter
from core.domain.task import State
from core.domain.thread import Entry
from core.ports import Deps


async def deliver(deps: Deps, letter: Letter) -> None:
    """Append once: the letter is the source, so that a repeated delivery changes nothing."""
    if State(letter.body["state"]) not in LAST:
        return
    language: Language = "zh" if letter.language == "zh" else "en"
    body = {"task": letter.task_id, "code": status_code(letter), "params": status_params(letter)}
    source, thread = f"letter:{letter.id}", letter.place.chat
    async with deps.store.transaction() as db:
        await db.threads.add(Entry(thread, source, "status", letter.created_at, language, body=body))
