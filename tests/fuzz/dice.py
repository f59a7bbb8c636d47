"""What cases are thrown together with: choices from one seed, and a handful of odd texts that Hypothesis has drawn.

Hypothesis is good at texts that nobody thinks of, and slow at large structures: a volley of cases shares its texts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.fuzz.texts import ALPHABET, HOSTILE, MARKERS, NUMBERS

T = TypeVar("T")
#: Cases that share the texts of one draw.
VOLLEY = 25
_SHORT = [text for text in (*NUMBERS, *NUMBERS, *HOSTILE) if len(text) < 1000]


class Dice:
    """Choices that depend on a seed, and on texts and bytes that were drawn with it."""

    def __init__(self, seed: int | str, texts: Sequence[str] = ("",), data: Sequence[bytes] = (b"",)) -> None:
        self._random = random.Random(seed)  # noqa: S311 - that it can be repeated is the purpose
        self._texts, self._data = [*texts], [*data]

    def choice(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[int(self._random.random() * len(values))]

    def below(self, most: int) -> int:
        """A whole number from 0 to one less than ``most``."""
        return int(self._random.random() * most)

    def chance(self, share: float) -> bool:
        """True in this share of all throws."""
        return self._random.random() < share

    def several(self, make: Callable[[], T], most: int, least: int = 0) -> list[T]:
        """Up to ``most`` values, few more often than many."""
        return [make() for _ in range(least + int(self._random.random() ** 1.5 * (most - least + 1)))]

    def letters(self, alphabet: str, most: int) -> str:
        """A text of some letters."""
        return "".join(self.several(lambda: self.choice(alphabet), most))

    def hostile(self) -> str:
        """A text that means trouble somewhere; a long one now and then."""
        kind = self._random.random()
        if kind < 0.1:
            return self.choice(MARKERS)
        if kind < 0.5:
            return self.choice(_SHORT)
        if kind < 0.75:
            return self.choice(self._texts)
        return self.letters(ALPHABET, 12) if kind < 0.97 else self.choice((*NUMBERS, *HOSTILE))

    def number(self) -> str:
        """A number as people type it, or something like one."""
        return self.choice(NUMBERS) if self.chance(0.1) else self.choice(_SHORT[: len(_SHORT) // 2])

    def binary(self) -> bytes:
        """Some bytes."""
        return self.choice(self._data)

    def mostly(self, usual: str, odd: float = 0.3) -> str:
        """The usual text, or one with damage, or an odd one."""
        if not self.chance(odd):
            return usual
        return self.damaged(usual, self.hostile()) if self.chance(0.4) else self.hostile()

    def damaged(self, whole: Any, put: Any) -> Any:
        """A text or bytes with something put in and up to three characters cut out."""
        at = self.below(len(whole) + 1)
        return whole[:at] + put + whole[at + self.below(4) :]

    def cut(self, whole: Any) -> Any:
        """The beginning of a text or of bytes."""
        return whole[: self.below(len(whole) + 1)]


def volleys(seed: int) -> SearchStrategy[list[Dice]]:
    """The dice for some cases; the first of Hypothesis' own choices are the same for every seed."""
    texts = st.lists(st.text(max_size=12), min_size=4, max_size=8)
    data = st.lists(st.binary(max_size=12), min_size=2, max_size=4)
    return st.builds(partial(_throw, seed), st.integers(0, 2**64), texts, data)


def _throw(seed: int, drawn: int, texts: list[str], data: list[bytes]) -> list[Dice]:
    return [Dice(f"{seed} {drawn} {number}", texts, data) for number in range(VOLLEY)]
