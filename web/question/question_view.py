"""A question as a page shows it, for the macros of ``templates/sheets/question.html``.

``question_view(question)`` is what a student sees; given answers and their marks, it shows these next to the gaps.
``key_view(question)`` has the correct values in the gaps, the step tables, and the typical wrong values. A gap is
posted under the name ``field_name``; ``posted_answers`` reads a question's answers from a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from ireval.exercises import CHOICE, TEXT, Marked, Option, Part, Question, Shown, wrong_answers
from ireval.exercises.marking.stages import Stage
from ireval.explanation.step_table import StepTable
from ireval.numbers.expression import fixed
from web.formulas.formatted_markup import formatted_markup
from web.formulas.mathml import calculation
from web.question.answer_notes import AnswerNote, answer_notes, needs_text, points, points_of, points_up_to

#: More options than this are chosen from a drop-down list instead of buttons.
MOST_BUTTONS = 6
_DOCUMENTS = ("rank", "document", "label")


class Gap(NamedTuple):
    """A control for an answer, posted as ``name``; ``value`` is what was typed, or on the key the correct answer.

    ``kind`` is ``number``, ``text``, ``long`` (a text of several lines), ``buttons`` or ``list``; a ``whole`` number
    has no decimals. ``remark`` is a sentence about an answer that can still be changed: that it cannot be read, for
    example.
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
    remark: str = ""


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
    """A step table of the answer key: heads with titles, rows (true for the row with the score), and the last line."""

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

    ``text`` is the text of a question that the owner wrote; ``hint`` is shown on request.
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
    solved: bool = False
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
    stage: Stage = Stage.SOLUTION,
    solved: bool = False,
    remarks: Mapping[str, str] | None = None,
    graded: bool = True,
) -> QuestionView:
    """A question as a student sees it, with the answers ``given`` by the id of their part, and their marks.

    ``disabled`` is for answers that can no longer be changed. In practice, the notes say only what belongs to the
    ``stage``; a ``solved`` question shows its whole solution. ``remarks`` are shown beside them, by the id of the part.
    Points are shown only if answers are ``graded``.
    """
    notes = answer_notes(marked, stage, partial(field_name, question), graded=graded) if marked else {}
    gaps = {
        part.id: _gap(question, part, (given or {}).get(part.id, ""), notes.get(part.id), (remarks or {}).get(part.id))
        for part in question.parts
    }
    inside = question.cells
    feedback = tuple(g.note for part, g in gaps.items() if g.note and needs_text(g.note, part in inside))
    score = _score(question, marked) if graded and marked and stage >= Stage.CAUSE else ""
    worked = tuple(_worked_table(table) for table in question.tables) if solved else ()
    more = {"feedback": feedback, "score": score, "worked": worked, "solved": solved}
    if not graded:
        more["points"] = ""
    return _layout(question, number, gaps, key=False, disabled=disabled, **more)


def key_view(question: Question, number: int = 1) -> QuestionView:
    """A question with its correct answers, as the answer key shows it."""
    gaps = {part.id: _gap(question, part, part.right, None) for part in question.parts}
    mistakes = tuple((part.label, found) for part in question.parts if (found := _mistakes(question, part)))
    worked = tuple(_worked_table(table) for table in question.tables)
    return _layout(question, number, gaps, key=True, disabled=True, worked=worked, mistakes=mistakes)


def _layout(question: Question, number: int, gaps: Mapping[str, Gap], **more: object) -> QuestionView:
    grid, inside = question.grid, question.cells
    heads = tuple(zip(grid.heads, grid.titles, strict=True)) if grid else ()
    rows = tuple(tuple(Cell(c.text, gaps.get(c.part)) for c in row) for row in grid.rows) if grid else ()
    more.setdefault("points", points(question.points))
    return QuestionView(
        question=question,
        number=number,
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


def _gap(question: Question, part: Part, value: str, note: AnswerNote | None, remark: str | None = None) -> Gap:
    name = field_name(question, part)
    kind = part.kind
    if kind == CHOICE:
        kind = "buttons" if len(part.options) <= MOST_BUTTONS or question.text else "list"
    elif kind == TEXT and question.text:
        kind = "long"
    said = "" if note and note.text else remark or ""
    whole = not (part.places or part.free)
    return Gap(name, name, part.label, kind, part.hint, value, whole, part.options, note, said)


def _score(question: Question, marked: Marked) -> str:
    """The points of a question; an answer that a person marks may still get them."""
    return points_up_to(marked.by_hand) if marked.by_hand else points_of(marked.points, question.points)


def _worked_table(table: StepTable) -> WorkedTable:
    heads: list[tuple[str, str]] = [(table.measure.axis, "")]
    columns: list[list[Markup | str]] = []
    for column in table.shown_columns:
        if column.spelled:
            heads.append(("calculation", f"how {column.printed} is calculated"))
            columns.append([calculation(x) for x in table.calculations(column)])
        heads.append((column.printed, column.title))
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
