"""The numbers that a file marks a gap by: each with a tolerance, the share of the points that it gets, and feedback.

The first one that fits counts. The right number comes first; behind it, where rounding on the way can lead to others,
all that it can lead to; then the wrong numbers that have a name, the best paid first.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from ireval.exercises.marking.wrong_answers import reached, wrong_answers
from ireval.exercises.question.question import Part, Question
from ireval.exercises.question.reach import Interval
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME

RIGHT, WITHIN = "right", "within-rounding"
#: Wrong numbers have so many decimals more than they are asked with, lest a half be rounded twice.
_MORE = 3
_NOBODY = "No known mistake gives this number."


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
        """Whether this is right, and not a mistake that is worth all points."""
        return self.cause in {RIGHT, WITHIN}


def accepted_answers(question: Question, part: Part) -> list[AcceptedAnswer]:
    """The numbers that a part of kind ``NUMBER`` is marked by, in their order."""
    half = Decimal(1).scaleb(-part.places) / 2 if part.places else Decimal(0)
    ends = accepted_interval(question, part)
    found = [AcceptedAnswer(part.right, plain_decimal(half), 1, RIGHT, "Right.")]
    if ends.high - ends.low > SAME:
        low, high = (Decimal(fixed(x, part.places)) for x in (ends.low, ends.high))
        text = (
            f"Right within rounding: numbers rounded to {question.decimals} decimals on the way can lead to {low} to "
            f"{high}. Without that it is {part.right}."
        )
        middle, width = (low + high) / 2, (high - low) / 2 + half
        found.append(AcceptedAnswer(plain_decimal(middle), plain_decimal(width), 1, WITHIN, text))
    for wrong in sorted(wrong_answers(question, part), key=lambda wrong: -wrong.share):
        if not ends.low - float(half) - SAME <= wrong.value <= ends.high + float(half) + SAME:
            value = plain_decimal(Decimal(fixed(wrong.value, part.places + _MORE)))
            broad = half if part.places or wrong.value.is_integer() else Decimal(1).scaleb(-_MORE) / 2
            found.append(AcceptedAnswer(value, plain_decimal(broad), wrong.share, wrong.cause, wrong.text))
    return found


def accepted_interval(question: Question, part: Part) -> Interval:
    """From the lowest to the highest number, with the decimals asked for, that is right or right within rounding."""
    if not part.places:
        return Interval(part.value, part.value)
    half = 10.0**-part.places / 2
    numbers = Interval(part.value - half, part.value + half)
    reach = reached(question, part)
    return (numbers.joined(reach) if reach else numbers).within(part.places)


def answer_text(part: Part, answer: AcceptedAnswer) -> str:
    """A wrong number with what is said of it, for feedback that lists several."""
    value = f"{float(answer.value):.{part.places}f}" if part.places else answer.value
    return f"{value}: {answer.text}"


def other_answer_text(correction: str) -> str:
    """Feedback for a number that no answer fits."""
    return f"{_NOBODY} {correction}"


def plain_decimal(x: Decimal | float) -> str:
    """A number without an exponent, and without zeros at its end.

    >>> plain_decimal(Decimal("0.0005")), plain_decimal(Decimal("2.50")), plain_decimal(1 / 3), plain_decimal(100.0)
    ('0.0005', '2.5', '0.333333', '100')
    """
    text = f"{x:f}" if isinstance(x, Decimal) else f"{x:.6f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
