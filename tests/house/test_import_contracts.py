"""Each import contract of pyproject.toml catches a violation that is planted in a copy of the tree."""

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("core", "bot", "webapp", "evals")

# contract → the file that is made or extended in the copy, and the import that must not stand there
PLANTED = {
    "floors": ("core/domain/task.py", "import core.usecases"),
    "adapters": ("core/adapters/clock.py", "import core.app.settings"),
    "adapters-see": ("core/adapters/clock.py", "import core.graphs.plan"),
    "adapters-seen": ("webapp/cards.py", "import core.adapters.clock"),
    "app-seen": ("core/usecases/confirm.py", "import core.app.settings"),
    "wording": ("core/wording/__init__.py", "import core.app.settings"),
    "wording-seen": ("core/usecases/confirm.py", "import core.wording"),
    "wording-sees": ("core/wording/__init__.py", "import core.ports"),
    "edges": ("webapp/cards.py", "import core.graphs.plan"),
    "strangers": ("core/usecases/confirm.py", "import core.usecases.settle"),
    "channels": ("bot/discord/planted.py", "import bot.telegram.planted"),
    "channels-back": ("bot/telegram/planted.py", "import bot.discord.planted"),
    "graph-library": ("core/usecases/confirm.py", "import langgraph.types"),
    "vendors": ("core/usecases/confirm.py", "import asyncpg"),
    "http-client": ("webapp/cards.py", "import aiohttp"),
    "web-framework": ("core/usecases/confirm.py", "import fastapi"),
    "chat-libraries": ("webapp/cards.py", "import aiogram"),
    "words-library": ("webapp/cards.py", "import fluent.runtime"),
}


def contracts() -> list[dict[str, object]]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: list[dict[str, object]] = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return found


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    for floor in (*FLOORS, "tests/house"):
        for source in (ROOT / floor).rglob("*.py"):
            if "node_modules" not in source.parts:
                target = tree / source.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read_bytes())
    (tree / "tests" / "__init__.py").touch()
    for channel in ("telegram", "discord"):
        for name in ("__init__.py", "planted.py"):
            file = tree / "bot" / channel / name
            file.parent.mkdir(exist_ok=True)
            file.touch()
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


@pytest.fixture
def copy(clean: Path) -> Iterator[Path]:
    kept = {name: (clean / name).read_bytes() for name, _ in PLANTED.values()}
    yield clean
    for name, whole in kept.items():
        (clean / name).write_bytes(whole)


def held(tree: Path, *contracts: str) -> bool:
    """Whether the contracts (none named: all) hold in the tree, by the program that `make check` runs."""
    program = Path(sys.executable).with_name("lint-imports")
    argv: list[str | Path] = [
        program,
        "--no-logo",
        "--cache-dir",
        tree / "cache",
        *(f"--contract={contract}" for contract in contracts),
    ]
    done = subprocess.run(argv, cwd=tree, capture_output=True, text=True, check=False)
    assert ("KEPT" if done.returncode == 0 else "BROKEN") in done.stdout, done.stdout + done.stderr
    return done.returncode == 0


def test_each_contract_has_a_planted_violation() -> None:
    assert {contract["id"] for contract in contracts()} == set(PLANTED)


def test_no_contract_has_exceptions() -> None:
    assert [contract["id"] for contract in contracts() if "ignore_imports" in contract] == []


def test_every_contract_holds_as_it_is(copy: Path) -> None:
    assert held(copy)


@pytest.mark.parametrize("contract", PLANTED)
def test_a_planted_violation_is_caught(copy: Path, contract: str) -> None:
    name, statement = PLANTED[contract]
    with (copy / name).open("a") as file:
        file.write(f"\n{statement}\n")
    assert not held(copy, contract)
