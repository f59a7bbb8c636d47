"""The secret parts of links, which the database knows only by their digests.

The students' link follows from the owner's, so that the owner can be shown it again although it is stored nowhere.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode


def owner_token() -> str:
    """A new secret."""
    return secrets.token_urlsafe(24)


def student_token(owner: str) -> str:
    """The secret that belongs to an owner's; there is no way back.

    >>> student_token("x")
    'OpMYk_SuyWu7abX8-IowNw'
    """
    derived = hashlib.sha256(f"student of {owner}".encode()).digest()
    return urlsafe_b64encode(derived[:16]).rstrip(b"=").decode("ascii")  # 128 bits, 22 characters: short in a QR code


def digest(token: str) -> str:
    """What is stored of a secret. It is too long to be guessed, so a plain hash hides it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
