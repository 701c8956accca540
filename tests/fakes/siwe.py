"""Sign-in without cryptography: the signature of a message is `signed(owner, message)`."""

from datetime import datetime

from core.domain.errors import Unauthorized, Unavailable
from core.domain.types import Address, address


def signed(owner: Address, message: str) -> str:
    return f"{owner} signs {hash(message)}"


class FakeSiwe:
    def challenge(
        self, owner: Address, chain_id: int, nonce: str, issued: datetime, expires: datetime
    ) -> str:
        return f"{owner}\n{chain_id}\n{nonce}\n{issued.isoformat()}\n{expires.isoformat()}"

    async def proves(self, message: str, signature: str, now: datetime) -> Address:
        lines = message.split("\n")
        if len(lines) != 5 or signature != signed(address(lines[0]), message):
            raise Unauthorized("E403")
        if now >= datetime.fromisoformat(lines[4]):
            raise Unauthorized("E402")
        return address(lines[0])


class FakeFaucet:
    """`funded` lists who got coins; `away`: the chain does not answer."""

    def __init__(self) -> None:
        self.funded: list[Address] = []
        self.away = False

    async def fund(self, owner: Address) -> None:
        if self.away:
            raise Unavailable("E502")
        self.funded.append(owner)
