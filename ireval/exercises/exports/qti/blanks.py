"""The ways to write a correct answer, for QTI 1.2, which compares texts; and typical mistakes as a short list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from ireval.diagnosis.slips import SLIPS
from ireval.exercises.exports.shared.accepted_answers import AcceptedAnswer, plain_decimal
from ireval.exercises.exports.shared.question_markup import Element, as_markup, node, paragraph
from ireval.exercises.marking.accepted_numbers import Near, accepted_interval, printed_numbers
from ireval.exercises.question.outcomes import FEW
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.messages.catalogue import say
from ireval.messages.message import Figures, Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import WANTED_PLACES

#: The most numbers that are listed; if rounding can lead to more, those nearest to the correct number.
_MOST_NUMBERS = 41
#: A correct number may be given with further decimals up to this one, as a calculator shows it.
_MOST_PLACES = 10
#: An exact number may end in zeros up to this decimal, or one decimal more than required.
_MOST_ZEROS = 4
#: The most lines of feedback, and the most numbers in one of them.
MOST_LINES, _MOST_VALUES = 10, 3
#: Square brackets as round ones.
ROUND = str.maketrans("[]", "()")


def accepted_texts(question: Question, part: Part) -> list[str]:
    """The correct texts, the usual one first: numbers with point and comma, further digits, or a percent sign."""
    if part.kind == CHOICE:
        return list(
            dict.fromkeys(text for x in (part.right, part.right_option.text) for text in (x.translate(ROUND), x))
        )
    if part.kind != NUMBER:
        return [part.right]
    printed = [_printed(near, part) for near in printed_numbers(question, part)]
    numbers = [*_numbers(question, part), *_other_places(part), *(x for short in printed for x in _zeros(short, part))]
    texts = [text for number in numbers for text in _written(number)]
    shares = [share for number in printed for share in _percentages(number)]
    return list(dict.fromkeys([*texts, *_as_percentage(part), *(shares if part.places >= WANTED_PLACES else [])]))


def mistakes(part: Part, found: Iterable[AcceptedAnswer], most: int | None = None) -> str:
    """The wrong numbers of one gap whose cause is known, those that earn most first, as a list for the feedback."""
    return _listed([(_shown(part, answer), answer) for answer in found], most)


def mistakes_of_gaps(found: Iterable[tuple[Part, AcceptedAnswer]]) -> str:
    """Return the mistakes of several gaps: a line for each cause, with the label of each gap before its number."""
    return _listed([(f"{part.label} {_shown(part, answer)}", answer) for part, answer in found], MOST_LINES - 1)


def _shown(part: Part, answer: AcceptedAnswer) -> str:
    """The number of an answer, with the decimals of its gap or more."""
    value, unit = Decimal(answer.value), Decimal(1).scaleb(-part.places)
    return f"{value:.{part.places}f}" if 2 * Decimal(answer.tolerance) >= unit else answer.value


def _listed(found: Iterable[tuple[str, AcceptedAnswer]], most: int | None) -> str:
    """The causes, first those with most points and most gaps; a short list leaves out slips in writing a number."""
    causes: dict[tuple[float, str], list[str]] = {}
    for value, answer in found:
        if not answer.right and answer.text and (most is None or answer.cause not in {*SLIPS, FEW}):
            causes.setdefault((-answer.share, answer.text), []).append(value)
    likeliest = sorted(causes.items(), key=lambda cause: (cause[0][0], -len(cause[1])))[:most]
    lines = [_line(values, text) for (_, text), values in likeliest]
    return paragraph(say(Message("file-typical-mistakes"))) + as_markup(node("ul", *lines)) if lines else ""


def _line(values: list[str], text: str) -> Element:
    some: list[str | Message] = list(map(Figures, values[:_MOST_VALUES]))
    if len(values) > _MOST_VALUES:
        some.append(Message("more-signs", count=len(values) - _MOST_VALUES))
    return node("li", say(Message("file-known-answer", value=some, explanation=text)))


def _numbers(question: Question, part: Part) -> list[str]:
    """The correct numbers with the required decimals."""
    if not part.places:
        return [part.right]
    ends, unit = accepted_interval(question, part), Decimal(1).scaleb(-part.places)
    low, high = (Decimal(fixed(x, part.places)) for x in (ends.low, ends.high))
    right = Decimal(part.right)
    found = [low + unit * i for i in range(int((high - low) / unit) + 1)]
    return [str(number) for number in sorted(found, key=lambda number: abs(number - right))[:_MOST_NUMBERS]]


def _other_places(part: Part) -> Iterator[str]:
    """The correct number with other decimals: if it is exact, with any number of zeros, otherwise with further digits.

    Further digits are rounded or cut off.
    """
    if _is_exact(part):
        yield from _zeros(plain_decimal(Decimal(part.right)), part)
        return
    if part.places:
        yield f"{part.right}0"
    for places in range(part.places + 1, _MOST_PLACES + 1):
        unit = Decimal(1).scaleb(-places)
        yield from (f"{Decimal(repr(part.value)).quantize(unit, how):f}" for how in (ROUND_HALF_UP, ROUND_DOWN))


def _as_percentage(part: Part) -> Iterator[str]:
    """The correct number as a percentage, which has two decimals less, if it is a share."""
    right = Decimal(part.right)
    if part.places < WANTED_PLACES or not 0 < right <= 1:
        return
    yield from _percentages(part.right)
    if _is_exact(part):
        yield from _percentages(plain_decimal(right))


def _percentages(number: str) -> Iterator[str]:
    """A number from 0 to 1 as a percentage, with as many digits."""
    if 0 < Decimal(number) <= 1:
        share = f"{100 * Decimal(number):.{max(len(number.partition('.')[2]) - 2, 0)}f}"
        for text in dict.fromkeys((share, share.replace(".", ","))):
            yield from (f"{text} %", f"{text}%")


def _zeros(shortest: str, part: Part) -> Iterator[str]:
    """A number without and with zeros at its end."""
    decimals = len(shortest.partition(".")[2])
    for places in range(decimals, max(_MOST_ZEROS, part.places + 1) + 1):
        yield f"{Decimal(shortest):.{places}f}"


def _printed(near: Near, part: Part) -> str:
    """The number that a source prints, exactly or rounded."""
    return fixed(near.value, part.places) if near.slack else plain_decimal(near.value)


def _is_exact(part: Part) -> bool:
    """Whether the correct number needs no more decimals than required."""
    return abs(float(part.right) - part.value) <= SAME


def _written(number: str) -> list[str]:
    """The ways in which people write a number.

    >>> _written("0.58"), _written("2")
    (['0.58', '0,58', '.58', ',58'], ['2'])
    """
    short = [number.removeprefix("0")] if number.startswith("0.") else []
    return [text for x in (number, *short) for text in dict.fromkeys((x, x.replace(".", ",")))]
