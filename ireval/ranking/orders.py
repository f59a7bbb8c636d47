"""Orders of a list: each is a permutation, the places (from 0) that the documents had, in the order of their new ranks.

>>> [("a", "b", "c", "d")[i] for i in moved(4, 4, 2)]
['a', 'd', 'b', 'c']
"""

from __future__ import annotations

import random
from collections.abc import Sequence

#: The highest seed of a shuffle.
HIGHEST_SEED = 999_999_999


def ideal_order(grades: Sequence[int]) -> list[int]:
    """The ideal list: the highest grade first, documents of one grade as they stood, unjudged ones last.

    >>> ideal_order([0, -1, 1, 3, 0, 1])
    [3, 2, 5, 0, 4, 1]
    """
    return sorted(range(len(grades)), key=lambda i: -max(grades[i], -1))


def shuffled(count: int, seed: int) -> list[int]:
    """An order of ``count`` documents by chance, the same for a seed on every computer and in every year.

    From the last place up, each takes one of the places not yet done (Fisher and Yates). The numbers come from
    ``random.Random(seed).random()``, whose sequence Python promises to keep; that of ``random.shuffle`` it does not.

    >>> shuffled(5, 1)
    [1, 4, 2, 3, 0]
    """
    source = random.Random(seed)  # noqa: S311 - it must be the same again
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = int(source.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def moved(count: int, start: int, end: int) -> list[int]:
    """The document at rank ``start``, from 1, goes to rank ``end``; those between make room."""
    order = list(range(count))
    order.insert(end - 1, order.pop(start - 1))
    return order


def swapped(count: int, one: int, other: int) -> list[int]:
    """The documents at two ranks, from 1, change places."""
    order = list(range(count))
    order[one - 1], order[other - 1] = order[other - 1], order[one - 1]
    return order
