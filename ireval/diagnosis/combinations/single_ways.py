"""The single deviations ("ways") from the measure in force, in a form in which two of them can be combined.

A *way* is a mistake, another choice of a convention, all choices of a source or tool, or rounded intermediate results.
It names the *parts* of the computation that it changes: discount, gain, ideal list, divisor, cutoff, the list itself.
Two ways can be combined if they change different parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ireval.diagnosis.candidates import Candidate, is_idle, key_of
from ireval.diagnosis.chance import RARE, TYPICAL, likelihood, practices_of
from ireval.diagnosis.many_settings import is_mixable
from ireval.diagnosis.other_choices import other_choices
from ireval.measure import Computed, Mistake
from ireval.measure.spelling import settings
from ireval.numbers.arrays import Grades
from ireval.ranking.judgements import Ranking

#: A function from a ranking to another ranking.
View = Callable[[Ranking], Ranking]
#: The part that a mistake changes if it takes another list.
LIST = "list"
#: The rounding modes and decimals of intermediate results that are combined with another way.
ROUNDED_TO = ((mode, places) for mode in ("intermediate", "columns") for places in (1, 2))
ROUNDINGS = tuple({"rounding": mode, "decimals": places} for mode, places in ROUNDED_TO)


@dataclass(frozen=True, eq=False)
class Way:
    """One deviation: other ``choices``, another ``ranking``, or a ``mistake`` with a computation of its own.

    ``order`` is its likelihood; lower is likelier. ``key`` is the mistake's slug, or the choices as in an address.
    A mistake that equals other choices, or the measure on another ranking, has these choices or this ranking. If the
    choices have the same effect as another ``view`` of the ranking, the measure is computed on that view, which is
    faster. A way that is ``apart`` cannot be computed in the same block as others.
    """

    key: str
    parts: frozenset[str]
    order: int
    choices: Mapping[str, Any] = field(default_factory=dict)
    ranking: Ranking | None = None
    mistake: Mistake | None = None
    view: View | None = None
    apart: bool = False

    @property
    def is_setting(self) -> bool:
        """Whether it is the measure itself under other choices or on another ranking, not a special computation."""
        return bool(self.choices) or self.ranking is not None

    @property
    def computed_choices(self) -> Mapping[str, Any]:
        """The choices that the measure is computed under; empty if a view of the ranking replaces them."""
        return {} if self.view else self.choices

    def goes_with(self, other: Way) -> bool:
        """Whether both can be combined."""
        return not self.parts & other.parts


def ways(right: Computed, single: Mapping[str, float]) -> list[Way]:
    """All ways of a measure that was computed on a single list, the likeliest first.

    ``single`` has the numbers that mistakes and choices give alone, by key. A way without such a number, or with the
    correct one, is left out.
    """
    return sorted([*_mistakes(right, single), *_choices(right, single)], key=lambda way: way.order)


def _mistakes(right: Computed, single: Mapping[str, float]) -> Iterator[Way]:
    for m in right.measure.mistakes:
        value = single.get(m.key, np.nan)
        order = RARE if m.rare else TYPICAL
        choices = m.choices(right.table) if m.choices else {}
        if choices:
            parts, apart = frozenset({*m.about, *choices}), _is_apart(right, choices)
            yield Way(m.key, parts, order, choices, mistake=m, apart=apart)
        elif m.ranking:
            ranking = m.ranking(right.table)
            if not _is_same(ranking, right.table.ranking):
                yield Way(m.key, frozenset({LIST, *m.about}), order, ranking=ranking, mistake=m)
        elif (value == value or not m.rare) and not m.choices:
            yield Way(m.key, frozenset(m.about or {m.key}), order, mistake=m)


def _is_same(a: Ranking, b: Ranking) -> bool:
    return np.array_equal(a.grades, b.grades) and np.array_equal(a.unretrieved, b.unretrieved)


def _choices(right: Computed, single: Mapping[str, float]) -> Iterator[Way]:
    practices, now = practices_of(right.measure), right.table.p.values
    found = other_choices(right)
    # alone, these choices do not change the score of this list
    idle = {item for x in found if len(x) == 1 and np.isnan(single.get(key_of(x), 0.0)) for item in x.items()}
    seen: list[dict[str, Any]] = []
    for choices in found:
        kept = {name: value for name, value in choices.items() if (name, value) not in idle}
        if kept and kept not in seen and not is_idle(right, kept).any():
            seen.append(kept)
            order = likelihood(Candidate("convention", "", np.zeros(()), choices=choices), practices)
            view = _view(right, kept)
            apart = view is None and _is_apart(right, kept)
            yield Way(key_of(kept), frozenset(kept), order, kept, view=view, apart=apart)
    if "rounding" in settings(right.measure) and now["rounding"] == "exact":
        for choices in ROUNDINGS:
            order = likelihood(Candidate("rounding", "", np.zeros(()), choices=choices), practices)
            yield Way(key_of(choices), frozenset(choices), order, choices)


def _is_apart(right: Computed, choices: Mapping[str, Any]) -> bool:
    return any(not is_mixable(right, name, value) for name, value in choices.items())


def _view(right: Computed, choices: Mapping[str, Any]) -> View | None:
    """A function to a ranking on which the measure gives the same result as under these choices; None without one."""
    now = right.table.p.values
    if choices == {"unjudged": "skipped"}:
        return lambda ranking: ranking.condensed
    if choices.keys() == {"rel"} and now["rel"] == 1 and not right.measure.graded:
        least = choices["rel"]
        return lambda ranking: replace(
            ranking, grades=_regraded(ranking.grades, least), unretrieved=_regraded(ranking.unretrieved, least)
        )
    return None


def _regraded(grades: Grades, least: int) -> Grades:
    return np.where((grades > 0) & (grades < least), 0, grades).astype(grades.dtype)
