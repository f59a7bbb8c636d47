"""Numbers as text, by their number of decimals; texts are kept, because the cells of a table repeat them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from ireval.numbers.rounding import half_up

#: Of each number of decimals, so many texts are kept.
MOST_KEPT = 4096


class _Texts(dict[float, str]):
    """The texts that ``write`` gives to numbers, each written when it is first needed."""

    def __init__(self, write: Callable[[float], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: float) -> str:
        if len(self) >= MOST_KEPT:
            self.clear()
        text = self[value] = self._write(value)
        return text


@lru_cache(maxsize=64)
def fixed_texts(places: int) -> Mapping[float, str]:
    """Numbers with exactly ``places`` decimals, halves rounded up.

    >>> fixed_texts(3)[0.5], fixed_texts(2)[0.125]
    ('0.500', '0.13')
    """
    return _Texts(lambda value: f"{float(half_up(value, places)):.{places}f}")


@lru_cache(maxsize=64)
def decimal_texts(places: int) -> Mapping[float, str]:
    """The same; exact whole numbers have no decimals.

    >>> decimal_texts(2)[3.0], decimal_texts(2)[2.9999999]
    ('3', '3.00')
    """
    fixed = fixed_texts(places)
    return _Texts(lambda value: str(int(value)) if value == int(value) else fixed[value])
