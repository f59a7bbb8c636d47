"""Keys that a server gives out for practice: a random part, and a signature that only the server can compute.

So the server recognizes its own keys without storing them. The signature belongs to one sheet, whose secret (in
hexadecimal digits) is its key. A guessed key is accepted once in 887 million times.

>>> key = new_issued_key("0f" * 16)
>>> is_issued(key, "0f" * 16), is_issued(key, "f0" * 16)
(True, False)
>>> grouped_key("K7M2PX9QRAB2CDE"), grouped_key("K7M2PX9QR")
('K7M2P-X9QRA-B2CDE', 'K7M2PX9QR')
"""

from __future__ import annotations

import hmac
from itertools import count, islice

from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.generator.variant_keys import ALPHABET, KEY_LENGTH, new_key

_SIGNATURE = 6  # characters, with 29.7 bits; the random part has 44.6
_GROUP = 5


def new_issued_key(secret: str) -> str:
    """A random key with its signature."""
    return _signed(new_key(), secret)


def printed_keys(secret: str, number: int) -> list[str]:
    """Return signed keys for paper, always the same for a secret, so that answer keys match their worksheets."""
    parts = dict.fromkeys(islice((_part(secret, place) for place in count()), number))
    return [_signed(part, secret) for part in parts]


def is_issued(key: str, secret: str) -> bool:
    """Whether a key, as ``clean_key`` reads it, was given out with this secret."""
    return bool(secret) and hmac.compare_digest(_signed(key[:KEY_LENGTH], secret).encode(), key.encode())


def grouped_key(key: str) -> str:
    """Return a key for people: a long key in groups, which ``clean_key`` joins."""
    if len(key) < KEY_LENGTH + _SIGNATURE:
        return key
    return "-".join(key[start : start + _GROUP] for start in range(0, len(key), _GROUP))


def _part(secret: str, place: int) -> str:
    stream = Stream("printed key", place, secret=secret)
    return "".join(stream.choice(ALPHABET) for _ in range(KEY_LENGTH))


def _signed(part: str, secret: str) -> str:
    number = int.from_bytes(hmac.digest(bytes.fromhex(secret), b"student's key " + part.encode(), "sha256"), "big")
    signature = ""
    for _ in range(_SIGNATURE):
        number, place = divmod(number, len(ALPHABET))
        signature += ALPHABET[place]
    return part + signature
