"""A question as a page shows it, for the macros of ``templates/sheets/question.html``.

``question_view(question)`` is what a student sees; with the answers given, and what marking says of them, it shows
these beside the gaps; ``key_view(question)`` has the right values in their place, the step tables, and the typical
wrong values. A gap is posted by the name of ``field_name``; ``posted_answers`` reads a question's answers off a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from ireval.exercises import CHOICE, Marked, MarkedPart, Option, Part, Question, Shown, wrong_answers
from ireval.explanation.step_table import StepTable
from ireval.messages import say
from ireval.messages.writing import number_text
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import half_up
from web.formulas.mathml import calculation

#: For each outcome of marking a sign, a word, and how it looks: good, half or bad.
SIGNS = {
    "right": ("✓", "right", "good"),
    "within-rounding": ("✓", "right within rounding", "good"),
    "carried-forward": ("✓", "right from your earlier values", "good"),
    "few-decimals": ("≈", "too few decimals", "half"),
    "rounding": ("≈", "rounded differently", "half"),
    "convention": ("≠", "another convention", "half"),
    "mistake": ("≠", "a typical mistake", "half"),
    "wrong": ("✗", "not right", "bad"),
    "unreadable": ("?", "cannot be read", "bad"),
    "blank": ("–", "not answered", "bad"),
}
#: More options than these are chosen from a list, not by buttons.
MOST_BUTTONS = 6
_DOCUMENTS = ("rank", "document", "label")


class AnswerNote(NamedTuple):
    """What marking says of one answer: a ``sign``, a ``word``, its ``look``, the points and a text."""

    id: str
    label: str
    sign: str
    word: str
    look: str
    points: str
    text: str


class Gap(NamedTuple):
    """A control to answer with: posted as ``name``; ``value`` is what it holds, or the right answer on the key.

    ``kind`` is ``number``, ``text``, ``buttons`` or ``list``; a whole number has no decimals to type.
    """

    id: str
    name: str
    label: str
    kind: str
    hint: str
    value: str
    whole: bool
    options: tuple[Option, ...]
    told: AnswerNote | None


class Cell(NamedTuple):
    """A cell of the table: a text or a gap."""

    text: str
    gap: Gap | None


class Listing(NamedTuple):
    """A list: ``ranked`` is false where the table to fill shows its documents already."""

    shown: Shown
    ranked: bool
    covered: bool  #: whether subtopics are told


class WorkedTable(NamedTuple):
    """A step table of the key: heads with their titles, rows (true for the one the score is read at), last line."""

    title: str
    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Markup | str, ...], bool], ...]
    final: Markup


class Mistake(NamedTuple):
    """A wrong value that has a name, and the points that it gets."""

    value: str
    points: str
    text: str


@dataclass(frozen=True)
class QuestionView:
    """A question, laid out. ``gaps`` stand below the table ``rows``; ``told`` is what needs more than a sign."""

    question: Question
    number: int
    key: bool
    disabled: bool
    points: str
    lists: tuple[Listing, ...]
    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Cell, ...], ...]
    gaps: tuple[Gap, ...]
    told: tuple[AnswerNote, ...] = ()
    score: str = ""
    worked: tuple[WorkedTable, ...] = ()
    mistakes: tuple[tuple[str, tuple[Mistake, ...]], ...] = ()


def field_name(question: Question, part: Part) -> str:
    """The name by which a part's answer is posted."""
    return f"{question.id}.{part.id}"


def posted_answers(question: Question, form: Mapping[str, str]) -> dict[str, str]:
    """A question's answers by the id of their part, as far as the form has them."""
    return {part.id: form[field_name(question, part)] for part in question.parts if field_name(question, part) in form}


def question_view(
    question: Question,
    number: int = 1,
    given: Mapping[str, str] | None = None,
    marked: Marked | None = None,
    *,
    disabled: bool = False,
    trying: bool = False,
) -> QuestionView:
    """A question as a student sees it, with the answers ``given`` by the id of their part, and what became of them.

    ``disabled`` is for a page that takes no answers any more. While a student is ``trying``, nobody tells what is right
    where no answer was given.
    """
    outcomes = {part.part.id: part for part in marked.parts} if marked else {}
    gaps = {
        p.id: _gap(question, p, (given or {}).get(p.id, ""), outcomes.get(p.id), trying=trying) for p in question.parts
    }
    inside = question.cells
    told = tuple(g.told for part, g in gaps.items() if g.told and _worth_telling(g.told, part in inside))
    score = f"{points_number(marked.points)} of {points(question.points)}" if marked else ""
    return _laid_out(question, number, gaps, key=False, disabled=disabled, told=told, score=score)


def key_view(question: Question, number: int = 1) -> QuestionView:
    """A question with what is right: the key's page of it."""
    gaps = {part.id: _gap(question, part, part.right, None) for part in question.parts}
    mistakes = tuple((part.label, found) for part in question.parts if (found := _mistakes(question, part)))
    worked = tuple(_worked(table) for table in question.tables)
    return _laid_out(question, number, gaps, key=True, disabled=True, worked=worked, mistakes=mistakes)


def points_number(x: float) -> str:
    """Points as a number with no more than two decimals."""
    return number_text(float(half_up(x, 2)))


def points(count: float) -> str:
    """Points in words: ``1 point``, ``2.5 points``."""
    return f"{points_number(count)} point{'' if count == 1 else 's'}"


def _laid_out(question: Question, number: int, gaps: Mapping[str, Gap], **more: object) -> QuestionView:
    grid, inside = question.grid, question.cells
    heads = tuple(zip(grid.heads, grid.titles, strict=True)) if grid else ()
    rows = tuple(tuple(Cell(c.text, gaps.get(c.part)) for c in row) for row in grid.rows) if grid else ()
    return QuestionView(
        question=question,
        number=number,
        points=points(question.points),
        lists=tuple(_listing(question, shown) for shown in question.lists),
        heads=heads,
        rows=rows,
        gaps=tuple(gap for part, gap in gaps.items() if part not in inside),
        **more,  # type: ignore[arg-type]
    )


def _listing(question: Question, shown: Shown) -> Listing:
    """A list; its documents stand once where the table to fill has them all."""
    grid, covered = question.grid, shown.diverse
    in_grid = grid is not None and grid.heads[:3] == _DOCUMENTS and len(grid.rows) >= len(shown.rows)
    return Listing(shown, not in_grid or covered, covered)


def _gap(question: Question, part: Part, value: str, outcome: MarkedPart | None, *, trying: bool = False) -> Gap:
    name = field_name(question, part)
    kind = part.kind
    if kind == CHOICE:
        kind = "buttons" if len(part.options) <= MOST_BUTTONS else "list"
    told = None
    if outcome:
        sign, word, look = SIGNS[outcome.outcome]
        worth = f"{points_number(outcome.points)} of {points(part.points)}"
        text = say(outcome.hint if trying and outcome.hint is not None else outcome.message)
        told = AnswerNote(f"{name}-told", part.label, sign, word, look, worth, text)
    return Gap(name, name, part.label, kind, part.hint, value, not part.places, part.options, told)


def _worth_telling(told: AnswerNote, in_grid: bool) -> bool:
    """In a table a sign is enough for what is right, and for what is left to do."""
    return not (in_grid and (told.word == SIGNS["right"][1] or not told.text))


def _worked(table: StepTable) -> WorkedTable:
    heads: list[tuple[str, str]] = [(table.measure.axis, "")]
    columns: list[list[Markup | str]] = []
    for column in table.shown_columns:
        if column.spelled:
            heads.append(("calculation", f"how {column.key} is calculated"))
            columns.append([calculation(x) for x in table.calculations(column)])
        heads.append((column.key, column.title))
        columns.append(list(table.cells[column.key]))
    rows = zip(table.row_labels, zip(*columns, strict=True), strict=True)
    lines = tuple((label, cells, i == table.score_row) for i, (label, cells) in enumerate(rows, start=1))
    return WorkedTable(f"{table.spec}, step by step", tuple(heads), lines, calculation(table.final))


def _mistakes(question: Question, part: Part) -> tuple[Mistake, ...]:
    """The wrong values of a part that have a name, the dearest first."""
    found = sorted(wrong_answers(question, part), key=lambda wrong: -wrong.share)
    return tuple(
        Mistake(fixed(wrong.value, part.places), points(part.points * wrong.share), wrong.text) for wrong in found
    )
