r"""Explains another number for an agreement: a step, another coefficient, or the result of a typical mistake.

>>> from ireval.agreement.typed_counts import read_counts
>>> book = read_counts("300 20\n10 70")
>>> for found in DifferentNumbers(book).explain("0.7759"):
...     print(say(found))
0.7759 is the pooled kappa (Scott's pi), 0.7759.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from ireval.agreement.agreement import PLACES, Step
from ireval.agreement.all_coefficients import COEFFICIENTS, of_tables
from ireval.agreement.coefficient import Coefficient
from ireval.agreement.label_counts import OWN, LabelCounts
from ireval.diagnosis.chance import chance_note, is_certain
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed

FIELD = "number"
#: The coefficient that is taken if none is named.
USUAL = of_tables()[0].key
#: The most explanations that are given. If more fit, none of them is given.
MOST = 4


class _Kind(IntEnum):
    """The kinds of known numbers, the likeliest first."""

    ASKED = 0
    COEFFICIENT = 1
    MISTAKE = 2
    STEP = 3
    MISTAKE_ELSEWHERE = 4


class _Known(NamedTuple):
    """A known number, with the values that its sentence names."""

    kind: _Kind
    value: float
    what: str
    said: dict[str, object]


class DifferentNumbers:
    """The known numbers of a table of counts, for somebody who wanted one ``coefficient`` with these ``marginals``.

    The likeliest explanation comes first: the coefficient and its steps, another coefficient, a mistake in the wanted
    coefficient, a step of another coefficient, a mistake in another coefficient. An explanation is certain only if it
    and the likelier ones match few of all numbers (``ireval.diagnosis.chance``); the steps of the wanted coefficient
    are always certain.
    """

    def __init__(self, counts: LabelCounts, marginals: str = OWN, coefficient: str = USUAL) -> None:
        self._counts, self._marginals = counts, marginals
        self._wanted = COEFFICIENTS[coefficient]
        self._known = sorted(self._all(), key=lambda known: known.kind)

    @property
    def values(self) -> list[float]:
        """All known numbers, each once."""
        return sorted({known.value for known in self._known if math.isfinite(known.value)})

    def explain(self, text: str) -> list[Message]:
        """Sentences that say what the number in ``text`` is or may be, or that it is not known.

        Raises ``InputError`` if the text is not a number.
        """
        number = read_typed(text)
        if number.value > 1 + SAME and number.places != 0 and not any(number.reaches(x.value) for x in self._known):
            return [Message("agreement-number-impossible", number=number.text)]
        if number.places is not None and number.places < WANTED_PLACES and number.value not in {0, 1, -1}:
            return [Message("agreement-number-short", number=number.text, places=WANTED_PLACES)]
        met = [place for place, known in enumerate(self._known) if number.meets(known.value)]
        certain = [place for place in met if self._is_certain(number, place)]
        if certain:
            best = self._known[certain[0]].kind
            return _sentences(number, [self._known[x] for x in certain if self._known[x].kind == best], "is")
        if not met:
            return [Message("agreement-number-unknown", number=number.text)]
        found = _sentences(number, [self._known[place] for place in met], "may-be")
        return [*found, chance_note(number.places or 0)]

    def _is_certain(self, number: Typed, place: int) -> bool:
        """Whether the known number at ``place`` explains the typed number, which may also match it by chance.

        It does if few numbers are known between the whole number below it and the next whole number.
        """
        below, known = math.floor(number.value), self._known[place]
        if known.kind == _Kind.ASKED:
            return True
        likelier = [x.value - below for x in self._known[: place + 1] if math.isfinite(x.value)]
        return is_certain(number, known.value, likelier, 1, exact=number.places is None)

    def _all(self) -> Iterator[_Known]:
        for coefficient in of_tables():
            if len(self._counts.labels) == 2 and coefficient.graded and coefficient != self._wanted:
                continue
            for marginals in coefficient.titles:
                asked = coefficient == self._wanted and (marginals == self._marginals or not coefficient.pools)
                yield from self._steps(coefficient, marginals, asked=asked)
                if marginals == self._marginals or not coefficient.pools:
                    yield from self._mistakes(coefficient, marginals, asked=asked)

    def _steps(self, coefficient: Coefficient, marginals: str, *, asked: bool) -> Iterator[_Known]:
        found = coefficient.compute(self._counts, marginals, PLACES)
        name = inside(found.name)
        *before, last = found.steps
        if last.value is not None:
            kind = _Kind.ASKED if asked else _Kind.COEFFICIENT
            yield _Known(kind, last.value, "number", {"name": name, "value": last.value})
        for step in before:
            yield _step(step, name, _Kind.ASKED if asked else _Kind.STEP)

    def _mistakes(self, coefficient: Coefficient, marginals: str, *, asked: bool) -> Iterator[_Known]:
        """The mistakes in the coefficient itself, then mistakes in its steps, then those with ``beside``."""
        name = inside(coefficient.title(marginals))
        kind = _Kind.MISTAKE if asked else _Kind.MISTAKE_ELSEWHERE
        last = coefficient.form.name
        for wrong in sorted(
            coefficient.mistakes(self._counts, marginals), key=lambda wrong: (wrong.beside, wrong.step != last)
        ):
            yield _Known(kind, wrong.value, "mistake", {"name": name, "cause": wrong.message})


def _step(step: Step, name: str, kind: _Kind) -> _Known:
    value = math.nan if step.value is None else step.value
    return _Known(kind, value, "step", {"name": name, "step": inside(step.title), "value": value})


def _sentences(number: Typed, known: Sequence[_Known], how: str) -> list[Message]:
    """A sentence for each known number, the same one once."""
    places = max(PLACES, number.places or 0)
    found: dict[str, Message] = {}
    for one in known:
        value = one.said.get("value")
        shown = {"value": fixed(value, places)} if isinstance(value, float) else {}
        message = Message(f"agreement-{one.what}-{how}", {"number": number.text, **one.said, **shown})
        found.setdefault(say(message), message)
    return list(found.values())[:MOST]


def inside(title: str) -> str:
    """A title inside a sentence: with "the" and a small letter, unless it begins with somebody's name."""
    return title if "'s" in title.split(maxsplit=1)[0] else f"the {title[0].lower()}{title[1:]}"
