"""Random texts: the secret parts of links, of which the database holds only digests, and the names of devices.

The students' token is computed from the owner's, so that the owner's page can show it again although it is not stored.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode


def owner_token() -> str:
    """A new secret."""
    return secrets.token_urlsafe(24)


def student_token(owner: str) -> str:
    """The students' token that belongs to an owner's token, which cannot be computed from it.

    >>> student_token("x")
    'OpMYk_SuyWu7abX8-IowNw'
    """
    derived = hashlib.sha256(f"student of {owner}".encode()).digest()
    return urlsafe_b64encode(derived[:16]).rstrip(b"=").decode("ascii")  # 128 bits, 22 characters: short in a QR code


def device() -> str:
    """A random text for a browser, of as many characters as ``is_device`` expects."""
    return secrets.token_urlsafe(16)


def is_device(text: str) -> bool:
    """Whether this is such a text."""
    return re.fullmatch(r"[\w-]{22}", text, re.ASCII) is not None


def digest(token: str) -> str:
    """The digest of a secret, which is stored. A secret is too long to be guessed, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
