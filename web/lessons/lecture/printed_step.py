"""A step of a lesson on paper: its lab as a table, and its questions with room for answers or with solutions."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from itertools import compress
from typing import NamedTuple

from ireval.explanation.plain_table import Field, step_table
from ireval.lessons import Figure, Lab
from ireval.ranking.labels import write_labels
from web.charts.figures import DrawnFigure, still_figure
from web.lab.page import View
from web.lessons.shown_block import Shown
from web.lessons.shown_quiz import ShownQuiz
from web.lessons.step_page import StepPage
from web.lessons.views.judging_view import JudgingView
from web.question.question_view import key_view
from web.state.address import Reading, from_query
from web.state.lab_state import State
from web.state.texts.list_titles import tabs


class PrintedTable(NamedTuple):
    """The list of a lab with the steps of its measure; covered cells are empty, for the reader to fill in."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    closing: str
    summary: str


@dataclass(frozen=True)
class PrintedStep:
    """A step on paper. If it is ``explained``, it has the solutions and all parts that are folded on the screen.

    Its questions are numbered from ``first`` on.
    """

    page: StepPage
    explained: bool
    first: int

    @property
    def title(self) -> str:
        """The step with its number."""
        return f"{self.page.number}. {self.page.title}"

    @property
    def tables(self) -> list[PrintedTable]:
        """The lists of the step's lab, if it has one and not a figure."""
        if self.figure:
            return []
        if not self.page.lab:
            return []
        taught = self.page.lesson.steps[self.page.number - 1].columns
        return printed_tables(self.page.lab, covered=not self.explained, taught=None if self.explained else taught)

    @property
    def figure(self) -> DrawnFigure | None:
        """The figure of the step, if it has one and nothing of it is covered."""
        lab = self.page.lab
        if not isinstance(lab, Figure):
            return None
        state = from_query(lab.parts).state
        return None if state.cover and not self.explained else still_figure(state)

    @property
    def halves(self) -> tuple[tuple[Shown, ...], tuple[Shown, ...]]:
        """The blocks above the lab, and those below it."""
        above, below = self.page.halves
        return tuple(self._printed(above)), tuple(self._printed(below))

    def _printed(self, blocks: tuple[Shown, ...]) -> Iterator[Shown]:
        for block in blocks:
            inside = tuple(self._printed(block.inside))
            if isinstance(block.view, ShownQuiz):
                view = block.view.view
                number = self.first + view.number - 1
                solved = replace(key_view(view.question, number), mistakes=())
                yield Shown(
                    "printed_quiz", solved if self.explained else replace(view, number=number, disabled=True, hint="")
                )
            elif isinstance(block.view, JudgingView) and block.view.name:
                yield Shown("printed_judging", block.view)
            elif block.kind != "reveal":
                yield block._replace(inside=inside)
            elif self.explained:
                yield Shown("printed_reveal", block.view, inside)


def printed_tables(lab: Lab, *, covered: bool, taught: Container[str] | None = None) -> list[PrintedTable]:
    """Return the table of each list of a lab with the ``taught`` columns, or all; if ``covered``, cells are empty."""
    left_out = {"step"} if covered else {"step", "cover"}
    state = from_query({name: text for name, text in lab.parts.items() if name not in left_out}).state
    if len(state.lists) == 1:
        return [_table(state, taught)]
    return [_table(state.holding_lists(state.lists, tab.place), taught, tab.full) for tab in tabs(state)]


def _table(state: State, taught: Container[str] | None, of: str = "") -> PrintedTable:
    view = View(Reading(state, []), {})
    plain = step_table(view.steps.table, _documents(state))
    keys = {column.printed: column.key for column in view.steps.table.columns}
    shown = [
        taught is None or (not field.gives and (field.head not in keys or keys[field.head] in taught))
        for field in plain.fields
    ]
    rows = tuple(tuple(compress(_cells(view, i, plain.fields, row), shown)) for i, row in enumerate(plain.rows))
    closing = "" if view.steps.covers.result else plain.closing
    title = f"{of}: {plain.title}" if of else plain.title
    heads = tuple(compress((field.head for field in plain.fields), shown))
    return PrintedTable(title, heads, rows, closing, view.summary)


def _documents(state: State) -> list[tuple[str, str]]:
    return [(state.name(i), write_labels([grade])) for i, grade in enumerate(state.grades)]


def _cells(view: View, place: int, fields: tuple[Field, ...], row: tuple[str, ...]) -> Iterator[str]:
    """The cells of one row; empty if they are covered or would show a covered value."""
    steps = view.steps
    columns = {column.printed: column for column in steps.table.columns}
    line = steps.index_of.get(f"rank-{place + 1}" if steps.by_rank else f"level-{place + 1}")
    for field, text in zip(fields, row, strict=True):
        column = columns.get(field.gives or field.head)
        is_covered = column is not None and line is not None and steps.covers.cell(column.key, line)
        shows = field.gives and column is not None and line is not None and steps.covers.revealed_by(column, line)
        yield "" if is_covered or shows else text
