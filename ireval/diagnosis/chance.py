"""How likely a cause is, and how likely a number matches a cause by chance.

Measures have many known mistakes, and a number has few decimals: with three decimals there are only 1,001 numbers
from 0 to 1, and twenty causes match two of a hundred made-up numbers. Causes are therefore ordered by likelihood, and a
cause is certain only if it and the likelier causes together match few of all numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ireval.conventions import PRESETS, effective
from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.measure import Measure
from ireval.measure.support import preset_support
from ireval.messages.message import Message
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed

#: A cause is certain if it and the likelier causes match at most this share of all numbers.
CHANCE = 0.005
#: The most decimals to which people usually round intermediate results; with more decimals the result is nearly exact.
USUAL_PLACES = 2
#: Kinds of causes, the likeliest first.
USED, TYPICAL, ROUNDED, RARE, UNUSED, ROUNDED_LATE = range(6)


def likelihood(x: Candidate | Cause, practices: Sequence[Mapping[str, object]]) -> int:
    """The likelihood class of a cause; a lower number is likelier.

    ``practices`` are the conventions that each source and tool follows (``practices_of``).
    """
    if isinstance(x, Cause):
        return TYPICAL
    if x.mistake:
        return RARE if x.mistake.rare else TYPICAL
    if x.kind == "rounding":
        return ROUNDED if rounds_much(x) else ROUNDED_LATE
    return USED if any(x.choices.items() <= does.items() for does in practices) else UNUSED


def rounds_much(x: Candidate | Cause) -> bool:
    """Whether a cause rounds to few decimals."""
    return int(x.choices.get("decimals", 0)) <= USUAL_PLACES


def practices_of(measure: Measure) -> list[dict[str, object]]:
    """The conventions of each source and tool that defines the measure."""
    return [effective(key) for key in PRESETS if preset_support(key, measure) == "checked"]


def in_order(others: Sequence[Candidate | Cause], measure: Measure) -> list[Candidate | Cause]:
    """The causes by likelihood, the likeliest first; equally likely ones keep their order."""
    practices = practices_of(measure)
    return sorted(others, key=lambda x: likelihood(x, practices))


def is_certain(number: Typed, value: float, likelier: Sequence[float], most: float, *, exact: bool = True) -> bool:
    """Whether a cause that gives ``value`` explains the number for certain, and does not match it by chance.

    ``likelier`` are the values of this cause and of the likelier ones; ``most`` is the highest possible score. With
    ``exact``, a number that equals the value exactly is always explained.
    """
    if exact and (number.places is None or abs(number.value - value) <= SAME):
        return True
    values = np.array([x for x in likelier if 0 <= x <= most])
    if not number.unit:
        return len(values) == 1
    matched = np.unique(np.round(values / number.unit))
    return len(matched) * number.unit <= CHANCE * most


def chance_note(places: int) -> Message:
    """A sentence that says that a number with so few decimals may match by chance."""
    if places < WANTED_PLACES:
        return Message("round-match-may-be-chance")
    following = {2: "a-third", 3: "a-fourth"}.get(places, "one-more")
    return Message("match-may-be-chance", places=places, next=Message(following))
