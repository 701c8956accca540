"""What a role (bot, web, worker) gives to the program that runs it, and how it is found by name."""

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from core.app.compose import App

Scope = MutableMapping[str, Any]
Asgi = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]


@dataclass(frozen=True)
class Parts:
    """`asgi` is mounted on the one port; `jobs` run until they are cancelled, each under its name."""

    asgi: Asgi | None = None
    jobs: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = ()


Role = Callable[[App], Parts]


def load_role(name: str) -> Role:
    """The role of this name from the entry points of `tapsign.roles`: the core imports no edge."""
    (found,) = entry_points(group="tapsign.roles", name=name)
    role: Role = found.load()
    return role
