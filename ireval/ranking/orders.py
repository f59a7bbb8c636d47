"""Orders of a list. An order is a permutation: the old places (from 0) of the documents, by new rank.

>>> [("a", "b", "c", "d")[i] for i in moved(4, 4, 2)]
['a', 'd', 'b', 'c']
"""

from __future__ import annotations

import random
from collections.abc import Sequence

#: The highest seed of a shuffle.
HIGHEST_SEED = 999_999_999


def ideal_order(grades: Sequence[int]) -> list[int]:
    """The order of the ideal list: the highest grade first, equal grades in their old order, unjudged documents last.

    >>> ideal_order([0, -1, 1, 3, 0, 1])
    [3, 2, 5, 0, 4, 1]
    """
    return sorted(range(len(grades)), key=lambda i: -max(grades[i], -1))


def shuffled(count: int, seed: int) -> list[int]:
    """A random order of ``count`` documents; the same seed gives the same order on every computer and in every version.

    This is the shuffle of Fisher and Yates, from the last place up. The numbers come from
    ``random.Random(seed).random()``: Python guarantees to keep its sequence, but not that of ``random.shuffle``.

    >>> shuffled(5, 1)
    [1, 4, 2, 3, 0]
    """
    source = random.Random(seed)  # noqa: S311 - it must be reproducible, not secret
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = int(source.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def moved(count: int, start: int, end: int) -> list[int]:
    """The order after the document at rank ``start`` (from 1) is moved to rank ``end``."""
    order = list(range(count))
    order.insert(end - 1, order.pop(start - 1))
    return order


def swapped(count: int, one: int, other: int) -> list[int]:
    """The order after the documents at two ranks (from 1) are swapped."""
    order = list(range(count))
    order[one - 1], order[other - 1] = order[other - 1], order[one - 1]
    return order
