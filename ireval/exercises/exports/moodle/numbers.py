"""The numbers that Moodle knows for a gap, with feedback in which the correct one has all its decimals.

Moodle stores numbers without zeros at their end: its own line on the correct answer says 0.3 for 0.300. It makes a
field as wide as the longest number that it stores, and by chance wider if that has more than six characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import NamedTuple

from ireval.exercises.exports.shared.accepted_answers import (
    RIGHT,
    WITHIN,
    AcceptedAnswer,
    accepted_answers,
    other_answer_text,
    plain_decimal,
)
from ireval.exercises.exports.shared.job import Item
from ireval.exercises.question.question import NUMBER, Part
from ireval.messages import Message, say
from ireval.messages.message import Figures


class Numbers(NamedTuple):
    """The ``answers`` of a gap for a number, and the feedback on any ``other`` number."""

    answers: Sequence[AcceptedAnswer]
    other: str
    places: int

    @property
    def longest(self) -> int:
        """The most characters of one of the numbers, as Moodle stores it."""
        return max(len(plain_decimal(Decimal(answer.value))) for answer in self.answers)

    @property
    def width(self) -> int:
        """The width of a field in characters: for the numbers, and for one digit more than required."""
        return max(self.longest, len(self.answers[0].value) + 1)


def numbers_of(item: Item) -> dict[str, Numbers]:
    """Return the numbers of all gaps that take a number, by the id of their part."""
    return {part.id: part_numbers(item, part) for part in item.question.parts if part.kind == NUMBER}


def part_numbers(item: Item, part: Part, correction: str = "") -> Numbers:
    """The numbers of a gap; ``correction`` is the correct answer as a sentence, if not with its calculation."""
    found = [shortened(answer, part.places) for answer in accepted_answers(item.question, part)]
    if ends_in_zero(part):
        whole = say(Message("moodle-correct-number", number=Figures(part.right), decimals=part.places))
        found = [answer._replace(text=f"{answer.text} {whole}") for answer in found]
    return Numbers(found, other_answer_text(correction or item.correction(part)), part.places)


def shortened(answer: AcceptedAnswer, places: int) -> AcceptedAnswer:
    """Return the answer with a shorter number that accepts the same numbers of ``places`` decimals, or as it is.

    >>> [shortened(AcceptedAnswer(x, "0.0005", 0.5, "", ""), 3).value for x in ("0.755556", "0.7555", "0.9")]
    ['0.756', '0.7555', '0.9']
    """
    unit, value, width = Decimal(1).scaleb(-places), Decimal(answer.value), Decimal(answer.tolerance)
    if answer.cause in {RIGHT, WITHIN} or width < unit / 2:
        return answer
    low = (value - width).quantize(unit, ROUND_CEILING)
    high = (value + width).quantize(unit, ROUND_FLOOR)
    wide = (high - low) / 2 or unit / 2
    return answer._replace(value=plain_decimal((low + high) / 2), tolerance=plain_decimal(wide))


def ends_in_zero(part: Part) -> bool:
    """Whether Moodle leaves out decimals of the correct number."""
    return bool(part.places) and part.right.endswith("0")
