"""The step table of a measure on one list: cells as text, calculations with the numbers put in.

>>> table = explain("1010", "1", conventions="lillis").table("AP", places=2)
>>> print(table.final)
AP = (1 + 0.67)/3 = 0.56
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ireval import showing
from ireval.conventions import DEFAULT_PRESET, effective
from ireval.measure import Column, Computed, Measure
from ireval.measure.scores import by_convention, compute, why_undefined
from ireval.measure.spelling import Spec, parse, variants
from ireval.numbers.expression import Expr, decimal, digits_needed, fixed, spell
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking

PLACES = 3  #: decimals shown unless asked otherwise


@dataclass(frozen=True, repr=False)
class StepTable:
    """One measure's table on one list, ready to be shown with ``places`` decimals."""

    spec: Spec
    computed: Computed
    places: int

    @property
    def measure(self) -> Measure:
        """The measure."""
        return self.computed.measure

    @cached_property
    def value(self) -> float | None:
        """The score, None where it is not defined."""
        score = float(self.computed.score)
        return None if score != score else score

    @property
    def why(self) -> str:
        """Why there is no score, why only a convention gives it one, or what else belongs to it."""
        if self.value is None:
            return why_undefined(self.computed)
        beside = self.measure.beside
        more = f"{self.measure.column(beside).title} {self.cells[beside][self.at - 1]}" if beside and self.at else ""
        return by_convention(self.computed) or more

    @property
    def at(self) -> int:
        """The row that the score is read at, from 1; 0 for none."""
        return int(self.computed.at)

    @property
    def row_labels(self) -> list[str]:
        """What a row is called: its rank, or its recall level."""
        if self.measure.axis == "rank":
            return [str(i + 1) for i in range(self.rows)]
        names = self.measure.columns[0]
        write = decimal if names.whole else fixed
        return [write(x, 1) for x in self.computed.columns[names.key].tolist()]

    @property
    def shown_columns(self) -> tuple[Column, ...]:
        """The columns beside the one that names the rows."""
        return self.measure.columns if self.measure.axis == "rank" else self.measure.columns[1:]

    @property
    def rows(self) -> int:
        """How many rows the table has."""
        return int(self.computed.columns[self.measure.score].shape[-1])

    @cached_property
    def cells(self) -> Mapping[str, list[str]]:
        """Every column's cells as text; empty where a cell is not defined."""
        return {c.key: self._texts(c) for c in self.measure.columns}

    def __str__(self) -> str:
        return "\n".join(showing.as_text(self))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return showing.as_html(self)

    def calculation(self, column: Column, index: int) -> str:
        """The calculation of one cell with the numbers put in, as plain text; empty where there is none."""
        expr = self.expression(column, index)
        value = self.computed.columns[column.key][index]
        return "" if expr is None else spell(expr, float(value), self.shown_places(column))

    def calculations(self, column: Column, rows: Container[int] | None = None) -> list[str]:
        """The calculations of a column, at least in these ``rows``; a running sum has none where nothing was added."""
        values = self.computed.columns[column.key].tolist()

        def silent(i: int) -> bool:
            return (rows is not None and i not in rows) or (column.rounded and i > 0 and values[i] == values[i - 1])

        return ["" if silent(i) else self.calculation(column, i) for i in range(self.rows)]

    @cached_property
    def result(self) -> str:
        """The score as text; ``not defined`` where it is not."""
        if self.value is None:
            return "not defined"
        write = decimal if self.measure.column(self.measure.score).whole else fixed
        return write(self.value, self.score_places)

    @property
    def final(self) -> str:
        """The last line: the score's calculation with the numbers put in, as plain text."""
        expr = self.computed.calculation
        shown = equated(spell(expr, self.value or 0.0, self.score_places), self.result) if expr else self.result
        return f"{self.spec} = {shown}" + (f" ({self.why})" if self.why else "")

    @property
    def final_latex(self) -> str:
        """The last line as LaTeX; empty where the score is not defined."""
        expr = self.computed.calculation
        if expr is None:
            return ""
        digits = digits_needed(expr, self.value or 0.0, self.score_places)
        inside = expr.latex(digits)
        return rf"\mathrm{{{latex_name(self.spec)}}} = {equated(inside, self.result)}"

    @property
    def score_places(self) -> int:
        """To how many decimals a score is shown, the right one or a wrong one: rounded ones have no more."""
        return self.shown_places(self.measure.column(self.measure.score))

    def expression(self, column: Column, index: int) -> Expr | None:
        """The calculation of one cell; None where there is none."""
        if column.cell is None or np.isnan(self.computed.columns[column.key][index]):
            return None
        return column.cell(self.computed.cell(index))

    def shown_places(self, column: Column) -> int:
        """To how many decimals a column's cells are shown."""
        kept = column.places_kept(self.computed.table.p.rounding)
        return self.places if kept is None else kept  # cells that are rounded are shown as they are

    def _texts(self, column: Column) -> list[str]:
        places = self.shown_places(column)
        values = self.computed.columns[column.key].tolist()
        if column.whole:
            return ["" if v != v else decimal(v, places) for v in values]
        return ["" if v != v else fixed(v, places) for v in values]


@dataclass(frozen=True, repr=False)
class Explanation:
    """One list and its judgements under effective conventions: every measure's value, columns and table."""

    ranking: Ranking
    conventions: Mapping[str, Any]
    _computed: dict[str, Computed] = field(default_factory=dict)

    def compute(self, name: str | Spec) -> Computed:
        """The measure spelled ``name``, computed. Raises ``InputError`` for a wrong spelling."""
        spec = parse(name) if isinstance(name, str) else name
        key = str(spec)
        if key not in self._computed:
            self._computed[key] = compute(spec, self.ranking, self.conventions)
        return self._computed[key]

    def __repr__(self) -> str:
        return "\n".join(table.final for table in self._listed())

    def _repr_html_(self) -> str:
        return "".join(map(showing.folded, self._listed()))

    def _listed(self) -> list[StepTable]:
        """The tables of the measures that pages list."""
        chosen = {"k": 10, "level": 0.3, "beta": 1}
        diverse = self.ranking.subtopics is not None
        return [self.table(spec) for _, spec in variants(chosen, self.conventions, subtopics=diverse)]

    def value(self, name: str) -> float | None:
        """The score; None where it is not defined."""
        score = float(self.compute(name).score)
        return None if np.isnan(score) else score

    def columns(self, name: str | Spec) -> dict[str, list[float | None]]:
        """Every column as a list by rank; None where a cell is not defined."""
        shown = self.compute(name).columns
        return {key: [None if x != x else x for x in column.tolist()] for key, column in shown.items()}

    def table(self, name: str | Spec, places: int = PLACES) -> StepTable:
        """The step table."""
        spec = parse(name) if isinstance(name, str) else name
        return StepTable(spec, self.compute(spec), places)


def explain(
    labels: str = "",
    unretrieved: str = "",
    *,
    size: float | None = None,
    subtopics: str = "",
    unretrieved_subtopics: str = "",
    conventions: str = DEFAULT_PRESET,
    **overrides: object,
) -> Explanation:
    """A typed list, explained: ``labels`` one character a rank, ``unretrieved`` alike (see ``ireval.ranking.labels``).

    ``size`` is the number of documents in the collection, ``conventions`` a preset, ``overrides`` single conventions.
    ``subtopics`` and ``unretrieved_subtopics`` have one group of 0s and 1s a document; labels may then be left out.
    Raises ``InputError`` for anything that cannot be used.
    """
    return Explanation(
        read_ranking(labels, unretrieved, size, subtopics, unretrieved_subtopics), effective(conventions, overrides)
    )


def equated(calculation: str, shown: str) -> str:
    """A calculation with its result; the result alone where there is nothing but a number.

    >>> equated("0 + 1", "1.000"), equated("1", "1.000")
    ('0 + 1 = 1.000', '1.000')
    """
    try:
        alone = float(calculation) == float(shown)
    except ValueError:
        alone = False
    return shown if alone else f"{calculation} = {shown}"


def latex_name(name: str | Spec) -> str:
    """A measure's or a column's name as it stands in LaTeX's upright letters."""
    return str(name).replace("_", r"\_").replace("'", "").replace(" ", r"\ ")
