"""`tapsign`: the program's commands. Imports stay inside them, so that `--help` and `doctor` start at once."""

import argparse
import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

from core.app.logs import set_up_logs
from core.app.settings import Settings, SettingsError, load_settings

COMMANDS = {
    "up": "everything in one process, with an embedded database and the demo chain",
    "bot": "the chat channels alone",
    "web": "the API and the pages alone",
    "worker": "receipts, expiries and recovery alone",
    "migrate": "bring the database of DATABASE_URL to this version",
    "doctor": "say what is set, what is default, what answers",
}


def main() -> None:
    """Exit 0 after a clean stop, 1 with one line on standard error when a start failed."""
    parser = argparse.ArgumentParser("tapsign", description="An on-chain assistant; you sign.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, does in COMMANDS.items():
        commands.add_parser(name, help=does, description=does)
    command = parser.parse_args().command
    set_up_logs()
    try:
        asyncio.run(_work(command))
    except KeyboardInterrupt:
        pass
    except _start_errors() as error:
        sys.exit(f"tapsign: {error}")


def _work(command: str) -> Coroutine[Any, Any, object]:
    """What the command does. All is imported before the event loop runs: Ctrl-C ends an import at once, while in
    the loop it is heard at the next await only, which may be seconds later."""
    settings = load_settings()
    match command:
        case "up":
            from core.app.run import up

            return up(settings)
        case "migrate":
            from core.adapters.postgres.migrate import migrate

            if not settings.database_url:
                raise SettingsError("DATABASE_URL: needed to migrate; the embedded database migrates itself")
            return migrate(settings.database_url)
        case "doctor":
            return _doctor(settings)
        case role:
            from core.app.run import alone

            return alone(settings, role)


async def _doctor(settings: Settings) -> None:
    from core.app.doctor import doctor

    sys.exit(await doctor(settings))


def _start_errors() -> tuple[type[Exception], ...]:
    from core.adapters.catalog import CatalogError
    from core.adapters.postgres.migrate import MigrationError
    from core.app.embedded.errors import EmbeddedError
    from core.domain.errors import Unavailable

    return (SettingsError, EmbeddedError, CatalogError, MigrationError, Unavailable)


if __name__ == "__main__":
    main()
