"""Every other number that a measure may be taken for: by a mistake, under another convention, or rounded on the way.

Only the numbers, of one list or a block of lists; ``mistakes`` has the words for them.
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

#: Takes a value for every list from a measure's table.
Read = Callable[[Computed], Floats]


@dataclass(frozen=True, eq=False)
class Candidate:
    """What a ``mistake``, or other ``choices``, give instead of the correct score: ``value``, of the score's shape.

    It is NaN where it is no score, or the right one after all. ``key`` is the mistake's slug, or the choices as
    ``discount=log2-rank``, several joined by commas. Where two things are done, a mistake is made in the table ``of``:
    one under the ``choices``, or one in which the mistake ``before`` was made.
    """

    kind: str
    key: str
    value: Floats
    mistake: Mistake | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    before: Mistake | None = None
    of: Computed | None = None


def score(computed: Computed) -> Floats:
    """The score, which most numbers are typed for."""
    return computed.score


def candidates(right: Computed) -> list[Candidate]:
    """All there are, those of the same kind together: mistakes, conventions, then rounding."""
    return [*by_mistake(right), *by_choice(right)]


def by_mistake(right: Computed) -> Iterator[Candidate]:
    """What the measure's typical mistakes give."""
    for m in right.measure.mistakes:
        yield Candidate("mistake", m.key, _other(m.compute(right.table)[..., 0], right.score), m)


def by_choice(right: Computed, read: Read = score) -> Iterator[Candidate]:
    """What other choices give, then rounding on the way; ``read`` takes the value from the table, else the score.

    A choice that does nothing on the list is left out: a discount that begins below the list is a forgotten one.
    """
    for x in by_convention(right, read):
        yield replace(x, value=np.where(is_idle(right, x.choices), np.nan, x.value))
    yield from by_rounding(right, read)


def by_convention(
    right: Computed, read: Read = score, among: list[dict[str, Any]] | None = None
) -> Iterator[Candidate]:
    """What other choices give: each alone, those of a source or tool together; or only those ``among`` them."""
    truth, chosen = read(right), other_choices(right) if among is None else among
    for choices, found in zip(chosen, _values(right, chosen, read), strict=True):
        value = _other(found, truth)
        if "rel" in choices:  # a grade that is not in the list
            value = np.where(highest_grade(right) >= choices["rel"], value, np.nan)
        yield Candidate("convention", key_of(choices), value, choices=choices)


def by_rounding(right: Computed, read: Read = score) -> Iterator[Candidate]:
    """What rounding on the way gives, or none where that is the rule."""
    truth, found = read(right), list[Candidate]()
    rounded = list(roundings(right))
    for choices, computed in zip(rounded, _values(right, rounded, read), strict=True):
        value = _other(computed, truth)
        if "decimals" in choices:  # what only rounds the result is right
            value = np.where(is_other_score(value, half_up(np.asarray(truth), choices["decimals"])), value, np.nan)
        for other in found:
            value = _other(value, other.value)
        found.append(Candidate("rounding", key_of(choices), value, choices=choices))
    yield from found


def by_printed(right: Computed, read: Read = score) -> Iterator[Candidate]:
    """What sources come to that choose otherwise and round on the way as well, as their printed figures do."""
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
    """The same measure on the same lists with other choices; what was computed of a single list lately is kept."""
    if right.score.ndim:
        return _computed_with(right, choices)
    return _kept_with(right, tuple(choices.items()))


@lru_cache(maxsize=128)
def _kept_with(right: Computed, choices: tuple[tuple[str, Any], ...]) -> Computed:
    """Kept, since the cells of a table are taken for those of the same other tables."""
    return _computed_with(right, dict(choices))


def _computed_with(right: Computed, choices: Mapping[str, Any]) -> Computed:
    ranking = right.table.ranking if right.condensed_from is None else right.condensed_from
    return run(right.measure, ranking, Params({**right.table.p.values, **choices}))


def _values(right: Computed, rows: list[dict[str, Any]], read: Read) -> list[Floats]:
    """What the table gives under the choices of each row; of a single list, all rows are computed together."""
    if right.score.ndim:
        return [read(compute_with(right, choices)) for choices in rows]
    return [np.asarray(value) for value in values_under(right, rows, read)]


def key_of(choices: Mapping[str, Any]) -> str:
    """Choices as in an address, joined by commas."""
    return ",".join(f"{name}={value}" for name, value in choices.items())


def is_other_score(value: Any, right: Any) -> Any:
    """Where ``value`` is a score that differs from the correct one."""
    # where the correct score is undefined, any score differs
    return np.logical_and(value == value, np.logical_not(np.abs(np.subtract(value, right)) <= SAME))


def _other(value: Floats, right: Floats) -> Floats:
    return np.where(is_other_score(value, right), value, np.nan)


def is_idle(right: Computed, choices: Mapping[str, Any]) -> Bools:
    """Where one of the choices does nothing, although another one does something."""
    t, parameters = right.table, settings(right.measure)
    last = t.end if t.p.k else t.rows
    chosen = [parameters[name].choice(value) for name, value in choices.items() if parameters[name].choices]
    idle: Bools = np.any(
        [choice.is_idle(last[..., 0]) for choice in chosen] or [np.zeros(right.score.shape, bool)], axis=0
    )
    return idle
