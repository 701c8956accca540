"""The role `web`: API, signing page, web chat."""

from core.app.compose import App
from core.app.roles import Parts
from webapp.app import web_app


def role(app: App) -> Parts:
    return Parts(asgi=web_app(app))
