"""Wrong values of a measure: by a mistake, under another convention, or with rounded intermediate results.

This module has the numbers, for one list or a block of lists; ``causes`` has the words for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from ireval.conventions import PRESETS, effective
from ireval.diagnosis.many_settings import values_under
from ireval.diagnosis.other_choices import highest_grade, other_choices, roundings
from ireval.measure import Computed, Mistake, Params, run
from ireval.measure.spelling import settings
from ireval.measure.support import preset_support
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.rounding import SAME, half_up

#: A function from a measure's table to one value for each list, such as the score or a cell.
ReadValue = Callable[[Computed], Floats]


@dataclass(frozen=True, eq=False)
class Candidate:
    """The ``value`` that a ``mistake`` or other ``choices`` give instead of the correct score, of the score's shape.

    It is NaN if there is no such score, or if it is the correct one. ``key`` is the mistake's slug, or the choices such
    as ``discount=log2-rank``, joined by commas. For two deviations at once, the mistake is made in the table ``of``,
    which was computed under the ``choices``, or with the mistake ``before``.
    """

    kind: str
    key: str
    value: Floats
    mistake: Mistake | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    before: Mistake | None = None
    of: Computed | None = None


def score(computed: Computed) -> Floats:
    """The score: the default ``ReadValue``."""
    return computed.score


def candidates(right: Computed) -> list[Candidate]:
    """All candidates: mistakes, then conventions, then rounding."""
    return [*by_mistake(right), *by_choice(right)]


def by_mistake(right: Computed) -> Iterator[Candidate]:
    """The values that the measure's typical mistakes give."""
    for m in right.measure.mistakes:
        yield Candidate("mistake", m.key, _other(m.compute(right.table)[..., 0], right.score), m)


def by_choice(right: Computed, read: ReadValue = score) -> Iterator[Candidate]:
    """The values under other choices, then with rounded intermediate results; ``read`` takes the value from a table.

    A choice without effect on the list is left out: a discount that begins below the end of the list equals none.
    """
    for x in by_convention(right, read):
        yield replace(x, value=np.where(is_idle(right, x.choices), np.nan, x.value))
    yield from by_rounding(right, read)


def by_convention(
    right: Computed, read: ReadValue = score, among: list[dict[str, Any]] | None = None
) -> Iterator[Candidate]:
    """The values under other choices: each choice alone, then all of a source or tool; or only those in ``among``."""
    truth, chosen = read(right), other_choices(right) if among is None else among
    for choices, found in zip(chosen, _values(right, chosen, read), strict=True):
        value = _other(found, truth)
        if "rel" in choices:  # a grade that is not in the list
            value = np.where(highest_grade(right) >= choices["rel"], value, np.nan)
        yield Candidate("convention", key_of(choices), value, choices=choices)


def by_rounding(right: Computed, read: ReadValue = score) -> Iterator[Candidate]:
    """The values with rounded intermediate results; none if the conventions already round them."""
    truth, found = read(right), list[Candidate]()
    rounded = list(roundings(right))
    for choices, computed in zip(rounded, _values(right, rounded, read), strict=True):
        value = _other(computed, truth)
        if "decimals" in choices:  # rounding only the result is correct
            value = np.where(is_other_score(value, half_up(np.asarray(truth), choices["decimals"])), value, np.nan)
        for other in found:
            value = _other(value, other.value)
        found.append(Candidate("rounding", key_of(choices), value, choices=choices))
    yield from found


def by_printed(right: Computed, read: ReadValue = score) -> Iterator[Candidate]:
    """The values under the choices of a source that also rounds intermediate results, as its printed figures do."""
    now = right.table.p.values
    if "rounding" not in right.measure.conventions or now["rounding"] != "exact":
        return
    for preset, printed in ((key, p.printed) for key, p in PRESETS.items() if p.printed):
        if preset_support(preset, right.measure) == "checked":
            chosen = effective(preset)
            other = {n: chosen[n] for n in right.measure.conventions if n != "decimals" and chosen[n] != now[n]}
            if other:
                choices = {**other, **printed}
                yield Candidate(
                    "convention",
                    key_of(choices),
                    _other(read(compute_with(right, choices)), read(right)),
                    choices=choices,
                )


def compute_with(right: Computed, choices: Mapping[str, Any]) -> Computed:
    """The same measure on the same lists with other choices; recent results for a single list are cached."""
    if right.score.ndim:
        return _computed_with(right, choices)
    return _cached_with(right, tuple(choices.items()))


@lru_cache(maxsize=128)
def _cached_with(right: Computed, choices: tuple[tuple[str, Any], ...]) -> Computed:
    """Cached, because all cells of a table are compared with the cells of the same other tables."""
    return _computed_with(right, dict(choices))


def _computed_with(right: Computed, choices: Mapping[str, Any]) -> Computed:
    ranking = right.table.ranking if right.condensed_from is None else right.condensed_from
    return run(right.measure, ranking, Params({**right.table.p.values, **choices}))


def _values(right: Computed, rows: list[dict[str, Any]], read: ReadValue) -> list[Floats]:
    """The value under the choices of each row; for a single list, all rows are computed together."""
    if right.score.ndim:
        return [read(compute_with(right, choices)) for choices in rows]
    return [np.asarray(value) for value in values_under(right, rows, read)]


def key_of(choices: Mapping[str, Any]) -> str:
    """Choices as in an address, joined by commas."""
    return ",".join(f"{name}={value}" for name, value in choices.items())


def is_other_score(value: Any, right: Any) -> Any:
    """Whether ``value`` is a score that differs from the correct one; elementwise for arrays."""
    # if the correct score is undefined, every score differs
    return np.logical_and(value == value, np.logical_not(np.abs(np.subtract(value, right)) <= SAME))


def _other(value: Floats, right: Floats) -> Floats:
    return np.where(is_other_score(value, right), value, np.nan)


def is_idle(right: Computed, choices: Mapping[str, Any]) -> Bools:
    """Whether, for each list, one of the choices has no effect although another choice has one."""
    t, parameters = right.table, settings(right.measure)
    last = t.end if t.p.k else t.rows
    chosen = [parameters[name].choice(value) for name, value in choices.items() if parameters[name].choices]
    idle: Bools = np.any(
        [choice.is_idle(last[..., 0]) for choice in chosen] or [np.zeros(right.score.shape, bool)], axis=0
    )
    return idle
