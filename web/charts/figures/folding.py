"""The rows of a long list: runs of documents without relevance become one row, so that what counts stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: Lists with at most so many documents are not folded, in wide places and on phones.
MOST_ROWS, MOST_ROWS_NARROW = 20, 12
#: In a longer list, so many documents at the top have rows of their own.
TOP_RANKS, TOP_RANKS_NARROW = 10, 6


class Fold(NamedTuple):
    """The documents from one rank to another in one row; ``relevant`` is how many of them have a row nowhere."""

    first: int
    last: int
    relevant: int = 0


def folded(has_grade: Sequence[bool], end: int, wide: bool) -> list[int | Fold]:
    """Return the rows of a list: a rank, or a run of ranks whose documents have no grade above 0.

    No run crosses the rank ``end``. After as many rows as fit, one row has all other documents.

    >>> folded([True] * 3, 3, True)
    [1, 2, 3]
    >>> [tuple(row)[:2] for row in folded([i in {1, 15} for i in range(1, 25)], 20, True)[10:] if row != 15]
    [(11, 14), (16, 20), (21, 24)]
    """
    count, most = len(has_grade), MOST_ROWS if wide else MOST_ROWS_NARROW
    if count <= most:
        return list(range(1, count + 1))
    rows: list[int | Fold] = list(range(1, (TOP_RANKS if wide else TOP_RANKS_NARROW) + 1))
    cards, rank = len(rows), len(rows) + 1
    while rank <= count:
        last = rank
        while last < count and last != end and not has_grade[rank - 1] and not has_grade[last]:
            last += 1
        is_card = last == rank
        if is_card and cards == most:
            rows.append(Fold(rank, count, sum(has_grade[rank - 1 :])))
            break
        rows.append(rank if is_card else Fold(rank, last))
        cards, rank = cards + is_card, last + 1
    return rows
