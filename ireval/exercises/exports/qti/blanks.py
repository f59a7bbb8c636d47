"""For QTI 1.2, which compares text: every way to write a correct answer, and typical mistakes as a list."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from ireval.exercises.exports.shared.accepted_answers import (
    AcceptedAnswer,
    accepted_interval,
    answer_text,
    plain_decimal,
)
from ireval.exercises.exports.shared.question_markup import as_markup, node, paragraph
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.messages.catalogue import say
from ireval.messages.message import Message
from ireval.numbers.expression import fixed

#: At most this many numbers are listed; if rounding can lead to more, those nearest to the correct one are kept.
_MOST_NUMBERS = 41
#: Square brackets as round ones.
ROUND = str.maketrans("[]", "()")


def accepted_texts(question: Question, part: Part) -> list[str]:
    """All correct texts, the usual one first: numbers with point and comma, with and without a leading 0."""
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


def mistakes(part: Part, found: Iterable[AcceptedAnswer]) -> str:
    """The wrong numbers whose cause is known, as a list for the feedback on any wrong answer."""
    wrong = [node("li", answer_text(part, answer)) for answer in found if not answer.right]
    heading = paragraph(say(Message("file-typical-mistakes")))
    return heading + as_markup(node("ul", *wrong)) if wrong else ""


def _numbers(question: Question, part: Part) -> list[str]:
    if not part.places:
        return [part.right]
    ends, unit = accepted_interval(question, part), Decimal(1).scaleb(-part.places)
    low, high = (Decimal(fixed(x, part.places)) for x in (ends.low, ends.high))
    right = Decimal(part.right)
    found = [low + unit * i for i in range(int((high - low) / unit) + 1)]
    return [str(number) for number in sorted(found, key=lambda number: abs(number - right))[:_MOST_NUMBERS]]


def _written(number: str) -> list[str]:
    """The ways in which people write a number.

    >>> _written("0.58"), _written("2")
    (['0.58', '0,58', '.58', ',58'], ['2'])
    """
    short = [number.removeprefix("0")] if number.startswith("0.") else []
    return [text for x in (number, *short) for text in dict.fromkeys((x, x.replace(".", ",")))]
