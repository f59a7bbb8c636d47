"""The numbers by which a file marks a gap: each with a tolerance, its share of the points, and feedback.

The first number that fits counts. The correct number comes first, then the interval of numbers that rounding can lead
to, if there is one, then the wrong numbers whose cause is known, those with the highest share first.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from ireval.exercises.marking.wrong_answers import reached, wrong_answers
from ireval.exercises.question.question import FreeNumber, Part, Question
from ireval.exercises.question.reach import Interval
from ireval.messages.catalogue import say
from ireval.messages.message import Figures, Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME

RIGHT, WITHIN = "right", "within-rounding"
#: Wrong numbers have this many decimals more than an answer, so that a half is not rounded twice.
_MORE = 3


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

    @property
    def right(self) -> bool:
        """Whether this is a correct answer (a mistake may be worth all points, too)."""
        return self.cause in {RIGHT, WITHIN}


def accepted_answers(question: Question, part: Part) -> list[AcceptedAnswer]:
    """The numbers by which a part of kind ``NUMBER`` is marked, in their order."""
    if part.free and not part.free.tables:
        return [_own_answer(part.free)]
    half = Decimal(1).scaleb(-part.places) / 2 if part.places else Decimal(0)
    ends = accepted_interval(question, part)
    found = [AcceptedAnswer(part.right, plain_decimal(half), 1, RIGHT, correct_text())]
    if ends.high - ends.low > SAME:
        low, high = (Decimal(fixed(x, part.places)) for x in (ends.low, ends.high))
        figures = {"low": Figures(low), "high": Figures(high), "exact": Figures(part.right)}
        text = say(Message("file-within-rounding", figures, decimals=question.decimals))
        middle, width = (low + high) / 2, (high - low) / 2 + half
        found.append(AcceptedAnswer(plain_decimal(middle), plain_decimal(width), 1, WITHIN, text))
    for wrong in sorted(wrong_answers(question, part), key=lambda wrong: -wrong.share):
        if not ends.low - float(half) - SAME <= wrong.value <= ends.high + float(half) + SAME:
            value = plain_decimal(Decimal(fixed(wrong.value, part.places + _MORE)))
            broad = half if part.places or wrong.value.is_integer() else Decimal(1).scaleb(-_MORE) / 2
            found.append(AcceptedAnswer(value, plain_decimal(broad), wrong.share, wrong.cause, wrong.text))
    return found


def _own_answer(free: FreeNumber) -> AcceptedAnswer:
    """The number that the sheet's owner gave, with the tolerance."""
    low, high = (Decimal(repr(round(x, 12))) for x in (free.low, free.high))
    return AcceptedAnswer(plain_decimal((low + high) / 2), plain_decimal((high - low) / 2), 1, RIGHT, correct_text())


def accepted_interval(question: Question, part: Part) -> Interval:
    """The interval of numbers, with the required decimals, that are correct exactly or within rounding."""
    if not part.places:
        return Interval(part.value, part.value)
    half = 10.0**-part.places / 2
    numbers = Interval(part.value - half, part.value + half)
    reach = reached(question, part)
    return (numbers.joined(reach) if reach else numbers).within(part.places)


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
