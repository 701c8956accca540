"""Server-sent events: frames of one line of JSON, and comments that keep a quiet stream open."""

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi.responses import StreamingResponse


def frame(event: str, data: Any) -> str:
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n"


KEEP_ALIVE = ": \n\n"


def stream(frames: AsyncIterator[str]) -> StreamingResponse:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(frames, media_type="text/event-stream", headers=headers)
