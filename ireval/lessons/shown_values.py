"""Notes which cells and scores the text of a lesson shows, and which columns of tables it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ireval.exercises.kinds.answer_grid import columns_of
from ireval.exercises.kinds.calculations import gap_table, one_number
from ireval.lessons.lesson import Lab, Quiz, Step
from ireval.lessons.lesson_list import LIST_PARTS, LessonList
from ireval.measure.spelling import parse

#: The kinds of exercises that ask for a score, and for columns of a table.
SCORE, TABLE = one_number.KIND.key, gap_table.KIND.key
#: The roles that show a score or a cell.
ROLES = frozenset({"value", "calculation", "cell"})


class ShownValue(NamedTuple):
    """A cell or score that text shows in ``line``, after the first ``asked`` questions of the lesson.

    ``table`` is computed on the list ``about``. Without a ``cell``, the score is shown.
    """

    line: int
    asked: int
    measure: str
    about: LessonList
    cell: tuple[str, int] | None


@dataclass
class ShownValues:
    """The values that a lesson shows, and the columns that it is about, by the number of the step (from 1)."""

    shown: list[ShownValue] = field(default_factory=list)
    columns: dict[int, set[str]] = field(default_factory=dict)

    def note_role(self, role: str, content: str, at_hand: LessonList, line: int, place: tuple[int, int]) -> None:
        """Note a role that could be read; ``place`` has the number of its step, and how many questions precede it."""
        if role not in ROLES:
            return
        words = [word for word in content.split() if "=" not in word or word.partition("=")[0] not in _PARTS]
        parts = {name: text for name, sign, text in (word.partition("=") for word in content.split()) if name in _PARTS}
        about = at_hand.having(parts) if parts else at_hand
        step, asked = place
        cell = None
        if role == "cell":
            table = about.table(words[0])
            cell = (words[1], table.row_labels.index(words[2]))
        self.shown.append(ShownValue(line, asked, words[0], about, cell))
        self.columns.setdefault(step, set()).add(words[1] if cell else parse(words[0]).measure.score)

    @contextmanager
    def kept(self, *, readers: bool) -> Iterator[None]:
        """Within this context, values are kept only if ``readers`` of the lesson see them."""
        before = len(self.shown)
        yield
        if not readers:
            del self.shown[before:]

    def with_columns(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """The steps with the columns that the lesson is about down to each of them."""
        taught: set[str] = set()
        found = []
        for number, step in enumerate(steps, start=1):
            own = self.columns.get(number, set()) | set(_columns(step))
            taught |= own
            found.append(replace(step, columns=frozenset(taught), own_columns=frozenset(own)))
        return tuple(found)


_PARTS = (*LIST_PARTS, "list")


def _columns(step: Step) -> Iterator[str]:
    """The columns for which the questions of a step ask; if they name none, those that its lab covers."""
    asked = [column for quiz in step.quizzes for column in _asked(quiz)]
    if asked:
        yield from asked
        return
    for block in step.blocks:
        if isinstance(block, Lab) and "show" in block.parts:
            covers = filter(None, block.parts.get("cover", "").split(","))
            columns = {column.key for column in parse(block.parts["show"]).measure.columns}
            covered = [key for key in (cover.partition(".")[0] for cover in covers) if key in columns]
            yield from covered or [parse(block.parts["show"]).measure.score]


def _asked(quiz: Quiz) -> Iterator[str]:
    if quiz.exercise.measure and quiz.exercise.kind in {SCORE, TABLE}:
        table = quiz.exercise.kind == TABLE
        names = columns_of(quiz.exercise) if table else [parse(quiz.exercise.measure).measure.score]
        yield from (name.partition(".")[0] for name in names)
