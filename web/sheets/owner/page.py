"""The results of a class as the owner's page shows them: texts and bar lengths, with nothing left to compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from ireval.messages import Message, say
from web import store
from web.sheets.class_results import MARKED_LATER, OUTCOMES_BY_WORTH, ExerciseResult, MarkedAnswers, Results, moment
from web.sheets.score_words import points_number
from web.sheets.stored_sheets import marks_wait, sheet_of
from web.store import Mode

#: The words for the worth of answers.
WORDS = {
    "right": "correct",
    "explained": "wrong, cause known",
    "by-hand": "to be marked by hand",
    "wrong": "wrong, cause unknown",
    "blank": "not answered",
}
#: This many causes are shown at once; the rest can be opened.
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


class Card(NamedTuple):
    """One exercise."""

    id: str
    title: str
    mean: str
    summary: str
    lines: tuple[Line, ...]
    rarer: tuple[Line, ...]
    parts: tuple[PartLine, ...]


class StudentLine(NamedTuple):
    """One student in the list."""

    key: str
    points: str
    filled: str
    submitted: str


class Overview:
    """What the owner sees of a sheet. ``only`` leaves out students who have not submitted."""

    def __init__(self, sheet: store.Sheet, answers: Sequence[store.Answers], *, only: bool = False) -> None:
        self.sheet = sheet
        self.once = sheet.mode is Mode.ONCE
        self.only = only and self.once
        self.waiting = marks_wait(sheet)
        self.students = len(answers)
        self.submitted = sum(a.submitted is not None for a in answers)
        self.results = Results(sheet, [a for a in answers if a.submitted or not self.only])

    @property
    def now(self) -> str:
        """The time of this overview."""
        return moment(datetime.now(UTC))

    @property
    def mean(self) -> str:
        """The mean of all points, in words; a dash without students."""
        if not len(self.results):
            return "–"
        return _count_of(points_number(self.results.mean), self.points)

    @cached_property
    def words(self) -> tuple[tuple[str, str], ...]:
        """What the colours mean; answers marked by hand are among them only if there are some."""
        by_hand = any(script.by_hand for script in self.results.scripts)
        return tuple((name, word) for name, word in WORDS.items() if by_hand or name not in MARKED_LATER)

    @property
    def points(self) -> str:
        """The greatest possible number of points."""
        return points_number(sheet_of(self.sheet.body).points)

    @cached_property
    def cards(self) -> list[Card]:
        """The exercises, in their order."""
        return [self._card(place, x) for place, x in enumerate(self.results.exercises, start=1)]

    @cached_property
    def lines(self) -> list[StudentLine]:
        """The students, in their order."""
        return [self.line(s) for s in self.results.scripts]

    def line(self, script: MarkedAnswers) -> StudentLine:
        """One student in the list."""
        time = script.answers.submitted
        submitted = f"{time:%d %b, %H:%M}" if time else ""
        filled = _count_of(script.filled, script.gaps)
        return StudentLine(script.key, points_number(script.points), filled, submitted)

    def _card(self, place: int, x: ExerciseResult) -> Card:
        everyone = len(self.results)
        lines = tuple(
            Line(_count_of(t.count, everyone), t.words, t.worth, round(100 * t.count / everyone, 2)) for t in x.causes
        )
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
            parts,
        )


def _count_of(count: str | int, total: str | int) -> str:
    return say(Message("count-of", count=count, total=total))


def _bars(counts: Mapping[str, int], everyone: int) -> tuple[Bar, ...]:
    bars, start = [], 0.0
    for name in OUTCOMES_BY_WORTH:
        length = 100 * counts[name] / everyone
        if length:
            bars.append(Bar(name, round(start, 2), round(length, 2), f"{counts[name]} {WORDS[name]}"))
        start += length
    return tuple(bars)
