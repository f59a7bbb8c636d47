"""The list of a step, shown once: its documents, the columns that the lesson has taught, and fields for an answer.

Runs of documents of which nothing is asked or taught are one thin row, which opens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from ireval.exercises import Question
from ireval.exercises.question.question import Row
from ireval.lessons import Lab, Quiz, Step
from ireval.lessons.answers_ahead import is_same_list, list_of
from ireval.lessons.lesson_list import LessonList
from ireval.lessons.shown_values import TABLE
from ireval.measure import Column
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.ranking.labels import write_labels, write_numbers
from web.formulas.mathml import with_decimal_sign
from web.lab.page import View
from web.lessons.list_rows import FEW_COLUMNS, ListCell, ListHead, ListRow, OtherList, Run, StepList
from web.question.question_view import Gap, QuestionView, field_name
from web.state.address import Reading, from_query
from web.state.lab_state import State
from web.state.texts.list_titles import tabs

#: Lists up to this length are shown whole.
SHORT_LIST = 6
#: What a run of documents of each kind is called.
RUNS = {"other": "lesson-run-other", "unjudged": "lesson-run-unjudged"}


def asks_about(quiz: Quiz, lab: Lab) -> bool:
    """Whether a question asks for numbers of the list that the lab shows."""
    exercise = quiz.exercise
    if exercise.list is None or exercise.printed or exercise.second:
        return False
    about = list_of(lab)
    return is_same_list(LessonList(exercise.list, about.preset, about.overrides), about)


def step_list(lab: Lab, step: Step, question: Question | None = None, view: QuestionView | None = None) -> StepList:
    """The list of a lab with the columns taught down to ``step``, and with the fields of a question about it."""
    state = from_query({name: text for name, text in lab.parts.items() if name != "step"}).state
    if len(state.lists) > 1:
        return _several(state)
    return _Listing(state, step, question, view).shown


def list_strip(lab: Lab) -> StepList:
    """The labels of a lab's list in one line, for a further question about it."""
    state = from_query(lab.parts).state
    return StepList(say(Message("lesson-list")), strip=_labels(state, state.grades))


def _several(state: State) -> StepList:
    opened = [(tab.full, state.holding_lists(state.lists, tab.place)) for tab in tabs(state)]
    rows = []
    for title, own in opened:
        shown = View(Reading(own, []), {})
        text = shown.with_decimal_sign(shown.steps.table.result)
        score = ListCell("", covered=True) if shown.steps.covers.result else ListCell(text)
        rows.append(OtherList(title, _labels(own, own.grades), score))
    return StepList(say(Message("lesson-lists")), lists=tuple(rows), measure=state.show)


def shown_labels(rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """The labels of a question's rows, each with its kind."""
    return tuple(with_kind(row.label, relevant=row.label != "0") for row in rows)


def with_kind(label: str, *, relevant: bool) -> tuple[str, str]:
    """A label as it is shown, with its kind."""
    if not label.isdigit():
        return "–", "unjudged"
    return label, "relevant" if relevant else "other"


def _labels(state: State, grades: Sequence[int]) -> tuple[tuple[str, str], ...]:
    return tuple(with_kind(write_labels([grade]), relevant=grade >= state.conventions["rel"]) for grade in grades)


class _Listing:
    """Makes the list of one state, with the fields of a question."""

    def __init__(self, state: State, step: Step, question: Question | None, view: QuestionView | None) -> None:
        asked = question.tables[0] if question else None
        own = asked.measure.score if asked else parse(state.show).measure.score
        if question and question.kind == TABLE:
            own = next((part.at[0] for part in question.parts if part.at), own)
        if asked and own not in {column.key for column in parse(state.show).measure.columns}:
            state = state.having(show=str(asked.spec))
        self.state = state
        self.steps = View(Reading(state, []), {}).steps
        self.table = self.steps.table
        self.step = step
        self.columns = self._columns(step, own)
        gaps = _gaps(view)
        self.gaps: Mapping[tuple[str, int], Gap] = (
            {
                part.at: gaps[field_name(question, part)]
                for part in question.parts
                if part.at and field_name(question, part) in gaps
            }
            if question
            else {}
        )
        self.question = question

    def _columns(self, step: Step, own: str) -> list[Column]:
        """The columns that are taught, the step's own at the end."""
        found = [c for c in self.table.shown_columns if c.key in step.columns or c.of_subtopics]
        return sorted(found, key=lambda column: column.key == own)

    def _is_earlier(self, column: Column) -> bool:
        """Whether a column gives way on a narrow screen: there are many, and this step is about others."""
        crowded = len(self.columns) > FEW_COLUMNS
        kept = column == self.columns[-1] or column.of_subtopics or column.key in self.step.own_columns
        return crowded and not kept

    @property
    def shown(self) -> StepList:
        """The list."""
        state, missed = self.state, self.question.lists[0].missed if self.question else ()
        facts = self.question.lists[0].facts if self.question else (View(Reading(state, []), {}).summary,)
        common = StepList(
            say(Message("lesson-list")),
            heads=tuple(ListHead(column.printed, column.title, self._is_earlier(column)) for column in self.columns),
            missed=shown_labels(missed),
            facts=tuple(facts),
            result="" if self.question or self.steps.covers.result else self._result,
        )
        if not self.steps.by_rank:
            strip, axis = _labels(state, state.grades), self.table.measure.axis
            return replace(common, strip=strip, axis=axis, levels=self._levels)
        return replace(common, runs=tuple(_runs(list(self._rows))))

    @property
    def _result(self) -> str:
        return f"{self.state.show} = {with_decimal_sign(self.table.result, self.state.comma)}"

    @property
    def _levels(self) -> tuple[tuple[str, tuple[ListCell, ...]], ...]:
        if not self.columns:
            return ()
        labels = [with_decimal_sign(label, self.state.comma) for label in self.table.row_labels]
        return tuple((label, self._cells(row)) for row, label in enumerate(labels))

    @property
    def _rows(self) -> Iterator[ListRow]:
        state, index_of = self.state, self.steps.index_of
        read = self.table.score_row - 1
        for place, grade in enumerate(state.grades):
            row = index_of.get(f"rank-{place + 1}")
            cells = tuple(ListCell("") for _ in self.columns) if row is None else self._cells(row)
            kept = row == read or any(cell.gap or cell.covered for cell in cells)
            name = state.called[place] if place < len(state.called) else ""
            label, kind = _labels(state, [grade])[0]
            yield ListRow(str(place + 1), name, label, kind, cells, kept)

    def _cells(self, row: int) -> tuple[ListCell, ...]:
        return tuple(self._cell(column, row) for column in self.columns)

    def _cell(self, column: Column, row: int) -> ListCell:
        gap = self.gaps.get((column.key, row))
        text = self.table.cells[column.key][row]
        if gap or not text:
            return ListCell("", gap)
        if self.steps.covers.cell(column.key, row):  # of the covered cells, that of the score is marked
            return ListCell("", covered=row == self.table.score_row - 1)
        if column.of_subtopics and self.steps.by_rank and self.state.subtopics:
            place = int(self.table.computed.positions[row])
            text = write_numbers(self.state.subtopics[place]) if place >= 0 else text
        return ListCell(with_decimal_sign(text, self.state.comma))


def _gaps(view: QuestionView | None) -> dict[str, Gap]:
    if view is None:
        return {}
    inside = [cell.gap for row in view.rows for cell in row if cell.gap]
    return {gap.name: gap for gap in inside}


def _runs(rows: Sequence[ListRow]) -> Iterator[Run]:
    """The rows in runs; documents that are not relevant, and of which nothing is asked, are folded."""
    for folded, group in groupby(rows, key=lambda row: row.kind if row.kind != "relevant" and not row.kept else ""):
        run = tuple(group)
        if not folded or len(rows) <= SHORT_LIST:
            yield Run(run)
        else:
            yield Run(run, say(Message(RUNS[folded], count=len(run))))
