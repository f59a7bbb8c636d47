"""Many numbers as text at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK

#: So many texts are kept for each number of decimals.
_MOST_KEPT = 20_000


def fixed_all(values: Sequence[float], places: int) -> list[str]:
    """The text of each value as ``fixed`` writes it.

    >>> fixed_all([0.5, 1.2345, 2], 3)
    ['0.500', '1.235', '2.000']
    """
    texts, scale = _multiples(places), 10.0**places
    try:
        return [texts[math.floor(x * scale + 0.5 + HALF_SLACK)] for x in values]
    except (ValueError, OverflowError):  # a value is not finite
        return [fixed(x, places) for x in values]


class _Multiples(dict[int, str]):
    """The texts of multiples of the last decimal; rankings have the same numbers again and again."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self._places = places

    def __missing__(self, count: int) -> str:
        if len(self) >= _MOST_KEPT:
            self.clear()
        text = self[count] = f"{count / 10.0**self._places:.{self._places}f}"
        return text


_multiples = cache(_Multiples)
