"""Other choices than the conventions in force: each choice alone, all choices of a source or tool, roundings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from ireval.conventions import PRESETS, effective
from ireval.conventions.gains_and_ideals import IdealEnd
from ireval.diagnosis.many_settings import list_of
from ireval.measure import Computed
from ireval.measure.spelling import settings
from ireval.measure.support import preset_support
from ireval.numbers.arrays import Floats

#: The decimals to which people round intermediate results.
ROUNDED_TO = (1, 2, 3, 4)


def highest_grade(right: Computed) -> Floats:
    """The highest grade of each list."""
    ranking = right.table.ranking
    both = np.concatenate([ranking.grades, ranking.unretrieved], axis=-1)
    return np.asarray(both.max(axis=-1, initial=1), dtype=np.float64)


def all_choices(right: Computed, presets: Collection[str] = PRESETS) -> list[dict[str, Any]]:
    """Each other choice alone, then all choices of each preset in ``presets``, even if they have no effect."""
    return [*_single(right), *_of_presets(right, presets)]


def other_choices(right: Computed) -> list[dict[str, Any]]:
    """All other choices; for a single list, without choices that cannot have an effect."""
    moot = _moot(right)
    found: list[dict[str, Any]] = []
    for choices in all_choices(right):
        kept = {name: value for name, value in choices.items() if (name, value) not in moot}
        if kept and kept not in found:
            found.append(kept)
    return found


def _moot(right: Computed) -> set[tuple[str, Any]]:
    """The choices without effect on this list: they matter only without relevant or with unjudged documents."""
    parameters, table = settings(right.measure), right.table
    if right.score.ndim:
        return set()
    names = set()
    if not right.measure.has_no_relevant(table).any():
        names.add("no_relevant")
    if not (list_of(right).grades < 0).any():
        names.add("unjudged")
    found = {(name, choice.key) for name in names & set(parameters) for choice in parameters[name].choices}
    if "ideal_cut" in parameters:
        now = table.p.chosen("ideal_cut").effect(table.p.k)
        ends = (choice for choice in parameters["ideal_cut"].choices if isinstance(choice, IdealEnd))
        found |= {("ideal_cut", choice.key) for choice in ends if choice.effect(table.p.k) == now}
    return found


def _single(right: Computed) -> Iterator[dict[str, Any]]:
    """Every other choice of each single setting; for the lowest relevant grade, only grades that the lists have."""
    for name in settings(right.measure):
        if name not in {"rounding", "decimals"}:
            yield from _others(right, name)


def _others(right: Computed, name: str) -> list[dict[str, Any]]:
    """Every other choice of one setting."""
    values: list[Any] = [c.key for c in settings(right.measure)[name].choices]
    if name == "rel":
        values = list(range(1, int(highest_grade(right).max(initial=1)) + 1))
    return [{name: value} for value in values if value != right.table.p.values[name]]


def _of_presets(right: Computed, presets: Collection[str]) -> Iterator[dict[str, Any]]:
    """The choices of sources or tools that define the measure, if they differ in several settings."""
    now = right.table.p.values
    seen: list[dict[str, Any]] = []
    for preset in PRESETS:
        if preset not in presets or preset_support(preset, right.measure) != "checked":
            continue
        chosen = effective(preset)
        followed = [name for name in right.measure.conventions if name != "decimals"]
        other = {name: chosen[name] for name in followed if chosen[name] != now[name]}
        rounded = {name: value for name, value in other.items() if name != "rounding"}  # with the rounding in force
        for choices in (rounded, other):
            if len(choices) > 1 and choices not in seen:
                seen.append(choices)
    yield from seen


def roundings(right: Computed) -> Iterator[dict[str, Any]]:
    """The ways to round intermediate results that are not in force."""
    if "rounding" not in right.measure.conventions:
        return
    now = right.table.p.values
    if now["rounding"] != "exact":
        yield {"rounding": "exact"}
    for mode in ("columns", "intermediate", "carried"):
        for decimals in ROUNDED_TO:
            if (mode, decimals) != (now["rounding"], now["decimals"]):
                yield {"rounding": mode, "decimals": decimals}
