"""Blanks that are compared as text: every way in which a right answer may be written."""

from __future__ import annotations

from decimal import Decimal

from ireval.exercises.exports.shared.accepted_answers import accepted_interval, plain_decimal
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.numbers.expression import fixed

#: No more numbers are listed than this; where rounding can lead to more, those next to the right one are.
_MOST_NUMBERS = 41
#: Square brackets as round ones.
ROUND = str.maketrans("[]", "()")


def blank_name(place: int) -> str:
    """A name that stands in square brackets where the blank is."""
    return f"gap{place}"


def ways(question: Question, part: Part) -> list[str]:
    """All texts that are right, the usual one first: numbers with point and comma, with and without a leading 0."""
    if part.kind == CHOICE:
        return list(
            dict.fromkeys(text for x in (part.right, part.right_option.text) for text in (x.translate(ROUND), x))
        )
    if part.kind != NUMBER:
        return [part.right]
    texts = [text for number in _numbers(question, part) for text in _written(number)]
    if abs(Decimal(part.right) - Decimal(repr(part.value))) < Decimal("1e-9"):  # exact with fewer decimals, too
        texts += _written(plain_decimal(Decimal(part.right)))
    return list(dict.fromkeys(texts))


def _numbers(question: Question, part: Part) -> list[str]:
    if not part.places:
        return [part.right]
    ends, unit = accepted_interval(question, part), Decimal(1).scaleb(-part.places)
    low, high = (Decimal(fixed(x, part.places)) for x in (ends.low, ends.high))
    right = Decimal(part.right)
    found = [low + unit * i for i in range(int((high - low) / unit) + 1)]
    return [str(number) for number in sorted(found, key=lambda number: abs(number - right))[:_MOST_NUMBERS]]


def _written(number: str) -> list[str]:
    """A number as people write it.

    >>> _written("0.58"), _written("2")
    (['0.58', '0,58', '.58', ',58'], ['2'])
    """
    short = [number.removeprefix("0")] if number.startswith("0.") else []
    return [text for x in (number, *short) for text in dict.fromkeys((x, x.replace(".", ",")))]
