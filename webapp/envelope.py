"""Every JSON answer has one form; every error a stable code, a status and words in the reader's language."""

import logging
import secrets
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from core.domain.errors import Conflict, Malformed, NotFound, Refusal, Unauthorized, Unavailable
from core.domain.message import Language
from core.wording import say

log = logging.getLogger(__name__)

_STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (NotFound, 404),
    (Conflict, 409),
    (Malformed, 422),
    (Unauthorized, 401),
    (Unavailable, 503),
    (Refusal, 400),
)


def ok(data: Any) -> dict[str, Any]:
    return {"success": True, "data": data, "error": None}


def language_of(request: Request) -> Language:
    """That of the message where there is one; else Chinese when the reader prefers it, else English."""
    said: Language | None = getattr(request.state, "language", None)
    if said is not None:
        return said
    return "zh" if request.headers.get("accept-language", "").lower().startswith("zh") else "en"


def failure(status: int, code: str, params: Mapping[str, str], language: Language) -> JSONResponse:
    error = {"code": code, "message": say(code, params, language)}
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"success": False, "data": None, "error": error}, status, headers)


def install_errors(app: FastAPI) -> None:
    """From exceptions to envelopes; a fault of the program says its reference and nothing of its inside."""

    async def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Refusal)
        status = next(status for kind, status in _STATUS if isinstance(error, kind))
        return failure(status, error.code, error.params, language_of(request))

    async def malformed(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        place = [str(part) for part in first["loc"] if part != "body"]
        params = {"field": ".".join(place) or "body", "reason": str(first["msg"])}
        return failure(422, "E405", params, language_of(request))

    async def http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            return failure(404, "E404", {}, language_of(request))
        # A body that is no JSON is malformed like any other (422), whatever the framework calls it.
        status = 422 if error.status_code == 400 else error.status_code
        params = {"field": "body" if status == 422 else request.method, "reason": str(error.detail)}
        return failure(status, "E405", params, language_of(request))

    async def fault(request: Request, error: Exception) -> JSONResponse:
        number = secrets.token_hex(4)
        log.error("%s %s failed, reference %s", request.method, request.url.path, number, exc_info=error)
        return failure(500, "E500", {"id": number}, language_of(request))

    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, fault)
