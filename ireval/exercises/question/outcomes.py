"""What can become of an answer, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.exercises.question.question import Part, Question

RIGHT, WITHIN, CARRIED = "right", "within-rounding", "carried-forward"
FEW, MISTAKE, CONVENTION, ROUNDING = "few-decimals", "mistake", "convention", "rounding"
WRONG, UNREADABLE, BLANK = "wrong", "unreadable", "blank"
#: What can become of an answer, the best first.
OUTCOMES = (RIGHT, WITHIN, CARRIED, FEW, ROUNDING, CONVENTION, MISTAKE, WRONG, UNREADABLE, BLANK)


@dataclass(frozen=True)
class MarkedPart:
    """One answer: ``given`` as it was typed, its ``outcome`` and ``points``, and what is to be said of it.

    ``cause`` is the slug by which a class's answers are counted: a mistake's, a convention's as ``divisor=min-r-k``, or
    the outcome; ``reason`` says what was done, where more than the outcome is known. ``interval`` are the bounds of
    what rounding on the way can reach, where they matter. ``untold`` is the text without what is right, where no answer
    was tried, else None.
    """

    part: Part
    given: str
    outcome: str
    points: float
    text: str
    cause: str
    interval: tuple[float, float] | None = None
    reason: str = ""
    untold: str | None = None


class Wrong(NamedTuple):
    """A wrong number that has a name: its ``value``, the ``share`` of the points that it gets, slug and text."""

    value: float
    share: float
    kind: str
    cause: str
    text: str


@dataclass(frozen=True)
class Marked:
    """A question's answers, part by part."""

    question: Question
    parts: tuple[MarkedPart, ...]

    @property
    def points(self) -> float:
        """All points together; not more than the question has, whatever binary fractions add up to."""
        return min(round(sum(part.points for part in self.parts), 9), self.question.points)

    def part(self, name: str) -> MarkedPart:
        """The part with this id."""
        return next(marked for marked in self.parts if marked.part.id == name)
