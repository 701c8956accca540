"""Who is asking: one dependency for every /api route but the public three; sign-in with Ethereum gives the token."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

import jwt
from fastapi import APIRouter, Depends, Path, Request
from jwt.types import Options
from pydantic import BaseModel, Field

from core.app.compose import App
from core.domain.errors import NotFound, Unauthorized
from core.domain.keys import key_hash
from core.domain.task import Task
from core.usecases.link import challenge, sign_in
from webapp.envelope import ok

router = APIRouter(prefix="/api/auth")

LIFE = timedelta(days=7)


@dataclass(frozen=True)
class Principal:
    """A signed-in user, or the bearer of one task's key, who may see and decide that task and nothing else."""

    user_id: str | None = None
    task_id: str | None = None


def app_of(request: Request) -> App:
    app: App = request.app.state.app
    return app


Here = Annotated[App, Depends(app_of)]


def issue_token(app: App, user_id: str, wallet: str) -> str:
    now = app.deps.clock.now()
    claims = {"sub": user_id, "wallet": wallet, "iat": now, "exp": now + LIFE, "aud": "tapsign"}
    return jwt.encode(claims, app.deps.rules.secret, algorithm="HS256")


async def identity(request: Request, app: Here) -> Principal:
    """From the Bearer header. Raises Unauthorized E401 without a valid token or key."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unauthorized("E401")
    if "." not in token:
        async with app.deps.store.transaction() as db:
            task = await db.tasks.of_key(key_hash(token))
        if task is None:
            raise Unauthorized("E401")
        return Principal(task_id=task.id)
    return Principal(user_id=str(_claims(app, token)["sub"]))


def _claims(app: App, token: str) -> Mapping[str, Any]:
    """Its times are compared with the Clock port, which wrote them, not with this machine's clock."""
    options: Options = {"require": ["exp", "sub", "aud"], "verify_exp": False, "verify_iat": False}
    try:
        claims: Mapping[str, Any] = jwt.decode(
            token, app.deps.rules.secret, ["HS256"], audience="tapsign", options=options
        )
    except jwt.InvalidTokenError as error:
        raise Unauthorized("E401") from error
    if claims["exp"] <= app.deps.clock.now().timestamp():
        raise Unauthorized("E401")
    return claims


Who = Annotated[Principal, Depends(identity)]


async def user_of(who: Who) -> str:
    """The signed-in user; a task's key is not enough (E401)."""
    if who.user_id is None:
        raise Unauthorized("E401")
    return who.user_id


UserId = Annotated[str, Depends(user_of)]


async def task_of(
    task_id: Annotated[str, Path(max_length=64, pattern=r"^[\x21-\x7e]+$")], who: Who, app: Here
) -> Task:
    """The task, for its owner or the bearer of its key; anybody else's is not there (E404)."""
    async with app.deps.store.transaction() as db:
        task = await db.tasks.get(task_id)
    if task is None or not (who.task_id == task.id or who.user_id == task.user_id):
        raise NotFound
    return task


OwnTask = Annotated[Task, Depends(task_of)]


class NonceAsked(BaseModel):
    address: str = Field(max_length=64)
    chain_id: int = Field(ge=1, lt=2**63)


class Proof(BaseModel):
    message: str = Field(max_length=4096)
    signature: str = Field(max_length=16_384)


@router.post("/nonce")
async def nonce(asked: NonceAsked, app: Here) -> dict[str, Any]:
    """A challenge to sign (EIP-4361), good once and for ten minutes at most."""
    value, message = await challenge(app.deps, asked.address, asked.chain_id)
    return ok({"nonce": value, "message": message})


@router.post("/verify")
async def verify(proof: Proof, app: Here) -> dict[str, Any]:
    """A token for the wallet that signed the challenge."""
    user, wallet = await sign_in(app.deps, proof.message, proof.signature)
    return ok({"token": issue_token(app, user.id, wallet), "address": wallet})
