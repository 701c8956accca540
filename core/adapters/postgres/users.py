"""Users, their wallets, and the challenges that prove them."""

from collections.abc import Sequence
from datetime import datetime

from core.adapters.postgres.session import Session
from core.domain.principal import User, Wallet
from core.domain.types import Address


class PgUsers:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def link(self, owner: Address, now: datetime) -> tuple[User, bool]:
        """The wallet is inserted first: the loser of a race leaves no user behind."""
        made = await self._session.value(
            """
            WITH wallet AS (
                INSERT INTO wallets (address, user_id, is_default, linked_at)
                VALUES ($1, gen_random_uuid()::text, true, $2)
                ON CONFLICT (address) DO NOTHING RETURNING user_id
            )
            INSERT INTO users (id, created_at) SELECT user_id, $2 FROM wallet RETURNING id
            """,
            owner,
            now,
        )
        if made is not None:
            return User(made), True
        known = await self._session.value("SELECT user_id FROM wallets WHERE address = $1", owner)
        return User(known), False

    async def of_wallet(self, owner: Address) -> User | None:
        found = await self._session.value("SELECT user_id FROM wallets WHERE address = $1", owner)
        return None if found is None else User(found)

    async def wallets(self, user_id: str) -> Sequence[Wallet]:
        rows = await self._session.rows(
            """
            SELECT address, user_id, is_default FROM wallets WHERE user_id = $1
            ORDER BY is_default DESC, linked_at, address
            """,
            user_id,
        )
        return [Wallet(Address(row["address"]), row["user_id"], row["is_default"]) for row in rows]

    async def offer(self, nonce: str, message: str, expires: datetime) -> None:
        """Challenges that nobody can use any more go at the same time."""
        await self._session.run(
            "DELETE FROM challenges WHERE expires_at < $1::timestamptz - interval '1 day'", expires
        )
        await self._session.run(
            "INSERT INTO challenges (nonce, message, expires_at) VALUES ($1, $2, $3)",
            nonce,
            _bytes(message),
            expires,
        )

    async def redeem(self, message: str, now: datetime) -> bool:
        return await self._session.run(
            """
            UPDATE challenges SET used_at = $2
            WHERE sha256(message) = sha256($1) AND message = $1 AND used_at IS NULL AND expires_at > $2
            """,
            _bytes(message),
            now,
        )


def _bytes(message: str) -> bytes:
    """Any text has bytes, also one that no server could have offered."""
    return message.encode("utf-8", "surrogatepass")
