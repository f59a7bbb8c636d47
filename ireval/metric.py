"""What a measure is: a table computed down the ranking, and the cell of it that is the score.

A measure file declares one ``Measure``. Its ``compute`` gets a ``Table`` (the ranking, resized to as many rows as the
deepest column needs) and returns the columns; the score is read off one of them. The last axis of every array is the
rank, whatever stands before it is a stack of lists: one list and a block of lists go through the same function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ireval.expression import Expr
from ireval.judgements import Bools, Floats, Ranking, resized
from ireval.parameters import Choice, Parameter, number_text
from ireval.rounding import Rounding
from ireval.table import Cell, Params, Table
from ireval.worked import Quantity, Worked, worked

__all__ = [
    "CUTOFF",
    "GEOMETRIC_FLOOR",
    "Cell",
    "Choice",
    "Column",
    "Computed",
    "Measure",
    "Mistake",
    "Parameter",
    "Params",
    "Quantity",
    "Table",
    "Worked",
    "number_text",
    "run",
    "whole_list",
    "worked",
]

CUTOFF = Parameter("k", "Cutoff", "Only the first k ranks count.", None, least=1, most=1000, also=("cutoff",))

#: A geometric mean takes scores below this for this: trec_eval's, so that one 0 does not make the whole mean 0.
GEOMETRIC_FLOOR = 1e-5


@dataclass(frozen=True)
class Column:
    """One column of a step table: ``key`` as printed above it, ``title`` in words, ``cell`` its calculation.

    ``whole`` marks counts. ``rounded`` marks cells that a quotient starts from: running sums, mostly. The convention
    ``rounding=columns`` rounds them. ``spelled`` asks for the calculation to be printed beside the column; a ``cell``
    without one gives None. ``symbol`` is the identifier that stands for the column in the measure's formula, where
    that is not the key itself: what is in one ``mi`` of the formula's MathML, or one ``mtext`` for names with a hyphen.
    """

    key: str
    title: str
    cell: Callable[[Cell], Expr | None] | None = None
    whole: bool = False
    rounded: bool = False
    spelled: bool = False
    symbol: str = ""

    def places_kept(self, rounding: Rounding) -> int | None:
        """To how many decimals its cells are really rounded; None where they are exact."""
        if rounding.mode == "carried" or (rounding.mode == "columns" and self.rounded):
            return rounding.places
        return None


def whole_list(ranking: Ranking, params: Params) -> Floats:
    """One row a retrieved document, more where the cutoff is lower down, and one where nothing was retrieved."""
    return np.maximum(ranking.length, params.k or 1)


def _no_relevant(t: Table) -> Bools:
    return np.equal(t.R, 0)


def _no_reason(_: Table) -> str:
    return ""


def _no_cells(_: Table, __: str) -> Worked | None:
    return None


@dataclass(frozen=True)
class Mistake:
    """A typical mistake that no source or tool makes: ``text`` names in one sentence what was done.

    Counts in it stand in brackets behind their words, ``({R})``, so that it can be read without them; ``mistakes``
    fills them in. ``work`` works out the wrong scores, shape (..., 1), from the same table as the measure; NaN where
    the mistake cannot be made. ``cells`` does so for the cells of a column, shape (..., rows), where it shows there.
    """

    key: str
    text: str
    work: Callable[[Table], Worked]
    cells: Callable[[Table, str], Worked | None] = _no_cells

    def compute(self, table: Table) -> Floats:
        """The wrong scores of one list or a block, shape (..., 1)."""
        return self.work(table).value

    def step(self, table: Table) -> Expr | None:
        """The wrong calculation of a single list's score with the numbers put in, to stand beside the right one.

        A lone number where there is nothing to calculate; None where the mistake cannot be made.
        """
        wrong = self.work(table)
        return None if np.isnan(wrong.value).any() else wrong.write(0)

    def at(self, wrong: Worked, row: int) -> Mistake:
        """The same mistake made in one of the cells, ``wrong``, that it makes of a column."""
        cell = Worked(wrong.value[..., row : row + 1], lambda _: wrong.write(row))
        return replace(self, work=lambda _: cell)


@dataclass(frozen=True)
class Measure:
    """Everything that is known of a measure, declared in its file and nowhere else."""

    name: str
    title: str
    family: str
    sentence: str
    formula: Callable[[Params], str]  #: LaTeX, as the conventions make it
    where: tuple[tuple[str, str], ...]  #: legend of the formula: (LaTeX symbol, words)
    columns: tuple[Column, ...]
    compute: Callable[[Table], dict[str, Floats]]
    score: str  #: key of the column that the score is read from
    source: str
    defined_by: tuple[str, ...]  #: presets whose source or tool defines the measure
    variants: Mapping[str, str]  #: spellings that pages list and their labels, with {k}, {level}, {beta} to fill in
    aliases: tuple[str, ...] = ()  #: other tools' names; {k} or {level} at the end takes what stands behind our @
    rewrites: Mapping[str, Callable[[str], str]] = field(default_factory=dict)  #: the same for any other number
    at: Parameter | None = None  #: what stands behind the @
    at_required: bool = False
    parameters: tuple[Parameter, ...] = ()
    conventions: tuple[str, ...] = ()
    always: tuple[str, ...] = ()  #: what others may do otherwise, but no convention changes here: ``Discount: log2(i)``
    reads: Callable[[Table], Floats] = field(default=lambda table: table.end)  #: rank of the score's cell, 0 for none
    rows: Callable[[Ranking, Params], Floats] = whole_list
    final: Callable[[Cell], Expr] | None = None  #: calculation of the score, where longer than its cell's
    nothing: Callable[[Table], Bools] = _no_relevant  #: where the convention ``no_relevant`` says the score
    why: Callable[[Table], str] = _no_reason  #: why a single list has no score, where R = 0 does not say it
    order: int = 50  #: place among the measures that are listed, low first
    mistakes: tuple[Mistake, ...] = ()
    beside: str = ""  #: key of a column whose cell belongs to the score, as a residual does
    average: str = "arithmetic"  #: how scores of queries are averaged; "geometric" with ``GEOMETRIC_FLOOR``
    axis: str = "rank"  #: what a row is: "rank", "recall level" or "subtopic"
    better: int = 1  #: 1 where a higher score is better, -1 where a lower one is, 0 where neither is
    bounded: bool = True  #: scores lie between 0 and 1
    set_based: bool = False
    graded: bool = False
    needs_complete: bool = True
    needs_subtopics: bool = False

    def column(self, key: str) -> Column:
        """The column with this key."""
        return self._by_key[key]

    @cached_property
    def _by_key(self) -> dict[str, Column]:
        return {c.key: c for c in self.columns}


@dataclass(frozen=True, eq=False)
class Computed:
    """A measure computed: ``raw`` columns as they are carried on, ``columns`` as they are shown, and the ``score``.

    Columns have shape (..., rows), ``score`` and ``at`` (the rank it was read at, 0 for none) shape (...).
    """

    measure: Measure
    table: Table
    raw: Mapping[str, Floats]
    columns: Mapping[str, Floats]
    score: Floats
    at: Floats
    condensed_from: Ranking | None = None  #: the ranking that unjudged documents were taken out of

    @cached_property
    def positions(self) -> NDArray[np.intp]:
        """Which document of the ranking each row is, counted from 0; -1 behind its end. Shape (..., rows)."""
        if self.condensed_from is not None:
            there = self.condensed_from.judged_places
            return resized(there, self.table.width, -1)
        rank = np.arange(self.table.width)
        return np.where(rank < self.table.length, rank, -1)

    def cell(self, index: int) -> Cell:
        """Row ``index`` (from 0) of a single list's table."""
        return Cell(self, index)

    @property
    def calculation(self) -> Expr | None:
        """How a single list's score is calculated, with the numbers put in; None where nothing is."""
        row, column = int(self.at) - 1, self.measure.column(self.measure.score)
        calculate = self.measure.final or column.cell
        if calculate is None or row < 0 or np.isnan(self.score) or np.isnan(self.columns[column.key][row]):
            return None
        return calculate(self.cell(row))


def run(measure: Measure, ranking: Ranking, params: Params) -> Computed:
    """Compute ``measure`` down ``ranking``: one list or a block, by the same function.

    A score is NaN where the measure is not defined, unless the convention ``no_relevant`` gives such queries 0.
    Where unjudged documents are skipped, the table is that of the condensed list.
    """
    source = ranking if params.unjudged == "skipped" and "unjudged" in measure.conventions else None
    ranking = source.condensed if source is not None else ranking
    table = Table(measure, ranking, params)
    raw = measure.compute(table)
    columns = {c.key: params.rounding.shown(raw[c.key]) if c.rounded else raw[c.key] for c in measure.columns}
    at = measure.reads(table)
    score = _read(columns[measure.score], at)
    if params.no_relevant == "score-0" and "no_relevant" in measure.conventions and np.isnan(score).any():
        score = np.where(np.isnan(score) & measure.nothing(table), 0.0, score)
    return Computed(measure, table, raw, columns, score[..., 0], at[..., 0], source)


def _read(column: Floats, at: Floats) -> Floats:
    """The cells of ``column`` at ranks ``at`` (shape (..., 1), from 1); NaN where there is no such row."""
    if column.ndim == 1:  # the same as below, without its cost for a single cell
        place = int(at[0])
        return column[place - 1 : place] if 1 <= place <= len(column) else np.array([np.nan])
    if not column.shape[-1]:
        return np.full(at.shape, np.nan)
    there = (at >= 1) & (at <= column.shape[-1])
    index = np.where(there, at, 1).astype(np.intp) - 1
    return np.where(there, np.take_along_axis(column, index, axis=-1), np.nan)
