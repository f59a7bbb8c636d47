"""Selects the lines of a measure's legend that a formula needs, because conventions change the formula's symbols."""

from __future__ import annotations

import re
from functools import lru_cache

from ireval.measure import Measure

#: Lines of a legend: symbols in LaTeX, each with its meaning in words.
Lines = tuple[tuple[str, str], ...]

#: A symbol of LaTeX, or a name of several letters.
_SIGN = re.compile(r"\\(?:mathrm|text)\{[^{}]*\}|\\[A-Za-z]+|\S")
#: The index of a symbol, as in rel_i, J(i,j), G[i] and P@i; a formula may have another index.
_AT = re.compile(r"(?:_[a-z]|_\{[a-z],[a-z]\}|\[.*\]|\(.*\)|(?<=@\})[a-z]|(?<=lfloor) .*)$")


def legend(measure: Measure, *formulas: str) -> Lines:
    r"""The lines whose symbol is in one of these formulas, or names a column of the measure's table.

    >>> from ireval.measure.registry import measures
    >>> [symbol for symbol, _ in legend(measures()["Success"], r"\sum_{i=1}^{n}\mathrm{rel}_i")]
    ['n', 'i', '\\mathrm{rel}_i']
    """
    return _lines(measure.where, tuple([c.key for c in measure.columns]), formulas)


@lru_cache(maxsize=512)
def _lines(where: Lines, keys: tuple[str, ...], formulas: tuple[str, ...]) -> Lines:
    signs = [_SIGN.findall(latex) for latex in formulas]
    columns = {rf"\mathrm{{{key}}}" for key in keys}

    def belongs(symbol: str) -> bool:
        name = _AT.sub("", symbol)
        return name in columns or any(_contains(found, _SIGN.findall(name)) for found in signs)

    return tuple(line for line in where if belongs(line[0]))


def _contains(signs: list[str], name: list[str]) -> bool:
    return any(signs[i : i + len(name)] == name for i in range(len(signs)))
