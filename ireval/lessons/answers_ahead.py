"""Keeps what a question asks from being shown before it: labs cover it, and text that shows it is a fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ireval.conventions import effective
from ireval.errors import InputError
from ireval.exercises import Exercise, RankedList, Sheet
from ireval.exercises.kinds.answer_grid import columns_of
from ireval.explanation.step_table import StepTable
from ireval.lessons.lesson import Block, Lab, Step
from ireval.lessons.lesson_faults import Faults
from ireval.lessons.lesson_list import LessonList
from ireval.lessons.shown_values import SCORE, TABLE, ShownValue
from ireval.numbers.rounding import SAME


@dataclass(frozen=True)
class Asked:
    """What an exercise asks about a fixed list: the score of the ``table``, or cells in ``columns``."""

    place: int
    exercise: Exercise
    about: LessonList
    table: StepTable
    columns: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What a lab has to cover: columns, and the measure's score."""
        return self.columns or (str(self.table.spec),)

    def is_shown_by(self, value: ShownValue) -> bool:
        """Whether a value that is shown in the text answers the question."""
        if not is_same_list(value.about, self.about):
            return False
        shown = value.about.table(value.measure)
        cell = value.cell or (shown.measure.score, shown.score_row - 1)
        if self.columns:
            return cell[0] in self.columns and shown.measure is self.table.measure
        if self.table.value is None or (cell[1] < 0 and shown.value is None):
            return False
        if shown.measure is not self.table.measure or cell[0] != shown.measure.score:
            return False
        number = shown.value if cell[1] < 0 else float(shown.computed.columns[cell[0]][cell[1]])
        same_row = cell[1] == self.table.score_row - 1 or value.cell is None
        return same_row and number is not None and abs(number - self.table.value) <= SAME


def asked_of(sheet: Sheet) -> list[Asked]:
    """The questions of a lesson whose answers are computed on a list that they name."""
    found = []
    for place, exercise in enumerate(sheet.exercises):
        if exercise.list is None or exercise.kind not in {SCORE, TABLE}:
            continue
        own = sheet.for_exercise(exercise)
        about = LessonList(exercise.list, own.preset, own.overrides)
        names = columns_of(exercise) if exercise.kind == TABLE else ()
        columns = dict.fromkeys(name.partition(".")[0] for name in names)
        found.append(Asked(place, exercise, about, about.table(exercise.measure), tuple(columns)))
    return found


def is_same_list(one: LessonList, other: LessonList) -> bool:
    """Whether two lists have the same documents under the same conventions; names of documents do not count."""
    alike = _documents(one.ranked) == _documents(other.ranked)
    return alike and effective(one.preset, one.overrides) == effective(other.preset, other.overrides)


def _documents(ranked: RankedList) -> tuple[object, ...]:
    return ranked.labels, ranked.unretrieved, ranked.size, ranked.subtopics, ranked.unretrieved_subtopics


def list_of(lab: Lab) -> LessonList:
    """The list that a lab shows, with its conventions."""
    return LessonList().having(lab.parts)


def steps_covering_answers(steps: Sequence[Step], asked: Sequence[Asked]) -> tuple[Step, ...]:
    """Return the steps, each lab covering what its own step or a later one asks about its list."""
    passed = 0
    found = []
    for step in steps:
        ahead = [one for one in asked if one.place >= passed]
        found.append(replace(step, blocks=tuple(_covering(block, ahead) for block in step.blocks)))
        passed += len(step.quizzes)
    return tuple(found)


def _covering(block: Block, ahead: Sequence[Asked]) -> Block:
    if not isinstance(block, Lab) or not ahead:
        return block
    about = list_of(block)
    names = [name for ranked in about.lists for one in ahead for name in _shown_names(block, about, ranked, one)]
    if not names:
        return block
    before = [name for name in block.parts.get("cover", "").split(",") if name]
    return Lab({**block.parts, "cover": ",".join(dict.fromkeys((*before, *names)))})


def _shown_names(lab: Lab, about: LessonList, ranked: RankedList, asked: Asked) -> Iterator[str]:
    """What a lab shows of a question's answer: columns, the score, and cells of its column with the same number."""
    own = replace(about, ranked=ranked, others=())
    if _documents(ranked) != _documents(asked.about.ranked):
        return
    try:
        shown = own.table(lab.parts["show"]) if "show" in lab.parts else None
        score = own.table(asked.exercise.measure)
    except InputError:  # a fault of the lab, which is reported there
        return
    columns = set(shown.computed.columns) if shown else set()
    if asked.columns:
        yield from (key for key in asked.columns if key in columns and is_same_list(own, asked.about))
    if score.value is None or asked.table.value is None or abs(score.value - asked.table.value) > SAME:
        return
    yield str(score.spec)
    if shown and shown.measure is score.measure:
        yield from _equal_cells(shown, score)


def _equal_cells(shown: StepTable, score: StepTable) -> Iterator[str]:
    """The cells of the score's column that show the score's number."""
    key = score.measure.score
    for row, text in enumerate(shown.cells[key]):
        place = int(shown.computed.positions[row]) if row < shown.computed.positions.shape[-1] else -1
        if text == score.result and shown.measure.axis == "rank" and place >= 0:
            yield f"{key}.{place + 1}"


def note_early_answers(values: Iterable[ShownValue], asked: Sequence[Asked], faults: Faults) -> None:
    """Note a fault for each value in the text that a later question asks for."""
    for value in values:
        later = (one for one in asked if one.place >= value.asked and one.is_shown_by(value))
        if found := next(later, None):
            faults.add(value.line, "lesson-answer-shown-before", measure=value.measure, question=found.exercise.id)
