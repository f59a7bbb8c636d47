"""The distances between labels for Krippendorff's alpha.

>>> distances_of("ordinal", [6, 2, 4], (0, 1, 2))[0, 2]
Fraction(49, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from ireval.agreement.coefficients.coincidences import Coincidences
from ireval.explanation.plain_table import Field, Kind, PlainTable
from ireval.numbers.expression import decimal

NOMINAL, ORDINAL = "nominal", "ordinal"
LEVELS = (NOMINAL, ORDINAL)

#: The distance of each two labels by their places.
Distances = Mapping[tuple[int, int], Fraction]


def distances_of(level: str, given: Sequence[int], scale: Sequence[int]) -> Distances:
    """The distances at a level. ``given`` is how often each label was given, ``scale`` is the position of each label.

    At the ordinal level, a distance is the square of the number of labels given from one label to the other, where
    both end labels count one half.
    """
    pairs = list(combinations(range(len(given)), 2))
    if level == NOMINAL:
        return dict.fromkeys(pairs, Fraction(1))
    return {(i, j): (_between(given, scale, i, j) - Fraction(given[i] + given[j], 2)) ** 2 for i, j in pairs}


def whole_ends(given: Sequence[int], scale: Sequence[int]) -> Distances:
    """The ordinal distances with both ends counted in full."""
    pairs = combinations(range(len(given)), 2)
    return {(i, j): Fraction(_between(given, scale, i, j)) ** 2 for i, j in pairs}


def interval_distances(scale: Sequence[int]) -> Distances:
    """The squares of the differences of grades."""
    return {(i, j): Fraction((scale[i] - scale[j]) ** 2) for i, j in combinations(range(len(scale)), 2)}


def distance_table(meet: Coincidences, distances: Distances) -> PlainTable:
    """Each ordinal distance with its calculation."""
    given, rows = meet.given, []
    for (i, j), distance in distances.items():
        between = [str(given[place]) for place in _places(meet.scale, i, j)[1:-1]]
        terms = [f"{given[i]}/2", *between, f"{given[j]}/2"]
        rows.append((f"{meet.labels[i]} and {meet.labels[j]}", f"({' + '.join(terms)})^2", decimal(float(distance), 2)))
    fields = (Field("labels"), Field("calculation", Kind.CALCULATION, "distance"), Field("distance", Kind.NUMBER))
    return PlainTable("Distances", fields, tuple(rows))


def _between(given: Sequence[int], scale: Sequence[int], i: int, j: int) -> int:
    """How many labels were given from one place to the other, including both ends."""
    return sum(given[place] for place in _places(scale, i, j))


def _places(scale: Sequence[int], i: int, j: int) -> list[int]:
    """The places from one label to the other, in the order of the scale."""
    low, high = sorted((scale[i], scale[j]))
    return sorted((place for place, at in enumerate(scale) if low <= at <= high), key=lambda place: scale[place])
