"""Two things done otherwise together: generated from the ways of a measure, and computed as blocks of lists.

Only the pairs that give the number which somebody typed are put into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import numpy as np

from ireval.diagnosis.candidates import Candidate, compute_with, key_of
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.chance import TYPICAL
from ireval.diagnosis.combinations.single_ways import Way, ways
from ireval.diagnosis.many_settings import ROUNDING, Choices, blocks, is_mixable, list_of
from ireval.measure import Computed, Params, run
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import Typed
from ireval.ranking.judgements import Ranking

#: Takes a value for every list from a measure's table.
Read = Callable[[Computed], Floats]
#: How many settings that cannot be computed in the same block as others are paired.
MOST_APART = 2


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of ways on a single list, the likeliest first, and ``values``: what each gives, shape (pairs,).

    A pair is among them only if it gives another number than the correct one and than one way alone.
    """

    right: Computed
    ways: Sequence[tuple[Way, Way]]
    values: Floats

    def meeting(self, number: Typed, most: int) -> list[Candidate]:
        """The likeliest pairs, at most so many, that give the number: as candidates."""
        near = np.flatnonzero(np.abs(self.values - number.value) <= number.unit + SAME * max(1.0, abs(number.value)))
        places = (i for i in near.tolist() if number.meets(float(self.values[i])))
        return [self.candidate(i) for i in islice(places, most)]

    def have(self, value: float) -> bool:
        """Whether a pair gives ``value``."""
        return bool((np.abs(self.values - value) <= SAME).any())

    def likelier(self, value: float) -> Floats:
        """The values of all pairs down to the one that gives ``value``."""
        place = np.flatnonzero(np.abs(self.values - value) <= SAME)
        return self.values[: int(place[0]) + 1 if len(place) else None]

    def candidate(self, place: int) -> Candidate:
        """The pair at a place among them."""
        (a, b), number = self.ways[place], np.asarray(self.values[place])
        made = sorted((way for way in (a, b) if way.mistake), key=lambda way: not way.is_setting)
        if not made:
            choices = {**a.choices, **b.choices}
            return Candidate("convention", key_of(choices), number, choices=choices)
        last = made[-1]
        if len(made) == 1:
            chosen = (b if last is a else a).choices
            of, key = compute_with(self.right, chosen), f"{last.key},{key_of(chosen)}"
            return Candidate("mistake", key, number, last.mistake, chosen, of=of)
        first = made[0]
        ranking = list_of(self.right) if first.ranking is None else first.ranking
        of = run(self.right.measure, ranking, Params({**self.right.table.p.values, **first.choices}))
        return Candidate("mistake", f"{first.key},{last.key}", number, last.mistake, before=first.mistake, of=of)


def pairs(right: Computed, read: Read, single: Sequence[Candidate | Cause]) -> Pairs:
    """All pairs of ways of a measure on a single list; ``single`` are those that are known alone.

    ``read`` takes the number from a table. Mistakes with work of their own give scores, and no cells.
    """
    every = ways(right, {x.key: float(x.value) for x in single})
    of_score = read(right) is right.score
    usable = _usable(right, every if of_score else [way for way in every if not way.mistake and not way.view])
    found = [*_settings_together(right, usable, read)]
    if of_score:
        found += _mistakes_under_settings(right, usable)
    found.sort(key=lambda x: (max(x[0].order, x[1].order), x[0].order + x[1].order))
    values = np.array([value for *_, value in found], dtype=np.float64)
    known = np.array([x for x in (float(read(right)), *(float(x.value) for x in single)) if x == x])
    new = ~np.isnan(values) & ~np.any(np.abs(values[:, None] - known) <= SAME, axis=-1)
    kept = np.flatnonzero(new)
    return Pairs(right, [(found[i][0], found[i][1]) for i in kept.tolist()], values[kept])


def _settings_together(right: Computed, every: Sequence[Way], read: Read) -> Iterator[tuple[Way, Way, float]]:
    both = [(a, b) for a, b in combinations([way for way in every if way.is_setting], 2) if _together(right, a, b)]
    for places, block in blocks(right, [_row(right, pair) for pair in both]):
        for i, value in zip(places, read(block).tolist(), strict=True):
            yield (*both[i], value)


def _mistakes_under_settings(right: Computed, every: Sequence[Way]) -> Iterator[tuple[Way, Way, float]]:
    """Mistakes with work of their own, made under other choices or on another ranking, of which one is likely.

    A mistake with the discount asks which one is in force, so that rows with different ones are not for it.
    """
    chosen = [way for way in every if way.is_setting]
    made = [way for way in every if not way.is_setting]
    for discounted in (True, False):
        under = [way for way in chosen if ("discount" in way.parts) == discounted]
        able = [way for way in made if not (discounted and "discount" in way.parts)]
        for places, block in blocks(right, [_row(right, [way]) for way in under]) if able else ():
            rare = not discounted and "k" not in under[places[0]].parts
            for way in (way for way in able if rare or way.order <= TYPICAL):
                values = way.mistake.compute(block.table)[..., 0] if way.mistake else np.full(len(places), np.nan)
                for i, value in zip(places, values.tolist(), strict=True):
                    if way.goes_with(under[i]) and min(way.order, under[i].order) <= TYPICAL:
                        yield way, under[i], value


def _together(right: Computed, a: Way, b: Way) -> bool:
    """Whether two settings make a pair; rounding on the way does with those that are computed in the same block."""
    both = (*a.computed_choices.items(), *b.computed_choices.items())
    return a.goes_with(b) and (not ROUNDING & (a.parts | b.parts) or all(is_mixable(right, *item) for item in both))


def _usable(right: Computed, every: Sequence[Way]) -> list[Way]:
    """The ways that are paired: of those that take a block of their own, the likeliest few; no cutoff close by."""
    apart = [way for way in every if any(not is_mixable(right, *item) for item in way.computed_choices.items())]
    left = [way for way in apart if way.computed_choices.get("k") is None][:MOST_APART]
    return [way for way in every if way in left or way not in apart]


def _row(right: Computed, made: Iterable[Way]) -> tuple[Choices, Ranking]:
    """The choices and the ranking under which all of some ways are done."""
    ranking = next((way.ranking for way in made if way.ranking is not None), list_of(right))
    for way in made:
        ranking = way.view(ranking) if way.view else ranking
    return {name: value for way in made for name, value in way.computed_choices.items()}, ranking
