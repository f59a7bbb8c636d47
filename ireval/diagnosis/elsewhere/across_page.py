"""Finds a number elsewhere on the page of a list: a score of another measure, a point of a curve, a cell of a table.

These numbers are computed only if no likely mistake of the measure itself explains a wrong number for certain, because
the scores of all measures take a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from ireval.diagnosis.causes import Cause
from ireval.diagnosis.elsewhere.area_under_curve import AREA, area, areas
from ireval.diagnosis.other_cutoffs import CUTOFFS
from ireval.diagnosis.target import ScoreTarget
from ireval.explanation.step_table import StepTable
from ireval.measure.listing import variants
from ireval.measure.registry import recall_curve
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse
from ireval.messages.message import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import Typed, meets
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute

#: How the keys of these causes begin.
OTHER_MEASURE, CURVE_POINT, OTHER_TABLE = "other-measure", "curve-point", "other-table"
#: The default parameters of measures on pages, for a measure that does not set them.
_USUAL = {"k": 10.0, "level": 0.3, "beta": 1.0}
#: Further cutoffs for the measures of the usual families.
_FURTHER = tuple(dict.fromkeys([*(k for k in CUTOFFS if k), 1, 3]))
#: The family of rarely used measures.
_SELDOM = "More measures"
#: The most numbers of a kind that are named.
_MOST = 3
#: The fewest decimals of a number that is searched among points and cells: with fewer, one of them always fits.
_FEWEST_DECIMALS = 3


class PageNumber(NamedTuple):
    """A number on the page, and a function that creates its cause."""

    value: float
    cause: Callable[[], Cause]


def is_elsewhere(cause: Cause) -> bool:
    """Whether the cause is a number elsewhere on the page, outside of the measure's own table."""
    return cause.key.partition("=")[0] in {OTHER_MEASURE, CURVE_POINT, OTHER_TABLE, AREA}


@dataclass(frozen=True, eq=False)
class AcrossPage:
    """The other numbers on the page of a list, for the score ``target``, under the effective ``conventions``.

    ``scores`` are in the order of their likelihood: measures of the usual families first. The measures in ``hidden``,
    by their spellings, are left out.
    """

    target: ScoreTarget
    conventions: Mapping[str, Any]
    hidden: frozenset[str] = frozenset()

    def likely(self, number: Typed) -> list[Cause]:
        """A few scores of other measures that equal the number; without any, points and areas of curves."""
        few = number.places is not None and number.places < _FEWEST_DECIMALS
        return self._named(number, self.scores) or ([] if few else self._named(number, self.curves))

    def in_tables(self, number: Typed) -> list[Cause]:
        """The first cell of another measure's table that equals the number; empty for a number with few decimals."""
        if (number.places is not None and number.places < _FEWEST_DECIMALS) or not number.value:
            return []
        fits = np.flatnonzero(meets(number.value, number.places, self._cells))
        places = [(t, c.key, row) for t in self._cell_tables for c in t.shown_columns for row in range(t.rows)]
        right = self.target.value
        other = (i for i in fits.tolist() if right is None or abs(self._cells[i] - right) > SAME)
        return [self._cell(*places[i], OTHER_TABLE) for i in other][:1]

    def likelier(self, cause: Cause) -> list[float]:
        """The values of the numbers up to and including a cause, in the order of their likelihood."""
        kind = cause.key.partition("=")[0]
        if kind == OTHER_MEASURE:
            values = [x.value for x in self.scores]
            place = next((i for i, x in enumerate(values) if abs(x - cause.value) <= SAME), len(values))
            return values[: place + 1]
        return self.values if kind == OTHER_TABLE else [x.value for x in (*self.scores, *self.curves)]

    @lazy_attribute
    def scores(self) -> list[PageNumber]:
        """The scores of other measures, each number once."""
        return self._once(PageNumber(float(t.computed.score), partial(self._score, t)) for t in self._tables)

    @lazy_attribute
    def curves(self) -> list[PageNumber]:
        """The areas under the precision-recall curve and its points, each number once."""
        under = areas(self._ranking, self.conventions)
        found = (PageNumber(value, partial(area, self.target, points, how)) for value, points, how in under)
        return self._once([*found, *self._points()])

    @property
    def values(self) -> list[float]:
        """All numbers on the page."""
        return [*(x.value for x in (*self.scores, *self.curves)), *self._cells.tolist()]

    @lazy_attribute
    def _cells(self) -> Floats:
        """All cells of the tables, column by column."""
        columns = [t.computed.columns[c.key] for t in self._cell_tables for c in t.shown_columns]
        return np.concatenate(columns) if columns else np.empty(0)

    @lazy_attribute
    def _cell_tables(self) -> list[StepTable]:
        """One table of each other measure, because tables at other cutoffs have the same cells."""
        return list({t.measure.name: t for t in reversed(self._tables)}.values())[::-1]

    @lazy_attribute
    def _tables(self) -> list[StepTable]:
        """The tables of the other measures."""
        own = self.target.table.spec
        given = tuple((name, own.own.get(name) or usual) for name, usual in _USUAL.items())
        asked, diverse = own.canonical(self.conventions), self._ranking.subtopics is not None
        known = _specs(given, tuple(self.conventions.items()), diverse)
        return [self._table(spec) for canonical, spec in known if canonical != asked and str(spec) not in self.hidden]

    def _table(self, spec: Spec) -> StepTable:
        return StepTable(spec, compute(spec, self._ranking, self.conventions), self.target.table.places)

    @property
    def _ranking(self) -> Ranking:
        computed = self.target.table.computed
        return computed.table.ranking if computed.condensed_from is None else computed.condensed_from

    def _once(self, numbers: Iterable[PageNumber]) -> list[PageNumber]:
        """The numbers that differ from the correct one and from all earlier numbers."""
        right, found = self.target.value, dict[float, PageNumber]()
        for x in numbers:
            if x.value == x.value and not (right is not None and abs(x.value - right) <= SAME):
                found.setdefault(round(x.value / SAME), x)
        return list(found.values())

    @staticmethod
    def _named(number: Typed, known: Iterable[PageNumber]) -> list[Cause]:
        """The causes of the numbers that fit; rarely used measures only if no other measure fits."""
        found = [x.cause() for x in known if number.meets(x.value)]
        usual = [x for x in found if not x.table or x.table.measure.family != _SELDOM]
        return (usual or found)[:_MOST]

    def _score(self, table: StepTable) -> Cause:
        value, name = float(table.computed.score), str(table.spec)
        message = Message("other-measure", measure=name, asked=self.target.name)
        return Cause("mistake", f"{OTHER_MEASURE}={name}", message, value, of=table.computed, table=table)

    def _points(self) -> Iterator[PageNumber]:
        """Precision and recall at each rank, then precision at each recall level, without zeros."""
        for axis in ("rank", "recall level"):
            measure, line = recall_curve(axis)
            table = self._table(parse(measure.name))
            for key in (line.precision, line.recall) if axis == "rank" else (line.precision,):
                yield from (x for x in self._column(table, key, CURVE_POINT) if x.value)

    def _column(self, table: StepTable, key: str, kind: str = OTHER_TABLE) -> Iterator[PageNumber]:
        for row, value in enumerate(table.computed.columns[key].tolist()):
            yield PageNumber(value, partial(self._cell, table, key, row, kind))

    def _cell(self, table: StepTable, key: str, row: int, kind: str) -> Cause:
        value, column = float(table.computed.columns[key][row]), table.measure.column(key).printed
        cell, measure = table.cell_name(key, row), str(table.spec)
        said = {"cell": cell, "column": column, "measure": measure, "asked": self.target.name}
        name = f"{kind}={measure}:{key}[{table.row_labels[row]}]"
        return Cause("mistake", name, Message(kind, said), value, of=table.computed, table=table, cell=(key, row))


@lru_cache(maxsize=64)
def _specs(
    given: tuple[tuple[str, float], ...], chosen: tuple[tuple[str, Any], ...], diverse: bool
) -> tuple[tuple[str, Spec], ...]:
    """The measures that pages list, with their full spelling; the usual ones with the given values come first."""
    conventions, found = dict(chosen), dict[str, Spec]()
    for k in (None, *_FURTHER):
        values = dict(given) if k is None else {**dict(given), "k": k}
        for _, spec in variants(values, conventions, subtopics=diverse):
            if k is None or spec.measure.family != _SELDOM:
                found.setdefault(spec.canonical(conventions), spec)
    return tuple(sorted(found.items(), key=lambda item: item[1].measure.family == _SELDOM))
