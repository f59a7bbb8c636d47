r"""What a different number of an agreement is: a step, another coefficient, or what a typical mistake gives.

>>> from ireval.agreement.typed_counts import read_counts
>>> book = read_counts("300 20\n10 70")
>>> for found in explain_number(book, "own", "0.7759"):
...     print(say(found))
0.7759 is the pooled kappa (Scott's pi), 0.7759.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ireval.agreement.agreement import PLACES
from ireval.agreement.all_coefficients import of_tables
from ireval.agreement.coefficient import Coefficient
from ireval.agreement.label_counts import LabelCounts
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed

FIELD = "number"
#: At most so many explanations are given; more would name none.
MOST = 6


class _Known(NamedTuple):
    """A number that is known, with what it is; ``right`` is a step of a coefficient, the others are mistakes."""

    value: float
    message: Message
    right: bool


def explain_number(counts: LabelCounts, marginals: str, text: str) -> list[Message]:
    """What a number may be, the likeliest first; a sentence that it is not known if it is nothing.

    Steps of coefficients come first, those with these ``marginals`` before the others, then mistakes. Raises
    ``InputError`` for what is no number.
    """
    number = read_typed(text)
    if number.places is not None and number.places < WANTED_PLACES and number.value not in {0, 1, -1}:
        return [Message("agreement-number-short", number=number.text, places=WANTED_PLACES)]
    found: dict[str, Message] = {}
    for known in _known_numbers(counts, marginals, number):
        if number.meets(known.value) and (known.right or not _any_right(found)):
            found.setdefault(say(known.message), known.message)
    return list(found.values())[:MOST] or [Message("agreement-number-unknown", number=number.text)]


def _any_right(found: dict[str, Message]) -> bool:
    """Whether a step of a coefficient is among what was found."""
    return any(message.key.startswith("agreement-number-is") for message in found.values())


def _known_numbers(counts: LabelCounts, marginals: str, number: Typed) -> Iterator[_Known]:
    every = [(x, m) for x in of_tables() for m in sorted(x.titles, key=lambda m: m != marginals)]
    every.sort(key=lambda pair: pair[1] != marginals and pair[0].pools)
    if len(counts.labels) == 2:
        every = [pair for pair in every if not pair[0].graded]
    for last in (True, False):
        for coefficient, mine in every:
            yield from _steps(coefficient, counts, mine, number, last=last)
    for coefficient, mine in every:
        if mine == marginals or not coefficient.pools:
            name = coefficient.title(mine)
            for wrong in coefficient.mistakes(counts, mine):
                said = Message("agreement-number-mistake", number=number.text, name=_inside(name), cause=wrong.message)
                yield _Known(wrong.value, said, False)


def _steps(
    coefficient: Coefficient, counts: LabelCounts, marginals: str, number: Typed, *, last: bool
) -> Iterator[_Known]:
    """The coefficient itself, or what is before it."""
    found = coefficient.compute(counts, marginals, PLACES)
    for step in found.steps[-1:] if last else found.steps[:-1]:
        if step.value is not None:
            shown = fixed(step.value, max(PLACES, number.places or 0))
            values = {"number": number.text, "name": _inside(found.name), "step": _inside(step.title), "value": shown}
            yield _Known(step.value, Message(f"agreement-number-is{'' if last else '-step'}", values), True)


def _inside(title: str) -> str:
    """A title inside a sentence: with "the" and a small letter, unless it begins with somebody's name."""
    return title if "'s" in title.split(maxsplit=1)[0] else f"the {title[0].lower()}{title[1:]}"
