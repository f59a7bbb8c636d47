"""The keys by which students ask for their variant of a sheet: read, drawn at random, or drawn from a sheet's seed."""

from __future__ import annotations

import secrets

from ireval.errors import InputError
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.sheet.model import Sheet

#: What keys are made of: nothing that is taken for something else when it is read off paper.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
#: A key has no more characters than this, and a drawn one has six.
LONGEST_KEY = 16
_LENGTH = 6


def clean_key(text: str, field: str = "variant") -> str:
    """A key as it is used, in capitals and without blanks or hyphens. Raises ``InputError`` naming ``field``.

    >>> clean_key(" k7-m2p ")
    'K7M2P'
    """
    key = "".join(text.split()).replace("-", "").upper()
    if not key:
        raise InputError(field, "There is no key of a variant.", "It stands on the sheet, such as K7M2PX.")
    if len(key) > LONGEST_KEY:
        raise InputError(field, f"A key has at most {LONGEST_KEY} characters, not {len(key)}.", "Look at it again.")
    wrong = next((c for c in key if c not in ALPHABET), None)
    if wrong:
        hint = "Keys have no 0, O, 1, I or L in them." if wrong in "0O1IL" else "Keys are made of letters and digits."
        raise InputError(field, f"“{wrong}” is not part of any key.", hint)
    return key


def new_key() -> str:
    """A key that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(_LENGTH))


def variant_keys(sheet: Sheet, count: int) -> list[str]:
    """Keys for so many variants, always the same ones; more of them begin with those."""
    stream, keys = Stream("keys", sheet.generator, sheet.seed), dict[str, None]()
    while len(keys) < count:
        keys["".join(stream.choice(ALPHABET) for _ in range(_LENGTH))] = None
    return list(keys)
