"""Numbers as text, by their number of decimals. Texts are cached, because the cells of a table repeat them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ireval.numbers.rounding import half_ups

#: The most texts that are cached for each number of decimals.
MOST_CACHED = 4096


class Texts(dict[float, str]):
    """A cache of the texts that ``write`` returns for numbers; each text is written when it is first needed."""

    def __init__(self, write: Callable[[Sequence[float]], list[str]]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: float) -> str:
        return self._add([value])[0]

    def of(self, values: Sequence[float]) -> list[str]:
        """The texts of many numbers; empty for NaN."""
        texts = list(map(self.get, values))
        if None not in texts:
            return texts  # type: ignore[return-value]
        new = {x for x, text in zip(values, texts, strict=True) if text is None and x == x}
        if not new:
            return [text or "" for text in texts]
        self._add(list(new))
        return ["" if x != x else text or self[x] for x, text in zip(values, texts, strict=True)]

    def _add(self, values: Sequence[float]) -> list[str]:
        texts = self._write(values)
        if len(self) + len(values) > MOST_CACHED:
            self.clear()
        self.update(zip(values, texts, strict=True))
        return texts


@lru_cache(maxsize=64)
def fixed_texts(places: int) -> Texts:
    """The texts of numbers with exactly ``places`` decimals, halves rounded up.

    >>> fixed_texts(3)[0.5], fixed_texts(2)[0.125]
    ('0.500', '0.13')
    """
    pattern = f"%.{places}f"
    return Texts(lambda values: [pattern % x for x in half_ups(values, places)])


@lru_cache(maxsize=64)
def decimal_texts(places: int) -> Texts:
    """The same as ``fixed_texts``, but exact whole numbers have no decimals.

    >>> decimal_texts(2).of([3.0, 2.9999999])
    ['3', '3.00']
    """
    fixed = fixed_texts(places)
    return Texts(lambda values: [str(int(x)) if x == int(x) else fixed[x] for x in values])


def with_sign(value: float, size: str) -> str:
    """A difference with its sign, from the text of its absolute value; a difference that is shown as 0 has no sign.

    >>> with_sign(0.18, "0.18"), with_sign(-0.18, "0.18"), with_sign(-0.001, "0.00")
    ('+0.18', '−0.18', '0.00')
    """
    if not size.strip("0.,"):
        return size
    return ("+" if value > 0 else "\N{MINUS SIGN}") + size
