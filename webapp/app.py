"""The FastAPI application: routers, pages with their headers, health."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, JSONResponse
from starlette.staticfiles import StaticFiles

from core.app.compose import App
from core.app.health import health
from core.app.settings import loopback
from core.domain.errors import NotFound
from core.wording import say
from webapp import auth, cards, chat
from webapp.auth import Here
from webapp.envelope import failure, install_errors, language_of, ok
from webapp.headers import MOST, SafeHeaders

STATIC = Path(__file__).parent / "static"


def web_app(app: App) -> FastAPI:
    """The web side over a composed program."""
    web = FastAPI(title="Tapsign", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None)
    web.state.app = app
    install_errors(web)
    for router in (auth.router, chat.router, cards.router, cards.pages):
        web.include_router(router)
    headers = {
        "Content-Security-Policy": _policy(app),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
    too_large = failure(413, "E405", {"field": "body", "reason": f"more than {MOST} bytes"}, "en")
    web.add_middleware(SafeHeaders, headers=headers, too_large=too_large)

    @web.get("/healthz")
    async def healthz(request: Request) -> JSONResponse:
        parts, away = await health(app)
        if away is None:
            return JSONResponse(ok(parts))
        error = {"code": away, "message": say(away, {}, language_of(request))}
        return JSONResponse({"success": False, "data": parts, "error": error}, 503)

    _pages(web, app)
    return web


def _pages(web: FastAPI, app: App) -> None:
    @web.api_route("/s/{key}", methods=["GET", "HEAD"], include_in_schema=False)
    async def signing_page(key: str) -> FileResponse:  # noqa: ARG001 - the page reads it from its own address
        return FileResponse(STATIC / "sign.html", headers={"Cache-Control": "no-store"})

    @web.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def web_chat(request: Request) -> FileResponse:
        if not (loopback(urlsplit(app.settings.url).hostname) and _here(request.headers.get("host", ""))):
            raise NotFound
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    @web.get("/config.json", include_in_schema=False)
    async def config(here: Here) -> dict[str, Any]:
        """What the pages know before anybody signed in."""
        chains = [
            {
                "id": chain.id,
                "slug": chain.slug,
                "name": chain.name,
                "wallet_rpc": chain.wallet_rpc,
                "native": {"symbol": chain.native.symbol, "decimals": chain.native.decimals},
                "demo": chain.demo,
            }
            for chain in here.deps.catalog.chains
        ]
        default = here.deps.catalog.default_chain
        return ok({"default_chain_id": default.id, "demo": default.demo, "chains": chains})

    web.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")


def _here(host: str) -> bool:
    """Whether a Host header names this computer and nothing else: a name of its own could be rebound to it."""
    name = re.fullmatch(r"(localhost|[0-9.]{7,15}|\[[0-9a-f:]+\])(?::[0-9]{1,5})?", host.lower())
    return name is not None and loopback(name[1].strip("[]"))


def _policy(app: App) -> str:
    """Own scripts only; the page itself talks to a node only where the demo wallet signs."""
    nodes = [c.wallet_rpc for c in app.deps.catalog.chains if c.demo and c.wallet_rpc]
    sources = " ".join(["'self'", *nodes])
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src {sources}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )
