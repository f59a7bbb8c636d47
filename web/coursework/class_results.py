"""The results of a class: every student's marks, and how often each cause led to a wrong answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ireval import exercises
from ireval.exercises import KINDS
from ireval.messages import TALLY, Message, say
from web import store
from web.coursework.distribution import Distribution
from web.coursework.marks.class_marking import StudentResult
from web.coursework.marks.stored_marks import OUTCOMES_BY_WORTH, WORTH, ExerciseMarks
from web.coursework.stored_sheets import sheet_of

#: The words for outcomes without a known cause, in the order in which they are listed.
OUTCOMES_IN_WORDS = {
    "within-rounding": Message("outcome-within-rounding"),
    "carried-forward": Message("outcome-carried-forward"),
    "few-decimals": Message("outcome-few-decimals"),
    "by-hand": Message("outcome-by-hand"),
    "wrong": Message("outcome-wrong"),
    "unreadable": Message("outcome-unreadable"),
    "blank": Message("outcome-blank"),
}


@dataclass(frozen=True)
class Tally:
    """A number of students who did the same: ``words`` follow the number and say what; ``worth`` is an outcome's worth.

    ``noise`` marks answers without an explanation.
    """

    count: int
    words: str
    worth: str
    noise: bool


class PartResult(NamedTuple):
    """The number of answers to a part by their worth, in the order of ``OUTCOMES_BY_WORTH``."""

    label: str
    counts: Mapping[str, int]


def exercise_title(exercise: exercises.Exercise) -> str:
    """A title that fits every variant of an exercise."""
    measure = f": {exercise.measure}" if exercise.measure else ""
    return f"{KINDS[exercise.kind].title}{measure}"


class ExerciseResult:
    """A class's results in one exercise."""

    def __init__(self, exercise: exercises.Exercise, marked: Sequence[ExerciseMarks]) -> None:
        self.id = exercise.id
        self.points = exercise.points
        self._marked = marked
        titles = {m.title for m in marked}
        self.title = titles.pop() if len(titles) == 1 else exercise_title(exercise)

    @property
    def mean(self) -> float:
        """The mean points of a student."""
        return sum(marked.points for marked in self._marked) / len(self._marked)

    @property
    def all_right(self) -> int:
        """How many students answered every part correctly."""
        return sum(all(WORTH[p.outcome] == "right" for p in marked.parts) for marked in self._marked)

    @cached_property
    def parts(self) -> list[PartResult]:
        """The results of the parts, in the order in which a student sees them."""
        labels: dict[str, str] = {}
        counts: Counter[tuple[str, str]] = Counter()
        for marked in self._marked:
            for part in marked.parts:
                labels.setdefault(part.id, part.label)
                counts[part.id, WORTH[part.outcome]] += 1
        return [
            PartResult(label, {name: counts[id_, name] for name in OUTCOMES_BY_WORTH}) for id_, label in labels.items()
        ]

    @property
    def causes(self) -> list[Tally]:
        """The known causes of answers, the most frequent first; causes that cost no points come last.

        A student counts once, even if it happened in several parts of the exercise.
        """
        return [tally for tally in self._tallies if not tally.noise]

    @property
    def noise(self) -> list[Tally]:
        """Answers without an explanation: unknown numbers, unreadable texts, guesses, and gaps without an answer."""
        return [tally for tally in self._tallies if tally.noise]

    @cached_property
    def unexplained(self) -> int:
        """How many students have an answer without an explanation."""
        return sum(any(part.noise for part in marked.parts) for marked in self._marked)

    @cached_property
    def _tallies(self) -> list[Tally]:
        """All causes, the most frequent first; causes that cost no points, and gaps without an answer, come last."""
        noise: dict[tuple[str, str], bool] = {}
        words: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        students: Counter[tuple[str, str]] = Counter()
        for marked in self._marked:
            wrong = {(part.outcome, part.counted): part for part in marked.parts if part.outcome != "right"}
            for cause, part in wrong.items():
                words[cause][part.words] += 1
                noise[cause] = part.noise
                students[cause] += 1
        found = [
            Tally(
                count,
                words[cause].most_common(1)[0][0] or say(OUTCOMES_IN_WORDS[cause[0]], TALLY),
                WORTH[cause[0]],
                noise[cause],
            )
            for cause, count in students.items()
        ]
        return sorted(found, key=lambda tally: (tally.worth in {"right", "blank"}, -tally.count))


class Results:
    """A sheet with the marks of its students, or of those who have submitted; unmarked ones are left out."""

    def __init__(self, sheet: store.Sheet, students: Iterable[StudentResult]) -> None:
        self.students = [student for student in students if student.stored]
        self.points = sheet_of(sheet.body).points
        self._sheet = sheet_of(sheet.body)

    def __len__(self) -> int:
        return len(self.students)

    @property
    def distribution(self) -> Distribution:
        """The points of all students, if there are any."""
        return Distribution([s.points for s in self.students], self.points)

    @cached_property
    def exercises(self) -> list[ExerciseResult]:
        """The results of the exercises; empty while there are no students."""
        asked = self._sheet.exercises if self.students else ()
        return [ExerciseResult(x, [(s.marks or ())[i] for s in self.students]) for i, x in enumerate(asked)]
