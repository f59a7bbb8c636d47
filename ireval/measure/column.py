"""One column of a measure's step table, and the texts of its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ireval.numbers.expression import exact
from ireval.numbers.number_texts import decimal_texts, fixed_texts


@dataclass(frozen=True)
class Column:
    """One column of a step table: ``key`` in addresses, sheets and programs, ``title`` in words.

    ``whole`` marks counts. ``rounded`` marks cells from which quotients start, mostly running sums; the convention
    ``rounding=columns`` rounds them. ``spelled`` prints the calculation next to the column. ``symbol`` is the
    column's identifier in the measure's formula, where that is not the key: the content of one ``mi`` of the formula's
    MathML, or of one ``mtext`` for names with a hyphen. ``follows`` are the conventions that this symbol depends on,
    where the formula is the same for all their choices. ``least`` is a lowest number above 0, always written in full.
    An ``optional`` column exists only under some choices of a convention, and is not on exercise sheets.
    ``of_subtopics`` marks the number of subtopics of a document, which may be listed instead. ``main_step`` marks the
    column whose calculation is printed if there is room for only one.
    ``formula`` defines a cell as LaTeX, in row i; the measure's own equation for the column takes precedence.
    ``heading`` is what people read in place of the key, which addresses, sheets and programs keep.
    """

    key: str
    title: str
    whole: bool = False
    rounded: bool = False
    spelled: bool = False
    symbol: str = ""
    follows: tuple[str, ...] = ()
    least: float = 0.0
    optional: bool = False
    of_subtopics: bool = False
    main_step: bool = False
    formula: str = ""
    heading: str = ""

    @property
    def printed(self) -> str:
        """What is printed above the column, and in the names of its cells."""
        return self.heading or self.key

    @property
    def in_formulas(self) -> str:
        """The column's name in formulas."""
        return self.symbol or self.printed

    @classmethod
    def quotient(cls, key: str, title: str, above: str, below: str, **others: Any) -> Column:
        r"""A column of quotients, with its formula. ``above`` and ``below`` are columns by their keys, or LaTeX.

        >>> Column.quotient("AP", "the sum so far divided by R", "sum", "R").formula
        '\\mathrm{AP}[i] = \\frac{\\mathrm{sum}[i]}{R}'
        """
        is_partial = "-" in others.get("symbol", "")
        name = rf"\text{{{others['symbol']}}}" if is_partial else rf"\mathrm{{{others.get('heading', key)}}}"
        return cls(key, title, formula=rf"{name}[i] = \frac{{{_cell(above)}}}{{{_cell(below)}}}", **others)

    @classmethod
    def running_sum(cls, key: str, title: str, term: str, *, whole: bool = False, **others: Any) -> Column:
        r"""A column that adds ``term``, a column by its key or LaTeX, to the cell above; rounded if it is not whole.

        >>> Column.running_sum("sum", "sum of the terms so far", "term").formula
        '\\mathrm{sum}[i] = \\mathrm{sum}[i-1] + \\mathrm{term}[i]'
        """
        formula = rf"\mathrm{{{key}}}[i] = \mathrm{{{key}}}[i-1] + {_cell(term)}"
        return cls(key, title, whole, rounded=not whole, formula=formula, **others)

    def write(self, value: float, places: int) -> str:
        """Return a cell as text; empty if it is undefined."""
        return self.write_all([value], places)[0]

    def write_all(self, values: Sequence[float], places: int) -> list[str]:
        """Return cells as texts; empty if they are undefined."""
        texts = (decimal_texts if self.whole else fixed_texts)(places).of(values)
        if not self.least:
            return texts
        return [exact(x).text(places) if x == self.least else text for x, text in zip(values, texts, strict=True)]


def _cell(of: str) -> str:
    """The LaTeX of a column's cell in row i, from the column's key; single letters and other LaTeX stay as they are."""
    return rf"\mathrm{{{of}}}[i]" if of.isalpha() and len(of) > 1 else of
