"""How likely causes are, and how often a number would match one of them by chance.

Measures have many known mistakes, and a number has few decimals: with three there are only 1,001 numbers from 0 to 1,
and twenty causes match two of a hundred numbers that somebody makes up. Causes are therefore considered in the order in
which people make them, and one is certain only while it and the likelier ones together match few of all numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ireval.conventions import PRESETS, effective
from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.measure import Measure
from ireval.measure.support import preset_support
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import Typed

#: The share of all numbers that causes may match for one of them to be certain.
CHANCE = 0.005
#: To how many decimals people round on the way; more are as good as exact.
USUAL_PLACES = 2
#: Kinds of causes, the likeliest first.
USED, TYPICAL, ROUNDED, RARE, UNUSED, ROUNDED_LATE = range(6)


def likelihood(x: Candidate | Cause, practices: Sequence[Mapping[str, object]]) -> int:
    """How likely a cause is, compared with others: the lower, the likelier.

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
    """Whether a rounding is one to few decimals."""
    return int(x.choices.get("decimals", 0)) <= USUAL_PLACES


def practices_of(measure: Measure) -> list[dict[str, object]]:
    """What the sources and tools do that define the measure."""
    return [effective(key) for key in PRESETS if preset_support(key, measure) == "checked"]


def in_order(others: Sequence[Candidate | Cause], measure: Measure) -> list[Candidate | Cause]:
    """The likelier ones first; of those that are equally likely, in the order given."""
    practices = practices_of(measure)
    return sorted(others, key=lambda x: likelihood(x, practices))


def is_certain(number: Typed, value: float, likelier: Sequence[float], most: float, *, exact: bool = True) -> bool:
    """Whether a cause that gives ``value`` explains the number, which may also match it by chance.

    ``likelier`` are the values that it and the likelier causes give, and scores are at most ``most``. Unless ``exact``
    is False, a number that is exactly the value is explained.
    """
    if exact and (number.places is None or abs(number.value - value) <= SAME):
        return True
    values = np.array([x for x in likelier if 0 <= x <= most])
    if not number.unit:
        return len(values) == 1
    matched = np.unique(np.round(values / number.unit))
    return len(matched) * number.unit <= CHANCE * most
