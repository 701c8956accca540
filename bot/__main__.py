"""The role `bot`: the channels and the notifier."""

from bot.notifier import notify
from bot.thread import deliver
from core.app.compose import App
from core.app.roles import Parts


def role(app: App) -> Parts:
    async def notifier() -> None:
        await notify(app.deps, {"web": deliver})

    return Parts(jobs=(("notifier", notifier),))
