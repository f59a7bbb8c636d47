"""A choice for each list of a block, so that a measure is computed under many choices at once.

Most of these blocks repeat the same list. A mixture computes what the choice of each list computes; it has no words and
no calculations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, singledispatch
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ireval.conventions.discounts import Discount
from ireval.conventions.divisors import Divisor
from ireval.conventions.gains_and_ideals import Gain, IdealDocuments
from ireval.conventions.parameter import Choice
from ireval.numbers.arrays import Floats, Grades, resized
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute

_C = TypeVar("_C", bound=Choice)
#: The kinds of choices that can be mixed.
MIXABLE = (Discount, Divisor, Gain, IdealDocuments)


def mixed(choices: Sequence[Choice]) -> Choice:
    """One choice that applies ``choices[i]`` to list i of a block. Raises ``TypeError`` for kinds outside ``MIXABLE``.

    All choices must be of the same kind.
    """
    return _mixed(choices[0], choices)


@singledispatch
def _mixed(kind: Choice, choices: Sequence[Any]) -> Choice:
    del choices
    raise TypeError(f"{type(kind).__name__} cannot be mixed")


def _parts(choices: Sequence[_C]) -> tuple[list[_C], NDArray[np.intp]]:
    """The different choices, and for each list the place of its choice among them."""
    different = {id(choice): choice for choice in choices}
    place = {key: i for i, key in enumerate(different)}
    return list(different.values()), np.array([place[id(choice)] for choice in choices], dtype=np.intp)


def _each(different: Sequence[_C], place: NDArray[np.intp], of: Callable[[_C], Any]) -> Any:
    """The result of each list's choice: ``of`` computes a block for each choice, from which each list takes its row."""
    count = len(place)
    found = [x if len(x) == count else np.broadcast_to(x, (count, *np.shape(x)[1:])) for x in map(of, different)]
    return np.stack(found)[place, np.arange(count)]


@_mixed.register
def _(kind: Discount, choices: Sequence[Discount]) -> Choice:
    different, place = _parts(choices)

    @lru_cache(maxsize=8)
    def divisors_to(last: int) -> Floats:
        return np.stack([choice.divisors_to(last) for choice in different])[place]

    return Discount(
        "mixed", "", "", divisors=lambda ranks: divisors_to(len(ranks)), write=kind.write, latex=kind.latex, first=10**9
    )


@_mixed.register
def _(kind: Gain, choices: Sequence[Gain]) -> Choice:
    del kind
    different, place = _parts(choices)

    def worth(grades: Floats) -> Floats:
        return np.asarray(_each(different, place, lambda choice: choice.worth(grades)))

    return Gain("mixed", "", "", worth=worth, any_order=any(choice.any_order for choice in different))


@_mixed.register
def _(kind: Divisor, choices: Sequence[Divisor]) -> Choice:
    different, place = _parts(choices)

    def count(table: Any) -> Any:
        return _each(different, place, lambda choice: choice.count(table))

    return Divisor("mixed", "", "", count=lambda table: table.share(count, table), latex=kind.latex)


@dataclass(frozen=True)
class _MixedIdeal(IdealDocuments):
    """The ideal list of each list's choice."""

    different: Sequence[IdealDocuments] = field(default=(), hash=False)
    place: Any = field(default=None, hash=False)

    def grades(self, ranking: Ranking, cutoff: int | None) -> Grades:
        """The grades of the ideal lists, shape (lists, any)."""
        chosen: Grades = ranking.share(self._grades, ranking, cutoff)
        return chosen

    @lazy_attribute
    def _grades(self) -> Callable[[Ranking, int | None], Grades]:
        return self._chosen

    def _chosen(self, ranking: Ranking, cutoff: int | None) -> Grades:
        found = [choice.grades(ranking, cutoff) for choice in self.different]
        width = max(x.shape[-1] for x in found)
        lists: Grades = np.stack([resized(x, width, 0) for x in found])[self.place, np.arange(len(self.place))]
        return lists


@_mixed.register
def _(kind: IdealDocuments, choices: Sequence[IdealDocuments]) -> Choice:
    del kind
    different, place = _parts(choices)
    return _MixedIdeal("mixed", "", "", different=different, place=place)
