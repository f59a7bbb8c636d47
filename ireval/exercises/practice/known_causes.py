"""The causes of wrong numbers that can be practised, by name: ``AP.swaps-ranks`` or ``AP.divisor=relevant-retrieved``.

The name has the measure, a dot, and the slug of a mistake that it declares, or the choice of a convention that it
follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ireval.diagnosis.candidates import compute_with, is_idle, key_of
from ireval.diagnosis.causes import deed_of_choices
from ireval.errors import InputError, nearest
from ireval.measure import Computed, Measure, Mistake
from ireval.measure.registry import measures
from ireval.measure.spelling import settings
from ireval.messages import Message, say
from ireval.messages.catalogue import BARE

#: The most characters of a name that is read.
LONGEST = 200
#: Conventions without effect on the score of a list with relevant documents, or known as slips of rounding.
_NO_CAUSES = frozenset({"no_relevant", "rounding", "decimals"})


@dataclass(frozen=True)
class KnownCause:
    """A ``mistake`` of a measure, or the ``choices`` that somebody else makes instead."""

    measure: Measure
    mistake: Mistake | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name in addresses."""
        return f"{self.measure.name}.{self.mistake.key if self.mistake else key_of(self.choices)}"

    @property
    def sentence(self) -> str:
        """What was done and what is correct, without the numbers of a list."""
        if self.mistake:
            return say(self.mistake.message(self.measure.name), BARE)
        return say(deed_of_choices(self.measure, self.choices), BARE)

    def value(self, right: Computed) -> float:
        """The number that it gives instead of the correct one; NaN if it cannot be made on the list."""
        if self.mistake:
            return float(self.mistake.compute(right.table)[..., 0])
        return float("nan") if is_idle(right, self.choices) else float(compute_with(right, self.choices).score)


def causes_of(measure: Measure) -> Iterator[KnownCause]:
    """The mistakes that a measure declares."""
    return (KnownCause(measure, mistake) for mistake in measure.mistakes)


def other_conventions(measure: Measure, chosen: Mapping[str, Any]) -> Iterator[KnownCause]:
    """The other choices of its conventions than those ``chosen`` that change the score of a list, and are in words."""
    for name in measure.conventions:
        parameter = settings(measure)[name]
        if parameter.scope == "list" and name not in _NO_CAUSES:
            others = (choice for choice in parameter.choices if choice.key != chosen[name] and choice.did)
            yield from (KnownCause(measure, None, {name: choice.key}) for choice in others)


def cause_named(name: str) -> KnownCause:
    """The cause with this name. Raises ``InputError`` that lists what there is."""
    measure_name, _, key = name[:LONGEST].partition(".")
    measure = measures().get(measure_name)
    if measure is None:
        raise InputError("mistake", "practice-unknown-cause", name=name[:LONGEST], hint=_hint(measure_name))
    mistake = next((mistake for mistake in measure.mistakes if mistake.key == key), None)
    if mistake:
        return KnownCause(measure, mistake)
    return KnownCause(measure, None, _choices(measure, key, name[:LONGEST]))


def _choices(measure: Measure, key: str, name: str) -> dict[str, Any]:
    parameters, found = settings(measure), dict[str, Any]()
    for part in key.split(","):
        parameter, _, value = part.partition("=")
        if parameter not in parameters or not parameters[parameter].choices:
            known = [cause.name for cause in causes_of(measure)]
            hint = nearest(name, known) if known else Message("practice-no-causes", measure=measure.name)
            raise InputError("mistake", "practice-unknown-cause", name=name, hint=hint)
        found[parameter] = parameters[parameter].read(value, "mistake")
    return found


def _hint(name: str) -> Message | str:
    return nearest(name, [measure for measure, declared in measures().items() if declared.mistakes])
