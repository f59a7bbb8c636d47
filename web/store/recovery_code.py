"""Codes that replace a lost owner's link: shown once, copied by hand, read out on the telephone.

A code has 25 characters, which is 125 bits. The database holds its digest, and beside it the students' token encrypted
with the code: a new owner's link has to carry that token, and nobody can read it from the database without the code.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from ireval.errors import InputError

#: Crockford's Base32 alphabet, without I, L, O and U, which are easily confused with others.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 25
GROUP = 5
_LOOKALIKES = str.maketrans("OIL", "011")
_BYTES = 16  # of a students' token, and of a code's digest


def new_code() -> str:
    """A code in groups."""
    return _in_groups("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def clean_code(text: str) -> str:
    """A code as somebody typed it, in groups. Raises ``InputError``.

    >>> clean_code("0o1il abcde fghjk  mnpqr-stvwx")
    '00111-ABCDE-FGHJK-MNPQR-STVWX'
    """
    plain = "".join(c for c in text.upper() if c.isalnum()).translate(_LOOKALIKES)
    wrong = next((c for c in plain if c not in ALPHABET), None)
    if wrong:
        raise InputError("code", "not-in-recovery-codes", character=wrong)
    if len(plain) != LENGTH:
        raise InputError("code", "recovery-code-length", count=len(plain), length=LENGTH)
    return _in_groups(plain)


def stored_code(code: str, student: str) -> str:
    """What the database stores for a code: its digest, and the students' token encrypted with it."""
    return digest(code) + _mask(code, urlsafe_b64decode(f"{student}==")).hex()


def digest(code: str) -> str:
    """The digest of a code, which is the first half of what the database stores."""
    return _hash("digest of", code).hex()


def student_token(code: str, stored: str) -> str:
    """The students' token that was encrypted with the code."""
    token = _mask(code, bytes.fromhex(stored[2 * _BYTES :]))
    return urlsafe_b64encode(token).rstrip(b"=").decode("ascii")


def _in_groups(plain: str) -> str:
    return "-".join(plain[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def _hash(purpose: str, code: str) -> bytes:
    return hashlib.sha256(f"{purpose} {code}".encode()).digest()[:_BYTES]


def _mask(code: str, text: bytes) -> bytes:
    """Encrypt or decrypt. A code is used for one token only, so a one-time pad is enough."""
    return bytes(a ^ b for a, b in zip(text, _hash("students of", code), strict=True))
