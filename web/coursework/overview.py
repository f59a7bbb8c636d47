"""The results of a class for the owner's page: texts and lengths of bars, so that the template computes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from ireval.messages import Message, say
from web import store
from web.coursework.class_results import ExerciseResult, Results, Tally
from web.coursework.distribution import Distribution
from web.coursework.marks.class_marking import StudentResult
from web.coursework.marks.stored_marks import OUTCOMES_BY_WORTH
from web.coursework.stored_sheets import marks_wait, sheet_of
from web.coursework.student_list import StudentList
from web.messages.moments import moment
from web.question.answer_notes import count_of, points_number
from web.store import Mode

#: The words for the worth of answers.
WORDS = {
    "right": "correct",
    "explained": "wrong, cause known",
    "by-hand": "to be marked by hand",
    "wrong": "wrong, cause unknown",
    "blank": "not answered",
}
#: The worths of answers that a person has to mark; most sheets have none.
MARKED_LATER = frozenset({"by-hand"})
#: This many causes are shown at first; the others are folded.
IN_SIGHT = 5


class Bar(NamedTuple):
    """A piece of a bar of length 100: its worth, its start, its length, and its text."""

    worth: str
    start: float
    length: float
    text: str


@dataclass(frozen=True)
class Line:
    """One cause: how many of all students, what they did, what it was worth, and its bar's length out of 100."""

    count: str
    words: str
    worth: str
    length: float


class PartLine(NamedTuple):
    """One part: its label, a bar of all students, and the counts in the order of ``WORDS``."""

    label: str
    bars: tuple[Bar, ...]
    counts: tuple[int, ...]


class Column(NamedTuple):
    """Students with points in one range: its lower end, the range in words, their number, its height out of 100."""

    low: str
    words: str
    students: int
    height: float


class Spread(NamedTuple):
    """The distribution of the points: its numbers, its columns, and the end of the last one."""

    mean: str
    median: str
    range: str
    columns: tuple[Column, ...]
    end: str


class Card(NamedTuple):
    """One exercise."""

    id: str
    title: str
    mean: str
    summary: str
    lines: tuple[Line, ...]
    rarer: tuple[Line, ...]
    noise: tuple[Line, ...]
    noise_words: str
    parts: tuple[PartLine, ...]


class Overview:
    """The overview of a sheet for its owner.

    ``only`` leaves out students who have not submitted. ``page`` is the page of the list, which has only students whose
    name or key contains ``find``.
    """

    def __init__(
        self,
        sheet: store.Sheet,
        students: Sequence[StudentResult],
        *,
        only: bool = False,
        page: int = 1,
        find: str = "",
    ) -> None:
        self.sheet = sheet
        self.once = sheet.mode is Mode.ONCE
        self.only = only and self.once
        self.waiting = marks_wait(sheet)
        self.students = len(students)
        self.submitted = sum(s.answers.submitted is not None for s in students)
        self.marked = sum(s.current for s in students)
        shown = [s for s in students if s.answers.submitted or not self.only]
        self.results = Results(sheet, shown)
        self.list = StudentList(shown, page, find)

    @property
    def complete(self) -> bool:
        """Whether all students are marked."""
        return self.marked == self.students

    @property
    def progress(self) -> str:
        """How many students are marked, in words."""
        return say(Message("students-marked", marked=self.marked, total=self.students))

    @property
    def now(self) -> Markup:
        """The time of this overview."""
        return moment(self.sheet.now)

    @cached_property
    def spread(self) -> Spread | None:
        """The distribution of the points, if there are students."""
        return spread(self.results.distribution) if len(self.results) else None

    @property
    def writing(self) -> int:
        """How many students have begun and not submitted."""
        return self.students - self.submitted if self.once else 0

    @cached_property
    def words(self) -> tuple[tuple[str, str], ...]:
        """The legend of the colours; answers marked by hand are in it only if there are some."""
        by_hand = any(student.by_hand for student in self.results.students)
        return tuple((name, word) for name, word in WORDS.items() if by_hand or name not in MARKED_LATER)

    @property
    def points(self) -> str:
        """The greatest possible number of points."""
        return points_number(sheet_of(self.sheet.body).points)

    @cached_property
    def cards(self) -> list[Card]:
        """The exercises, in their order."""
        return [self._card(place, x) for place, x in enumerate(self.results.exercises, start=1)]

    def _card(self, place: int, x: ExerciseResult) -> Card:
        everyone = len(self.results)
        lines, noise = (tuple(_line(tally, everyone) for tally in tallies) for tallies in (x.causes, x.noise))
        parts = tuple(
            PartLine(part.label, _bars(part.counts, everyone), tuple(part.counts[x] for x, _ in self.words))
            for part in x.parts
        )
        mean = {"points": float(points_number(x.mean)), "most": float(points_number(x.points))}
        return Card(
            x.id,
            f"{place}. {x.title}",
            say(Message("points-on-average", mean)),
            say(Message("all-correct", count=x.all_right, total=everyone)),
            lines[:IN_SIGHT],
            lines[IN_SIGHT:],
            noise,
            say(Message("cause-unknown", count=x.unexplained, total=everyone)),
            parts,
        )


def spread(found: Distribution) -> Spread:
    """A distribution, laid out."""
    tallest = max(b.students for b in found.bins)
    last = len(found.bins) - 1
    columns = tuple(
        Column(
            points_number(b.low),
            say(Message("points-up-to" if i == last else "points-below", low=b.low, high=b.high)),
            b.students,
            round(100 * b.students / tallest, 1),
        )
        for i, b in enumerate(found.bins)
    )
    least, most = points_number(found.least), points_number(found.greatest)
    numbers = (
        points_number(found.mean),
        points_number(found.median),
        say(Message("points-range", least=least, most=most)),
    )
    return Spread(*numbers, columns, points_number(found.most))


def _line(tally: Tally, everyone: int) -> Line:
    length = round(100 * tally.count / everyone, 2)
    return Line(count_of(tally.count, everyone), tally.words, tally.worth, length)


def _bars(counts: Mapping[str, int], everyone: int) -> tuple[Bar, ...]:
    bars, start = [], 0.0
    for name in OUTCOMES_BY_WORTH:
        length = 100 * counts[name] / everyone
        if length:
            bars.append(Bar(name, round(start, 2), round(length, 2), f"{counts[name]} {WORDS[name]}"))
        start += length
    return tuple(bars)
