"""Random texts: the secret parts of links, of which the database holds only digests, and the names of devices.

The students' token is computed from the owner's, so that the owner's page can show it again although it is not stored.
The token of a collection's readers is computed in the same way. An owner's token that replaced a lost one carries the
students' token after a full stop, because it cannot be computed from a new secret. If the students' token was not
known, ``UNKNOWN`` is there until the owner pastes the link.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode

UNKNOWN = "new"


class StudentsLinkUnknownError(Exception):
    """The owner's token does not carry the students' token."""


def owner_token() -> str:
    """A new secret."""
    return secrets.token_urlsafe(24)


def carrying_token(secret: str, student: str = UNKNOWN) -> str:
    """An owner's token that carries the students' token.

    >>> carrying_token("x", "OpMYk_SuyWu7abX8-IowNw")
    'x.OpMYk_SuyWu7abX8-IowNw'
    """
    return f"{secret}.{student}"


def secret_part(owner: str) -> str:
    """An owner's token without the students' token that it carries."""
    return owner.partition(".")[0]


def student_token(owner: str) -> str:
    """The students' token that belongs to an owner's token; the owner's cannot be computed from it.

    Raises ``StudentsLinkUnknownError``.

    >>> student_token("x"), student_token("y.OpMYk_SuyWu7abX8-IowNw")
    ('OpMYk_SuyWu7abX8-IowNw', 'OpMYk_SuyWu7abX8-IowNw')
    """
    _, point, carried = owner.partition(".")
    if carried == UNKNOWN:
        raise StudentsLinkUnknownError
    if point:
        return carried
    return _derived("student", owner)


def reader_token(owner: str) -> str:
    """The token of a collection's readers that belongs to its owner's token; the owner's cannot be computed from it.

    >>> reader_token("x")
    'lGWqA48Pg28Q4LYsTBX5kw'
    """
    return _derived("reader", owner)


def is_reader_token(text: str) -> bool:
    """Whether this may be the token of a collection's readers."""
    return is_device(text)


def _derived(whose: str, owner: str) -> str:
    derived = hashlib.sha256(f"{whose} of {owner}".encode()).digest()
    return urlsafe_b64encode(derived[:16]).rstrip(b"=").decode("ascii")  # 128 bits, 22 characters: short in a QR code


def device() -> str:
    """A random text for a browser, of as many characters as ``is_device`` expects."""
    return secrets.token_urlsafe(16)


def is_device(text: str) -> bool:
    """Whether this may be a text from ``device``."""
    return re.fullmatch(r"[\w-]{22}", text, re.ASCII) is not None


def token_of(link: str) -> str:
    """The token in a link as somebody pastes it, or the text itself.

    >>> token_of("https://example.org/ireval/s/OpMYk_SuyWu7abX8-IowNw/K7M2PX?checked=e1"), token_of("x")
    ('OpMYk_SuyWu7abX8-IowNw', 'x')
    """
    path = link.strip().partition("?")[0].partition("#")[0]
    return path.rpartition("/s/")[2].partition("/")[0]


def digest(token: str) -> str:
    """The digest of a secret, which is stored. A secret is too long to be guessed, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
