"""Settings from the environment and `.env`; the only reader of os.environ. `.env.example` lists every one."""

import ipaddress
import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class SettingsError(Exception):
    """A setting can't be used; the message names it, says why and what to do."""


class Settings(BaseSettings):
    """One field a setting, in upper case outside; an empty text is the same as not set."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    data_dir: Path = Path(".data")
    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=1, le=65535)
    public_url: str = ""
    database_url: str = ""
    chroma_url: str = ""
    catalog: str = ""
    demo_chain: bool | None = None
    telegram_token: str = ""
    telegram_api_url: str = ""
    telegram_webhook_secret: str = ""
    telegram_proxy: str = ""
    discord_token: str = ""
    discord_api_url: str = ""
    discord_proxy: str = ""
    discord_client_id: str = ""
    discord_client_secret: str = ""
    llm_provider: Literal["embedded", "openai", "anthropic", "google", "ollama"] = "embedded"
    llm_model: str = ""
    llm_base_url: str = ""
    llm_api_key: str = ""
    llm_temperature: float = Field(default=0, ge=0, le=2)
    llm_context_tokens: int = Field(default=8192, ge=1024)
    embedder: str = ""
    embedder_url: str = ""
    embedder_model: str = ""
    jwt_secret: str = ""
    card_ttl_minutes: int = Field(default=30, ge=1)
    unknown_after_minutes: int = Field(default=60, ge=1)
    quota_per_minute: int = Field(default=120, ge=0)
    walletconnect_project_id: str = ""
    tracing: bool = False
    operators: str = ""

    @property
    def url(self) -> str:
        """How users reach the pages, without a slash at the end."""
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")

    @property
    def demo(self) -> bool:
        """Whether a node of our own is started: by default exactly when no catalog is given."""
        return not self.catalog if self.demo_chain is None else self.demo_chain

    @property
    def card_ttl(self) -> timedelta:
        return timedelta(minutes=self.card_ttl_minutes)

    @property
    def unknown_after(self) -> timedelta:
        return timedelta(minutes=self.unknown_after_minutes)


def load_settings() -> Settings:
    """The settings of this process. Raises SettingsError with the name of the first bad one.

    With TRACING off the tracing variables of libraries are forced to false, whatever they were (R-158).
    """
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper()
        raise SettingsError(f"{name}: {first['msg']}; correct it in the environment or in .env") from error
    parts = urlsplit(settings.url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise SettingsError(f"PUBLIC_URL: {settings.url} is not http(s)://host[:port]; correct it in .env")
    if not settings.tracing:
        os.environ.update(dict.fromkeys(_TRACING, "false"))
    os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
    return settings


_TRACING = ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGCHAIN_TRACING")


def loopback(host: str | None) -> bool:
    """Whether a host name can only mean this computer."""
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def reachable_from_a_phone(settings: Settings) -> bool:
    """False for a loopback, private or dotless PUBLIC_URL: buttons would open nothing on another device."""
    host = urlsplit(settings.url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return "." in host.rstrip(".") and not host.endswith((".local", ".localhost", ".internal"))


def not_built(settings: Settings) -> list[str]:
    """What is set but has no effect in this version: said at start, never passed over in silence."""
    parts = {
        "TELEGRAM_TOKEN": settings.telegram_token,
        "DISCORD_TOKEN": settings.discord_token,
        "LLM_PROVIDER": settings.llm_provider != "embedded",
        "CHROMA_URL": settings.chroma_url,
        "EMBEDDER": settings.embedder,
        "WALLETCONNECT_PROJECT_ID": settings.walletconnect_project_id,
        "OPERATORS": settings.operators,
    }
    return [
        f"{name:11} is set, but what it is for is not built yet" for name, value in parts.items() if value
    ]


def jwt_secret(settings: Settings) -> bytes:
    """The secret that tokens and page keys derive from, made once in DATA_DIR with mode 0600."""
    if settings.jwt_secret:
        if len(settings.jwt_secret) < 32:
            raise SettingsError("JWT_SECRET: needs at least 32 characters; leave it empty to have one made")
        return settings.jwt_secret.encode()
    path = settings.data_dir / "jwt-secret"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(path)
    return path.read_bytes()
