"""A question about a number, read from an address: the state of the lab, a measure or cell, and the typed number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ireval.conventions import CONVENTIONS
from ireval.diagnosis.candidates import is_other_score
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.inquiry import inquiry, inquiry_of_cell
from ireval.diagnosis.number_inquiry import Inquiry
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.errors import InputError, nearest
from ireval.evaluation.mean_inquiry import inquiry_of_mean, is_name_of_mean
from ireval.evaluation.results import AVERAGES
from ireval.evaluation.several_lists import underlying_spec
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse, split_list
from ireval.messages import Message
from ireval.ranking.judgements import Ranking
from web.lab.page import HIDDEN, View
from web.state.address import Reading, from_query, with_own_list
from web.state.lab_state import Number, State, own_choices
from web.state.open_table import with_open_measure
from web.state.texts.list_titles import tabs

#: The parts of the address that the lab's address does not have.
OWN = ("measure", "column", "row", "average", "value", "reveal", "revealed")
ROW = Number("row", "Row", 1, 1, 2000)


@dataclass(frozen=True)
class Question:
    """A number of the open list in ``state``: the cell of ``column`` and ``row`` (from 1), or the score without them.

    ``typed`` is the visitor's number; it may be empty. ``revealed`` names cells and measures uncovered on the page.
    With an ``average``, it is the mean of the measure over the lists of the open list's system.
    """

    state: State
    spec: Spec
    column: str = ""
    row: int = 0
    typed: str = ""
    revealed: Sequence[str] = ()
    average: str = ""

    @property
    def cell(self) -> tuple[str, int]:
        """The column and the row, counted from 0, of the cell or of the score."""
        if self.column:
            return self.column, self.row - 1
        return self.spec.measure.score, int(self.state.explanation.compute(self.spec).score_rank) - 1

    def inquiry(self) -> Inquiry:
        """The score or cell, ready to explain numbers. Raises ``InputError`` for a cell that does not exist."""
        ranking, conventions = self.state.explanation.ranking, self.state.conventions
        if self.average:
            return inquiry_of_mean(self.spec, self.averaged, conventions, self.average)
        if self.column:
            ready = inquiry_of_cell(self.spec, ranking, conventions, self.column, self.row - 1)
        else:
            ready = inquiry(self.spec, ranking, conventions)
        if ready.across and self.state.cover:
            ready = replace(ready, across=replace(ready.across, hidden=self._covered()))
        return replace(ready, others=[*ready.others, *self._of_other_lists(ready.target)])

    def _covered(self) -> frozenset[str]:
        """The covered measures, with others that would show their values."""
        panel = View(Reading(self.state, []), {}, self.revealed).families
        alike = {item.spelling for _, items, _ in panel for item in items if item.value == HIDDEN}
        return frozenset(self.state.cover) - frozenset(self.revealed) | alike

    @property
    def averaged(self) -> list[Ranking]:
        """The lists over which the mean is taken: all queries, or those of one system."""
        lists, place = self.state.lists, self.state.place
        own = lists[(place - 1) % 2 :: 2] if self.state.arrangement == "pairs" else lists
        return [listed.ranking for listed in own]

    def _of_other_lists(self, target: ScoreTarget | CellTarget) -> Iterator[Cause]:
        """Causes from the page's other lists, whose numbers may have been confused with this one."""
        own, *others = sorted(tabs(self.state), key=lambda tab: tab.place != self.state.place)
        for tab in others:
            computed = compute(self.spec, self.state.lists[tab.place - 1].ranking, self.state.conventions)
            value = float(target.read(computed))
            if is_other_score(value, math.nan if target.value is None else target.value):
                message = Message("other-list", asked=target.name, other=tab.full, own=own.full)
                yield Cause("mistake", f"other-list={tab.place}", message, value, of=computed)

    def lab(self, choices: Mapping[str, object] | None = None) -> State:
        """Return the lab's state with the measure open, with other ``choices`` if given."""
        chosen = choices or {}
        shared = {name: value for name, value in chosen.items() if name in CONVENTIONS}
        overrides = own_choices(self.state.preset, {**self.state.overrides, **shared})
        own = {n: v for n, v in self.spec.own.items() if n not in shared}
        own |= {n: v for n, v in chosen.items() if n not in shared}
        spec = Spec(self.spec.measure, own, "", {} if chosen else self.spec.foreign)
        return with_open_measure(replace(self.state, overrides=overrides), str(spec), adopt=True)


def read_question(args: Mapping[str, str]) -> Question:
    """Return the question in an address. Raises ``InputError`` for the first part that cannot be used."""
    given = {name: value for name, value in args.items() if name not in OWN}
    reading = from_query(with_own_list(given))
    if not {"labels", "subtopics", "collection"} & set(given):
        raise InputError("labels", "no-list-in-address")
    if reading.errors:
        raise reading.errors[0]
    name = args.get("measure", "").strip()
    if not name:
        raise InputError("measure", "measure-missing-in-address")
    column, row = args.get("column", "").strip(), args.get("row", "").strip()
    if bool(column) != bool(row):
        missing = "row" if column else "column"
        raise InputError(missing, "cell-incomplete", missing=missing)
    try:
        spec = parse(name)
    except InputError as error:
        raise error.at("measure") from None
    typed, revealed = args.get("value", "").strip(), split_list(args.get("revealed", ""))
    average = _read_average(args.get("average", "").strip(), spec, reading.state, column)
    return Question(reading.state, spec, column, ROW.read(row) if row else 0, typed, revealed, average)


def _read_average(text: str, spec: Spec, state: State, column: str) -> str:
    """How the lists' scores are averaged; empty if the question is about the open list. Raises ``InputError``."""
    if text and text not in AVERAGES:
        hint = nearest(text, AVERAGES)
        raise InputError("average", "unknown-address-choice", what="average", text=text, hint=hint)
    if not text and not (is_name_of_mean(spec) and len(state.lists) > 1):
        return ""
    of = str(underlying_spec(spec))
    if len(state.lists) == 1:
        raise InputError("average", "mean-needs-lists")
    if state.arrangement == "systems":
        raise InputError("arrangement", "mean-of-systems", measure=spec.text, of=of)
    if column:
        raise InputError("column", "mean-has-no-cell", of=of)
    return text or spec.measure.average
