"""The declaration of a measure: a table computed down the ranking, and the cell of the table that is the score.

A measure file declares one ``Measure``. Its ``compute`` gets a ``Table`` (the ranking, resized to as many rows as the
deepest column needs) and returns the columns; the score is read off one of them. The last axis of every array is the
rank, all axes before it form a stack of lists: one list and a block of lists go through the same function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ireval.conventions import Parameter
from ireval.measure.column import Column
from ireval.measure.drawings.drawing import CONTINGENCY, Drawing, RecallCurve
from ireval.measure.drawings.figure_kinds import Figure
from ireval.measure.params import Params
from ireval.measure.published_source import Publication
from ireval.measure.table import Table
from ireval.messages.deeds import deed
from ireval.messages.message import Message
from ireval.messages.templates import Template
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import Expr
from ireval.numbers.rounding import Rounding
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute

CUTOFF = Parameter("k", "Cutoff", "How many of the first ranks count?", None, least=1, most=1000, also=("cutoff",))

#: A geometric mean raises lower scores to this value, as trec_eval does, so that one 0 does not make the whole mean 0.
GEOMETRIC_FLOOR = 1e-5


#: The values of a message that is not about a list.
_NO_LIST: Mapping[str, object] = {"cutoff": Message("the-cutoff", k="")}


def whole_list(ranking: Ranking, params: Params) -> Floats:
    """Return the number of rows: one for each retrieved document, or down to a lower cutoff; at least one."""
    return ranking.rows_to(params.k or 1)


def _usual_order(_: Mapping[str, Any]) -> str:
    return ""


def _no_relevant(t: Table) -> Bools:
    return np.equal(t.R, 0)


def _nowhere(t: Table) -> Bools:
    return np.zeros(t.length.shape, dtype=bool)


def _no_cells(_: Table, __: str) -> Worked | None:
    return None


@dataclass(frozen=True)
class Remark:
    """A remark on a score: a clause in ``words``, for the lists for which ``where`` is true, shape (..., 1)."""

    where: Callable[[Table], Bools]
    words: Callable[[Params], str]


@dataclass(frozen=True)
class Mistake:
    """A typical mistake that no source or tool makes.

    ``did`` is what was done, without a subject: ``divided by the number of ranks [({ranks})]``; ``instead`` is a
    sentence with what is correct, or empty. Names in braces are filled in: the counts of ``Table.counts``, parameters,
    and ``{cutoff}``. Square brackets are around each count: what is in them is said only of a list.

    ``work`` works out the wrong scores, shape (..., 1), from the same table as the measure; NaN where the mistake
    cannot be made. ``cells`` does so for the cells of a column, shape (..., rows), where the mistake shows there.

    A ``rare`` mistake is considered after the typical ones, and a drawn exercise need not keep it apart from them.
    If the mistake is the measure on another ranking, ``ranking`` returns that; if it is the measure under choices that
    no source makes, ``choices`` returns these (empty: the mistake cannot be made).
    ``about`` names the settings that the mistake decides itself: it is not combined with other choices of these.
    """

    key: str
    did: str
    instead: str
    work: Callable[[Table], Worked]
    cells: Callable[[Table, str], Worked | None] = _no_cells
    rare: bool = False
    ranking: Callable[[Table], Ranking] | None = None
    choices: Callable[[Table], Mapping[str, Any]] | None = None
    about: tuple[str, ...] = ()

    def message(self, measure: str, values: Mapping[str, object] = _NO_LIST) -> Message:
        """Return what was done and what is correct, with the values of a list; without values, say it ``BARE``."""
        return deed(f"{measure}.{self.key}", self.did, self.instead, values)

    @property
    def is_about_cutoff(self) -> bool:
        """Whether the mistake is about the cutoff."""
        return "cutoff" in Template(self.did).names | Template(self.instead).names

    def compute(self, table: Table) -> Floats:
        """The wrong scores of one list or a block, shape (..., 1)."""
        return self.work(table).value

    def step(self, table: Table) -> Expr | None:
        """Return the wrong calculation of a single list's score with its numbers, to show beside the correct one.

        It is a single number if nothing is calculated, and None if the mistake cannot be made.
        """
        wrong = self.work(table)
        return None if np.isnan(wrong.value).any() else wrong.write(0)

    def at(self, wrong: Worked, row: int) -> Mistake:
        """Return the same mistake made in one cell of a column; ``wrong`` has the column's wrong cells."""
        cell = Worked(wrong.value[..., row : row + 1], lambda _: wrong.write(row))
        return replace(self, work=lambda _: cell)


@dataclass(frozen=True)
class Measure:
    """The declaration of a measure, in its own file, from which all other modules take its properties."""

    name: str
    title: str
    sentence: str
    formula: Callable[[Params], str]  #: LaTeX under the given conventions
    where: tuple[tuple[str, str], ...]  #: legend of the formula: (LaTeX symbol, words)
    columns: tuple[Column, ...]
    compute: Callable[[Table], None]  #: computes the columns, see ``Table.column``
    score: str  #: key of the column that the score is read from
    source: str
    variants: Mapping[str, str]  #: spellings that pages list and their labels, with {k}, {level}, {beta} to fill in
    family: str = "More measures"  #: the heading under which it is listed
    defined_by: tuple[str, ...] = ()  #: presets that define the measure, beside those of the tools in ``tool_names``
    publications: tuple[Publication, ...] = ()  #: publications that ``source`` names, if they can be looked up
    aliases: tuple[str, ...] = ()  #: other names; {k}, {level} or {x} at the end stands for the number after our @
    #: what tools call it, by the key of their preset, or by their name if they have none; written as aliases are
    tool_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unchecked_tools: tuple[str, ...] = ()  #: tools with which no test compares it, by the key of their preset
    #: what a tool calls by the name of this measure, by the key of its preset, where that is another measure
    other_in: Mapping[str, str] = field(default_factory=dict)
    #: what a tool's name makes of the number of a parameter, by the name and the parameter
    tool_values: Mapping[str, Mapping[str, Callable[[float], float]]] = field(default_factory=dict)
    rewrites: Mapping[str, Callable[[str], str]] = field(default_factory=dict)  #: the same for any other number
    with_levels: Callable[[Floats], Measure] | None = None  #: the same mean at other recall levels
    cutoff: Parameter | None = None  #: the number after the @
    cutoff_required: bool = False
    parameters: tuple[Parameter, ...] = ()
    conventions: tuple[str, ...] = ()
    #: what others may do otherwise, but no convention changes here: ``Discount: log2(i)``
    fixed_conventions: tuple[str, ...] = ()
    #: rank of the score's cell, 0 for none
    score_rank: Callable[[Table], Floats] = field(default=lambda table: table.end)
    rows: Callable[[Ranking, Params], Floats] = whole_list
    has_no_relevant: Callable[[Table], Bools] = _no_relevant  #: lists that the convention ``no_relevant`` scores
    #: where it is the list that leaves nothing to divide by, and not the judgements: such a list scores 0
    has_nothing: Callable[[Table], Bools] = _nowhere
    undefined: tuple[Remark, ...] = ()  #: reasons for no score besides R = 0; the first that holds
    remarks: tuple[Remark, ...] = ()  #: other remarks on a score
    #: a function of the settings: the convention ``ties`` of ir_measures, where that does not get it from trec_eval
    ties_in_ir_measures: Callable[[Mapping[str, Any]], str] = _usual_order
    #: the choices of the convention ``ties`` under which it counts documents with equal scores together
    counts_equal_scores_together: tuple[str, ...] = ()
    #: key of the column that grows, rank by rank, in proportion to what each document contributes to the score
    running_total: str = ""
    exercise_columns: tuple[str, ...] = ()  #: keys of columns that exercises leave open; if empty, all calculated ones
    order: int = 50  #: its place in lists of measures, low numbers first
    mistakes: tuple[Mistake, ...] = ()
    companion_column: str = ""  #: key of a column whose cell belongs to the score, as a residual does
    average: str = "arithmetic"  #: the mean over queries: "arithmetic", or "geometric" with ``GEOMETRIC_FLOOR``
    mean_name: str = ""  #: the name of the mean over queries, if it has one of its own, such as MAP
    mean_of: str = ""  #: the measure whose scores it averages, where it is only another mean of them, as GMAP is of AP
    drawing: Drawing | None = None  #: the columns that a chart draws
    figure: Figure | None = None  #: the columns that a figure draws, if they do not follow from the drawing
    beside: str = ""  #: key of the chart that is shown beside its table, where that is not the one that draws it
    two_by_two: bool = False  #: whether it follows from the contingency table, whose chart is then shown beside it
    axis: str = "rank"  #: what a row is: "rank", "recall level" or "subtopic"
    better: int = 1  #: 1 if higher scores are better, -1 if lower scores are, 0 if neither
    bounded: bool = True  #: whether scores lie between 0 and 1
    signed: bool = False  #: whether scores may be below 0
    set_based: bool = False
    graded: bool = False
    needs_complete: bool = True
    needs_subtopics: bool = False

    @lazy_attribute
    def lowest(self) -> float:
        """The score of a list that earns nothing: 0, or the floor of a geometric mean."""
        return GEOMETRIC_FLOOR if self.average == "geometric" else 0.0

    @lazy_attribute
    def other_names(self) -> tuple[str, ...]:
        """The other names that can be typed: its names in tools, and its aliases."""
        named = (name for names in self.tool_names.values() for name in names)
        own = (self.name, f"{self.name}@")
        return tuple(dict.fromkeys(n for n in (*named, *self.aliases) if n.partition("{")[0] not in own))

    @property
    def total_column(self) -> str:
        """The key of the column that adds up the documents' contributions; empty if the score is not such a sum."""
        return self.running_total or getattr(self.drawing, "total", "")

    @property
    def chart(self) -> str:
        """The key of the chart that draws it; empty if none does."""
        return (self.drawing.chart or self.name.lower()) if self.drawing else ""

    @property
    def chart_beside(self) -> str:
        """The key of the chart that is shown beside its table."""
        return self.beside or (CONTINGENCY if self.two_by_two else self.chart or RecallCurve.chart)

    def columns_in(self, chart: str) -> tuple[str, ...]:
        """The keys of the columns that a chart reveals; empty if the measure is not in it."""
        drawn = self.drawing.columns if self.drawing and chart == self.chart else ()
        return drawn + (tuple(c.key for c in self.columns) if self.two_by_two and chart == CONTINGENCY else ())

    def symbols_of(self, conventions: Iterable[str]) -> frozenset[str]:
        """Return the symbols of the formula that depend on ``conventions`` although the formula looks the same."""
        asked = set(conventions)
        return frozenset(c.in_formulas for c in self.columns if asked.intersection(c.follows))

    @lazy_attribute
    def score_column(self) -> Column:
        """The column from which the score is read."""
        return self.column(self.score)

    def column(self, key: str) -> Column:
        """The column with this key."""
        return self._by_key[key]

    def places_kept(self, key: str, rounding: Rounding) -> int | None:
        """Return the decimals to which the cells of a column are rounded before further steps; None if exact."""
        if self.column(key).rounded:
            return None if rounding.mode == "exact" else rounding.places
        kept = rounding.mode == "carried" or (rounding.mode == "intermediate" and key != self.score)
        return rounding.places if kept else None

    @lazy_attribute
    def _by_key(self) -> dict[str, Column]:
        return {c.key: c for c in self.columns}
