"""A question as a page shows it, for the macros of ``templates/sheets/question.html``.

``question_view(question)`` is what a student sees; given answers and their marks, it shows these next to the gaps.
``key_view(question)`` has the correct values in the gaps, the step tables, and the typical wrong values. A gap is
posted under the name ``field_name``; ``posted_answers`` reads a question's answers from a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from ireval.exercises import CHOICE, TEXT, Marked, MarkedPart, Option, Part, Question, Shown, wrong_answers
from ireval.exercises.question.outcomes import BY_HAND
from ireval.explanation.step_table import StepTable
from ireval.messages import say
from ireval.numbers.expression import fixed
from web.formulas.mathml import calculation
from web.sheets.formatted_markup import formatted_markup
from web.sheets.score_words import points, points_of, points_up_to

#: For each outcome of marking a sign, its word, and its look: good, half or bad.
SIGNS = {
    "right": ("✓", "correct", "good"),
    "within-rounding": ("✓", "correct within rounding", "good"),
    "carried-forward": ("✓", "correct from your earlier values", "good"),
    "few-decimals": ("≈", "too few decimals", "half"),
    "rounding": ("≈", "rounded differently", "half"),
    "convention": ("≠", "other convention", "half"),
    "mistake": ("≠", "typical mistake", "half"),
    "by-hand": ("…", "to be marked by hand", "half"),
    "wrong": ("✗", "incorrect", "bad"),
    "unreadable": ("?", "unreadable", "bad"),
    "blank": ("–", "not answered", "bad"),
}
#: More options than this are chosen from a drop-down list instead of buttons.
MOST_BUTTONS = 6
_DOCUMENTS = ("rank", "document", "label")


class AnswerNote(NamedTuple):
    """The mark of one answer: a ``sign``, its ``word`` and ``look``, the points, and a text."""

    id: str
    label: str
    sign: str
    word: str
    look: str
    points: str
    text: str


class Gap(NamedTuple):
    """A control for an answer, posted as ``name``; ``value`` is what was typed, or on the key the correct answer.

    ``kind`` is ``number``, ``text``, ``long`` (a text of several lines), ``buttons`` or ``list``; a ``whole`` number
    has no decimals.
    """

    id: str
    name: str
    label: str
    kind: str
    hint: str
    value: str
    whole: bool
    options: tuple[Option, ...]
    note: AnswerNote | None


class Cell(NamedTuple):
    """A cell of the table: a text or a gap."""

    text: str
    gap: Gap | None


class Listing(NamedTuple):
    """A list: ``ranked`` is false if the table to fill in already shows its documents."""

    shown: Shown
    ranked: bool
    covered: bool  #: whether subtopics are shown


class WorkedTable(NamedTuple):
    """A step table of the key: heads with their titles, rows (true for the row with the score), and the last line."""

    title: str
    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Markup | str, ...], bool], ...]
    final: Markup


class Mistake(NamedTuple):
    """A wrong value whose cause is known, and its points."""

    value: str
    points: str
    text: str


@dataclass(frozen=True)
class QuestionView:
    """A question, laid out. ``gaps`` are below the table ``rows``; ``feedback`` has the notes that need text.

    ``text`` is what is asked in an own question; ``hint`` is shown when a student wants it.
    """

    question: Question
    number: int
    key: bool
    disabled: bool
    points: str
    lists: tuple[Listing, ...]
    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Cell, ...], ...]
    gaps: tuple[Gap, ...]
    feedback: tuple[AnswerNote, ...] = ()
    score: str = ""
    worked: tuple[WorkedTable, ...] = ()
    mistakes: tuple[tuple[str, tuple[Mistake, ...]], ...] = ()
    text: Markup | str = ""
    hint: Markup | str = ""


def field_name(question: Question, part: Part) -> str:
    """The name under which a part's answer is posted."""
    return f"{question.id}.{part.id}"


def posted_answers(question: Question, form: Mapping[str, str]) -> dict[str, str]:
    """The question's answers in the form, by the id of their part."""
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
    """A question as a student sees it, with the answers ``given`` by the id of their part, and their marks.

    ``disabled`` is for a page that no longer accepts answers. While a student is ``trying``, the correct answer is not
    shown for a part without an answer.
    """
    outcomes = {part.part.id: part for part in marked.parts} if marked else {}
    gaps = {
        p.id: _gap(question, p, (given or {}).get(p.id, ""), outcomes.get(p.id), trying=trying) for p in question.parts
    }
    inside = question.cells
    feedback = tuple(g.note for part, g in gaps.items() if g.note and _needs_text(g.note, part in inside))
    score = _score(question, marked) if marked else ""
    return _laid_out(question, number, gaps, key=False, disabled=disabled, feedback=feedback, score=score)


def key_view(question: Question, number: int = 1) -> QuestionView:
    """A question with its correct answers, as the answer key shows it."""
    gaps = {part.id: _gap(question, part, part.right, None) for part in question.parts}
    mistakes = tuple((part.label, found) for part in question.parts if (found := _mistakes(question, part)))
    worked = tuple(_worked(table) for table in question.tables)
    return _laid_out(question, number, gaps, key=True, disabled=True, worked=worked, mistakes=mistakes)


def _laid_out(question: Question, number: int, gaps: Mapping[str, Gap], **more: object) -> QuestionView:
    grid, inside = question.grid, question.cells
    heads = tuple(zip(grid.heads, grid.titles, strict=True)) if grid else ()
    rows = tuple(tuple(Cell(c.text, gaps.get(c.part)) for c in row) for row in grid.rows) if grid else ()
    return QuestionView(
        question=question,
        number=number,
        points=points(question.points),
        text=formatted_markup(question.text),
        hint=formatted_markup(question.hint),
        lists=tuple(_listing(question, shown) for shown in question.lists),
        heads=heads,
        rows=rows,
        gaps=tuple(gap for part, gap in gaps.items() if part not in inside),
        **more,  # type: ignore[arg-type]
    )


def _listing(question: Question, shown: Shown) -> Listing:
    """A list; its documents are not repeated if the table to fill in has them all."""
    grid, covered = question.grid, shown.diverse
    in_grid = grid is not None and grid.heads[:3] == _DOCUMENTS and len(grid.rows) >= len(shown.rows)
    return Listing(shown, not in_grid or covered, covered)


def _gap(question: Question, part: Part, value: str, outcome: MarkedPart | None, *, trying: bool = False) -> Gap:
    name = field_name(question, part)
    kind = part.kind
    if kind == CHOICE:
        kind = "buttons" if len(part.options) <= MOST_BUTTONS or question.text else "list"
    elif kind == TEXT and question.text:
        kind = "long"
    note = None
    if outcome:
        sign, word, look = SIGNS[outcome.outcome]
        by_hand = outcome.outcome == BY_HAND
        worth = points_up_to(part.points) if by_hand else points_of(outcome.points, part.points)
        text = say(outcome.hint if trying and outcome.hint is not None else outcome.message)
        note = AnswerNote(f"{name}-note", part.label, sign, word, look, worth, text)
    return Gap(name, name, part.label, kind, part.hint, value, not (part.places or part.free), part.options, note)


def _score(question: Question, marked: Marked) -> str:
    """The points of a question; an answer that a person marks may still get them."""
    return points_up_to(marked.by_hand) if marked.by_hand else points_of(marked.points, question.points)


def _needs_text(note: AnswerNote, in_grid: bool) -> bool:
    """Whether a note needs text: in a table, a sign is enough for a correct answer and for a gap left to fill in."""
    return not (in_grid and (note.word == SIGNS["right"][1] or not note.text))


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
    """The wrong values of a part whose cause is known, those with the most points first."""
    found = sorted(wrong_answers(question, part), key=lambda wrong: -wrong.share)
    return tuple(
        Mistake(fixed(wrong.value, part.places), points(part.points * wrong.share), wrong.text) for wrong in found
    )
