"""The numbers that a file marks a gap by: each with a tolerance, the share of the points that it gets, and feedback.

The first one that fits counts. The right number comes first; behind it, where rounding on the way can lead to others,
all that it can lead to; then the wrong numbers that have a name, the best paid first.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ireval.exercises.marking.wrong_answers import reached, wrong_answers
from ireval.exercises.question.question import Part, Question
from ireval.exercises.question.reach import Interval
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME

RIGHT, WITHIN = "right", "within-rounding"
#: Wrong numbers have so many decimals more than they are asked with, lest a half be rounded twice.
_MORE = 3
_NOBODY = "No known mistake gives this number."


@dataclass(frozen=True)
class Answer:
    """All numbers from ``value - tolerance`` to ``value + tolerance``; both are decimals without an exponent."""

    value: str
    tolerance: str
    share: float
    cause: str
    text: str

    @property
    def low(self) -> str:
        """The lowest of them."""
        return decimals(Decimal(self.value) - Decimal(self.tolerance))

    @property
    def high(self) -> str:
        """The highest of them."""
        return decimals(Decimal(self.value) + Decimal(self.tolerance))

    @property
    def right(self) -> bool:
        """Whether this is right, and not a mistake that is worth all points."""
        return self.cause in {RIGHT, WITHIN}


def answers(question: Question, part: Part) -> list[Answer]:
    """The numbers that a part of kind ``NUMBER`` is marked by, in their order."""
    half = Decimal(1).scaleb(-part.places) / 2 if part.places else Decimal(0)
    ends = accepted(question, part)
    found = [Answer(part.right, decimals(half), 1, RIGHT, "Right.")]
    if ends.high - ends.low > SAME:
        low, high = (Decimal(fixed(x, part.places)) for x in (ends.low, ends.high))
        text = (
            f"Right within rounding: numbers rounded to {question.decimals} decimals on the way can lead to {low} to "
            f"{high}. Without that it is {part.right}."
        )
        middle, width = (low + high) / 2, (high - low) / 2 + half
        found.append(Answer(decimals(middle), decimals(width), 1, WITHIN, text))
    for wrong in sorted(wrong_answers(question, part), key=lambda wrong: -wrong.share):
        if not ends.low - float(half) - SAME <= wrong.value <= ends.high + float(half) + SAME:
            value = decimals(Decimal(fixed(wrong.value, part.places + _MORE)))
            broad = half if part.places or wrong.value.is_integer() else Decimal(1).scaleb(-_MORE) / 2
            found.append(Answer(value, decimals(broad), wrong.share, wrong.cause, wrong.text))
    return found


def accepted(question: Question, part: Part) -> Interval:
    """From the lowest to the highest number, with the decimals asked for, that is right or right within rounding."""
    if not part.places:
        return Interval(part.value, part.value)
    half = 10.0**-part.places / 2
    numbers = Interval(part.value - half, part.value + half)
    reach = reached(question, part)
    return (numbers.joined(reach) if reach else numbers).within(part.places)


def told(part: Part, answer: Answer) -> str:
    """A wrong number with what is said of it, for feedback that lists several."""
    value = f"{float(answer.value):.{part.places}f}" if part.places else answer.value
    return f"{value}: {answer.text}"


def otherwise(correction: str) -> str:
    """Feedback for a number that no answer fits."""
    return f"{_NOBODY} {correction}"


def decimals(x: Decimal | float) -> str:
    """A number without an exponent, and without zeros at its end.

    >>> decimals(Decimal("0.0005")), decimals(Decimal("2.50")), decimals(1 / 3), decimals(100.0)
    ('0.0005', '2.5', '0.333333', '100')
    """
    text = f"{x:f}" if isinstance(x, Decimal) else f"{x:.6f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
