"""Keys of signing pages: derived, so that a card can be shown again; the database holds their hashes only."""

import base64
import hashlib
import hmac


def signing_key(secret: bytes, task_id: str) -> str:
    """22 characters of A-Z a-z 0-9 - _ that open one task's signing page, and nothing else."""
    mac = hmac.digest(secret, b"signing-page:" + task_id.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(mac[:16]).rstrip(b"=").decode()


def key_hash(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def signing_key_hash(secret: bytes, task_id: str) -> bytes:
    return key_hash(signing_key(secret, task_id))
