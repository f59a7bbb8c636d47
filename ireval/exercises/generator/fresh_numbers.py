"""Random seeds and secrets, for sheets whose lists nobody should know in advance."""

from __future__ import annotations

import secrets

from ireval.exercises.sheet.model import MOST_SEED, SECRET_DIGITS


def new_seed() -> int:
    """Return a random seed. It decides the lists, but it is short enough to be guessed; a secret is not."""
    return secrets.randbelow(MOST_SEED + 1)


def new_secret() -> str:
    """A random secret for a sheet: 128 bits as hexadecimal digits."""
    return secrets.token_hex(SECRET_DIGITS // 2)
