"""The outcomes of marking an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.exercises.question.question import Part, Question
from ireval.messages import Message, say

RIGHT, WITHIN, CARRIED = "right", "within-rounding", "carried-forward"
FEW, MISTAKE, CONVENTION, ROUNDING = "few-decimals", "mistake", "convention", "rounding"
WRONG, UNREADABLE, BLANK, BY_HAND = "wrong", "unreadable", "blank", "by-hand"
#: Every outcome, the best first.
OUTCOMES = (RIGHT, WITHIN, CARRIED, FEW, ROUNDING, CONVENTION, MISTAKE, BY_HAND, WRONG, UNREADABLE, BLANK)

#: Causes of the outcome ``WRONG`` for numbers without a calculation: a number that the score cannot be, a number that
#: the sheet shows, and a whole number or a number with so few decimals that it may be a guess.
IMPOSSIBLE, COPIED, GUESS = "impossible", "copied", "guess"
GUESSES = (IMPOSSIBLE, COPIED, GUESS)


@dataclass(frozen=True)
class MarkedPart:
    """One answer: ``given`` as it was typed, its ``outcome`` and ``points``, and a ``message`` to the student.

    ``cause`` is the slug by which a class's answers are counted: a mistake's, a convention's as ``divisor=min-r-k``, or
    the outcome; ``reason`` says what was done, if more than the outcome is known. ``interval`` has the bounds that
    rounded intermediate results can reach, if they matter. ``hint`` is the message without the solution, for an answer
    that was missing or unreadable, and so not a try; else None.
    """

    part: Part
    given: str
    outcome: str
    points: float
    message: Message
    cause: str
    interval: tuple[float, float] | None = None
    reason: Message | None = None
    hint: Message | None = None

    @property
    def text(self) -> str:
        """The message in words."""
        return say(self.message)


class Wrong(NamedTuple):
    """A wrong number with a known cause: its ``value``, the ``share`` of the points that it earns, slug and message.

    All numbers within ``slack`` of the value count as it; None means half a unit of the part's last decimal.
    """

    value: float
    share: float
    kind: str
    cause: str
    message: Message
    slack: float | None = None

    @property
    def text(self) -> str:
        """The message in words."""
        return say(self.message)


@dataclass(frozen=True)
class Marked:
    """A question's answers, part by part."""

    question: Question
    parts: tuple[MarkedPart, ...]

    @property
    def points(self) -> float:
        """The sum of the points, at most the question's points, even if the sum of binary fractions is larger."""
        return min(round(sum(part.points for part in self.parts), 9), self.question.points)

    @property
    def by_hand(self) -> float:
        """The points of the answers that a person must mark; they are not included in ``points``."""
        return sum(marked.part.points for marked in self.parts if marked.outcome == BY_HAND)

    def part(self, name: str) -> MarkedPart:
        """The part with this id."""
        return next(marked for marked in self.parts if marked.part.id == name)
