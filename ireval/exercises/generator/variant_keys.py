"""The keys of variants: read as students type them, drawn at random, or drawn from a sheet's seed and secret."""

from __future__ import annotations

import secrets

from ireval.errors import InputError
from ireval.exercises.generator.random_stream import SHEETS, Stream
from ireval.exercises.sheet.model import Sheet
from ireval.messages.message import Message

#: The characters of keys, without those that look alike on paper.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_LOOKALIKES = "0O1IL"
#: The most characters of a key.
LONGEST_KEY = 16
#: The characters of a key that nobody can find by trying: 44 bits.
KEY_LENGTH = 9
_SHORT_LENGTH = 6  # if the seed, which can be guessed, decides the keys


def clean_key(text: str, field: str = "variant") -> str:
    """A key in capitals, without spaces or hyphens. Raises ``InputError`` naming ``field``.

    >>> clean_key(" k7-m2p ")
    'K7M2P'
    """
    key = "".join(text.split()).replace("-", "").upper()
    if not key:
        raise InputError(field, "key-missing")
    if len(key) > LONGEST_KEY:
        raise InputError(field, "key-too-long", count=len(key), most=LONGEST_KEY)
    wrong = next((c for c in key if c not in ALPHABET), None)
    if wrong:
        hint = Message("key-lookalikes" if wrong in _LOOKALIKES else "key-alphabet")
        raise InputError(field, "not-in-keys", character=wrong, hint=hint)
    return key


def new_key() -> str:
    """Return a random key for one student, which nobody can find by trying."""
    return "".join(secrets.choice(ALPHABET) for _ in range(KEY_LENGTH))


def variant_keys(sheet: Sheet, count: int) -> list[str]:
    """Return keys for this number of variants, always the same for a sheet; a longer list begins with the same keys.

    Without a secret they are short, and follow from the seed alone.
    """
    stream, keys = Stream("keys", SHEETS, sheet.seed, secret=sheet.secret), dict[str, None]()
    length = KEY_LENGTH if sheet.secret else _SHORT_LENGTH
    while len(keys) < count:
        keys["".join(stream.choice(ALPHABET) for _ in range(length))] = None
    return list(keys)
