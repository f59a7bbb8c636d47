"""The numbers with which a file marks a gap: each with a tolerance, its share of the points, and feedback.

The first number that fits counts. The correct number comes first, then the interval of numbers that rounding can lead
to, if there is one, then numbers that the source of the conventions prints, then the wrong numbers whose cause is
known, those with the highest share first. A number that was cut off, or has too few decimals, has no tolerance.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from ireval.exercises.marking.accepted_numbers import (
    Near,
    accepted_interval,
    decimals_on_the_way,
    half_unit,
    printed_numbers,
)
from ireval.exercises.marking.wrong_answers import wrong_answers
from ireval.exercises.question.question import FreeNumber, Part, Question
from ireval.messages.catalogue import say
from ireval.messages.message import Figures, Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME

RIGHT, WITHIN, PRINTED = "right", "within-rounding", "as-printed"
#: Wrong numbers have this many decimals more than an answer, so that a half is not rounded twice.
_MORE = 3
#: The decimals of a tolerance.
_FINEST = 9


class AcceptedAnswer(NamedTuple):
    """All numbers from ``value - tolerance`` to ``value + tolerance``; both are decimals without an exponent."""

    value: str
    tolerance: str
    share: float
    cause: str
    text: str

    @property
    def low(self) -> str:
        """The lowest of them."""
        return plain_decimal(Decimal(self.value) - Decimal(self.tolerance))

    @property
    def high(self) -> str:
        """The highest of them."""
        return plain_decimal(Decimal(self.value) + Decimal(self.tolerance))

    def is_in(self, other: AcceptedAnswer) -> bool:
        """Whether ``other`` holds all these numbers."""
        apart = abs(Decimal(self.value) - Decimal(other.value))
        return apart + Decimal(self.tolerance) <= Decimal(other.tolerance)

    @property
    def by_interval(self) -> bool:
        """Whether this is the correct number, or the interval within rounding, which includes it."""
        return self.cause in {RIGHT, WITHIN}

    @property
    def right(self) -> bool:
        """Whether this is a correct answer (a mistake may be worth all points, too)."""
        return self.cause in {RIGHT, WITHIN, PRINTED}


def accepted_answers(question: Question, part: Part) -> list[AcceptedAnswer]:
    """Return the numbers with which a part of kind ``NUMBER`` is marked, in their order."""
    if part.free and not part.free.calculation:
        return [_own_answer(part.free)]
    half = Decimal(repr(half_unit(part)))
    ends = accepted_interval(question, part)
    found = [AcceptedAnswer(part.right, plain_decimal(half), 1, RIGHT, correct_text())]
    if ends.high - ends.low > SAME:
        low, high = (Decimal(fixed(x, part.places)) for x in (ends.low, ends.high))
        figures = {"low": Figures(low), "high": Figures(high), "exact": Figures(part.right)}
        text = say(Message("file-within-rounding", figures, decimals=decimals_on_the_way(question)))
        middle, width = (low + high) / 2, (high - low) / 2 + half
        found.append(AcceptedAnswer(plain_decimal(middle), plain_decimal(width), 1, WITHIN, text))
    for near in printed_numbers(question, part):
        text = say(Message("file-as-printed", correct=Figures(part.right)))
        found.append(_near(part, near, 1, PRINTED, text))
    for wrong in wrong_answers(question, part):
        slack = float(half) if wrong.slack is None else wrong.slack
        found.append(_near(part, Near(wrong.value, slack), wrong.share, wrong.cause, wrong.text))
    return [answer for place, answer in enumerate(found) if not any(map(answer.is_in, found[:place]))]


def _own_answer(free: FreeNumber) -> AcceptedAnswer:
    """The number that the sheet's owner gave, with the tolerance."""
    low, high = (Decimal(repr(round(x, 12))) for x in (free.low, free.high))
    return AcceptedAnswer(plain_decimal((low + high) / 2), plain_decimal((high - low) / 2), 1, RIGHT, correct_text())


def _near(part: Part, near: Near, share: float, cause: str, text: str) -> AcceptedAnswer:
    """All numbers near one; if it has no slack, a tiny tolerance, so that a decimal equals itself in binary."""
    value = plain_decimal(Decimal(fixed(near.value, part.places + _MORE)))
    slack = max(Decimal(fixed(near.slack, _FINEST)), Decimal(1).scaleb(-part.places - _MORE))
    return AcceptedAnswer(value, plain_decimal(slack), share, cause, text)


def correct_text(why: str = "") -> str:
    """Feedback on a correct answer, with the reason if there is one."""
    return say(Message("file-correct-because", why=why) if why else Message("file-correct"))


def other_answer_text(correction: str) -> str:
    """Feedback on a number that fits none of the answers."""
    return say(Message("file-unknown-answer", correction=correction))


def plain_decimal(x: Decimal | float) -> str:
    """A number without an exponent and without trailing zeros.

    >>> plain_decimal(Decimal("0.0005")), plain_decimal(Decimal("2.50")), plain_decimal(1 / 3), plain_decimal(100.0)
    ('0.0005', '2.5', '0.333333', '100')
    """
    text = f"{x:f}" if isinstance(x, Decimal) else f"{x:.6f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
