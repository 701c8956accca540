"""Sign-In with Ethereum: a challenge that is used once and for ten minutes at most, then a known wallet."""

import logging
import secrets
from datetime import timedelta

from core.domain.errors import Malformed, Unauthorized, Unavailable
from core.domain.principal import User
from core.domain.types import Address, address
from core.ports import Deps

log = logging.getLogger(__name__)

LIFE = timedelta(minutes=10)


async def challenge(deps: Deps, owner: str, chain_id: int) -> tuple[str, str]:
    """A nonce and the EIP-4361 message to sign, kept until it is used. Raises Malformed for an address or a
    chain that is not ours (E405)."""
    try:
        who = address(owner)
        deps.catalog.chain(chain_id)
    except ValueError as error:
        raise Malformed("E405", {"field": "address", "reason": "not an address"}) from error
    except KeyError as error:
        raise Malformed("E405", {"field": "chain_id", "reason": "not configured"}) from error
    now = deps.clock.now()
    nonce = secrets.token_hex(16)
    message = deps.siwe.challenge(who, chain_id, nonce, now, now + LIFE)
    async with deps.store.transaction() as db:
        await db.users.offer(nonce, message, now + LIFE)
    return nonce, message


async def sign_in(deps: Deps, message: str, signature: str) -> tuple[User, Address]:
    """The user of the wallet that signed; a new wallet gets test coins on a chain that we started.

    Raises Unauthorized E403 for a signature that does not fit, E402 for a challenge that is not ours, was used
    or is too old. The signature is checked first, so that a wrong one does not use up the challenge.
    """
    now = deps.clock.now()
    owner = await deps.siwe.proves(message, signature, now)
    async with deps.store.transaction() as db:
        if not await db.users.redeem(message, now):
            raise Unauthorized("E402")
        known = await db.users.of_wallet(owner)
    if known is None and deps.faucet is not None:
        # Before the wallet is written down: a crash between the two funds it again up to the same amount.
        try:
            await deps.faucet.fund(owner)
        except Unavailable as away:
            log.warning("no test coins for %s: %s", owner, away)
    async with deps.store.transaction() as db:
        user, fresh = await db.users.link(owner, now)
        if fresh:
            await db.audit.add("link", user.id, {"wallet": owner}, now)
    return user, owner
