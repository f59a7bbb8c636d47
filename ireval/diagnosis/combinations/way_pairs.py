"""Pairs of deviations, generated from the single ways of a measure and computed as blocks of lists.

Only pairs that give the typed number are put into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import numpy as np

from ireval.diagnosis.candidates import Candidate, ReadValue, compute_with
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.chance import RARE, TYPICAL
from ireval.diagnosis.combinations.single_ways import Way, ways
from ireval.diagnosis.many_settings import ROUNDING, Choices, blocks, list_of
from ireval.measure import Computed, Params, run
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import Typed
from ireval.ranking.judgements import Ranking

#: The number of ways that are ``apart`` and still paired.
MOST_APART = 2


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of ways on a single list, the likeliest first, and the ``values`` that they give, shape (pairs,).

    A pair is included only if its value differs from the correct one and from the value of every single way.
    """

    right: Computed
    ways: Sequence[tuple[Way, Way]]
    values: Floats

    def meeting(self, number: Typed, most: int) -> list[Candidate]:
        """The likeliest pairs that give the number, at most ``most``, as candidates."""
        near = np.flatnonzero(np.abs(self.values - number.value) <= number.unit + SAME * max(1.0, abs(number.value)))
        places = (i for i in near.tolist() if number.meets(float(self.values[i])))
        return [self.candidate(i) for i in islice(places, most)]

    def include(self, value: float) -> bool:
        """Whether a pair gives ``value``."""
        return bool((np.abs(self.values - value) <= SAME).any())

    def likelier(self, value: float) -> Floats:
        """The values of all pairs up to and including the first one that gives ``value``."""
        place = np.flatnonzero(np.abs(self.values - value) <= SAME)
        return self.values[: int(place[0]) + 1 if len(place) else None]

    def key(self, place: int) -> str:
        """The key of the pair at a place: first a mistake that is a setting, then other mistakes, then choices."""
        return ",".join(way.key for way in self._in_order(place))

    def _in_order(self, place: int) -> list[Way]:
        """The two ways of a pair, ordered: mistakes that are settings, other mistakes, choices."""
        return sorted(self.ways[place], key=lambda way: (not way.mistake, not way.is_setting))

    def candidate(self, place: int) -> Candidate:
        """The pair at a place, as a candidate."""
        first, last = self._in_order(place)
        key, number = f"{first.key},{last.key}", np.asarray(self.values[place])
        if not first.mistake:
            return Candidate("convention", key, number, choices={**first.choices, **last.choices})
        if not last.mistake:
            return Candidate(
                "mistake", key, number, first.mistake, last.choices, of=compute_with(self.right, last.choices)
            )
        ranking = list_of(self.right) if first.ranking is None else first.ranking
        of = run(self.right.measure, ranking, Params({**self.right.table.p.values, **first.choices}))
        return Candidate("mistake", key, number, last.mistake, before=first.mistake, of=of)


def pairs(right: Computed, read: ReadValue, single: Sequence[Candidate | Cause]) -> Pairs:
    """All pairs of ways of a measure on a single list; ``single`` are the candidates for single ways.

    ``read`` takes the number from a table. Mistakes with a computation of their own give scores only, not cells.
    """
    every = ways(right, {x.key: float(x.value) for x in single})
    of_score = read(right) is right.score
    usable = _usable(every if of_score else [way for way in every if not way.mistake and not way.view])
    found = [*_settings_together(right, usable, read)]
    if of_score:
        found += _mistakes_under_settings(right, usable)
    found.sort(key=lambda x: (max(x[0].order, x[1].order), x[0].order + x[1].order))
    values = np.array([value for *_, value in found], dtype=np.float64)
    known = np.array([x for x in (float(read(right)), *(float(x.value) for x in single)) if x == x])
    new = ~np.isnan(values) & ~np.any(np.abs(values[:, None] - known) <= SAME, axis=-1)
    kept = np.flatnonzero(new)
    return Pairs(right, [(found[i][0], found[i][1]) for i in kept.tolist()], values[kept])


def _settings_together(right: Computed, every: Sequence[Way], read: ReadValue) -> Iterator[tuple[Way, Way, float]]:
    both = [(a, b) for a, b in combinations([way for way in every if way.is_setting], 2) if _together(a, b)]
    for places, block in blocks(right, [_row(right, pair) for pair in both]):
        for i, value in zip(places, read(block).tolist(), strict=True):
            yield (*both[i], value)


def _mistakes_under_settings(right: Computed, every: Sequence[Way]) -> Iterator[tuple[Way, Way, float]]:
    """Mistakes with a computation of their own, made under other choices or on another ranking.

    A mistake with the discount needs to know the discount in force, so it cannot be made in rows with mixed discounts.
    """
    made = [way for way in every if not way.is_setting]
    for discounted in (True, False):
        under = [way for way in every if way.is_setting and not way.apart and ("discount" in way.parts) == discounted]
        able = [way for way in made if not (discounted and "discount" in way.parts)]
        for places, block in blocks(right, [_row(right, [way]) for way in under]) if able else ():
            for way in able:
                fits = [_likely(way, under[i]) for i in places]
                if way.mistake and any(fits):
                    values = way.mistake.compute(block.table)[..., 0].tolist()
                    yield from ((way, under[i], values[j]) for j, i in enumerate(places) if fits[j])


def _likely(way: Way, setting: Way) -> bool:
    """Whether a mistake is paired with a setting: one of them is likely, or the mistake changes exactly one part."""
    common = min(way.order, setting.order) <= TYPICAL
    return way.goes_with(setting) and (common or (_decides(way) and setting.order <= RARE))


def _decides(way: Way) -> bool:
    return way.mistake is not None and len(way.mistake.about) == 1


def _together(a: Way, b: Way) -> bool:
    """Whether two settings make a pair. Rounding is paired only with settings that can share a block."""
    return a.goes_with(b) and not ((a.apart or b.apart) and ROUNDING & (a.parts | b.parts))


def _usable(every: Sequence[Way]) -> list[Way]:
    """The ways that are paired. Of ways that are ``apart``, only the likeliest few count, and no other cutoffs."""
    left = [way for way in every if way.apart and way.computed_choices.get("k") is None][:MOST_APART]
    return [way for way in every if way in left or not way.apart]


def _row(right: Computed, made: Iterable[Way]) -> tuple[Choices, Ranking]:
    """The choices and the ranking that combine the given ways."""
    ranking = next((way.ranking for way in made if way.ranking is not None), list_of(right))
    for way in made:
        ranking = way.view(ranking) if way.view else ranking
    return {name: value for way in made for name, value in way.computed_choices.items()}, ranking
