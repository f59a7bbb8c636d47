"""Draws whole numbers from a seed, the same on every machine and in every version of Python.

Python's own generators promise that only in part, so this one is defined here. Word ``i`` of a stream is the first 8
bytes (big endian) of BLAKE2b with a digest of 8 bytes, of the stream's label in UTF-8, a zero byte, and ``i`` in 8
bytes (big endian). A number below n is the first word under the largest multiple of n, modulo n. With a secret, BLAKE2b
is keyed with the secret's bytes: a person who does not know it cannot compute a word, even if the label is known.

>>> stream = Stream("sheet", 42)
>>> [stream.below(10) for _ in range(8)]
[5, 3, 1, 2, 2, 2, 6, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

#: Part of the label of every stream of a sheet. Another number changes every draw. A higher ``GENERATOR`` says that
#: some draws differ, and leaves this number alone.
SHEETS = 1

_WORD = 2**64


class Stream:
    """Numbers drawn one after the other; streams with different labels, or with different secrets, are independent.

    ``secret`` is written in hexadecimal digits; without one, the label alone decides what is drawn.
    """

    def __init__(self, *label: str | int, secret: str = "") -> None:
        self._label = "/".join(map(str, label)).encode() + b"\0"
        self._secret = bytes.fromhex(secret)
        self._next = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        while True:
            place = self._next.to_bytes(8, "big")
            word = blake2b(self._label + place, digest_size=8, key=self._secret).digest()
            self._next += 1
            drawn = int.from_bytes(word, "big")
            if drawn < _WORD - _WORD % n:
                return drawn % n

    def between(self, least: int, most: int) -> int:
        """A number from ``least`` to ``most``, both included."""
        return least + self.below(most - least + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """``items`` in another order (Fisher and Yates)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` of ``items``, none twice."""
        return self.shuffled(items)[:count]
