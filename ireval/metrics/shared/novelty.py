"""Shared by diversity measures: their declaration, and a gain that is lower for repeated subtopics."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from ireval.measure import CUTOFF, Column, Measure, Params, Remark, Table
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import MOST_PLACES, Expr, Num, exact, total
from ireval.numbers.powers import power

READ_AT_THE_END = "Without a cutoff, the ideal list ends where the ranking ends"
GREEDY = "Ideal list: of all judged documents, the one that adds most comes next"


def subtopic_gains(t: Table, alpha: float) -> Floats:
    """The gain of each subtopic at each rank, shape (..., ranks, subtopics).

    It is 1 for a covered subtopic, times (1 - alpha) for each earlier document on it.
    """
    covers = t.subtopics.astype(np.float64)
    before = np.cumsum(covers, axis=-2) - covers
    return np.asarray(covers * (1 - alpha) ** before)


def gains(t: Table, alpha: float) -> Floats:
    """Return the gain at each rank, the sum of the gains of its subtopics."""
    gain: Floats = np.sum(subtopic_gains(t, alpha), axis=-1)
    return gain


def novelty(t: Table, alpha: float) -> Floats:
    """The gain at each rank, written out as ``1 + 0.5 + 0.5^2``: a power for each document above on the subtopic."""
    again = exact(round(1 - alpha, MOST_PLACES))

    def worth(before: int) -> Expr:
        if before > 1 and 0 < again.number < 1:
            return power(again, before)
        return Num(again.number**before, again.places if before == 1 else None)

    def write(i: int) -> Expr:
        before = np.count_nonzero(t.subtopics[:i], axis=0)[t.subtopics[i]]
        return total([worth(int(n)) for n in before])

    return t.apply(lambda: gains(t, alpha), write)


def ideal_gains(t: Table, alpha: float) -> Floats:
    """The gain at each rank of the ideal list, which is built greedily."""
    return t.ranking.greedy_ideal(alpha, t.width)[0]


def ideal_documents(t: Table, alpha: float) -> NDArray[np.intp]:
    """The documents of that list, counted from 0 with the retrieved ones first; -1 for none."""
    return t.ranking.greedy_ideal(alpha, t.width)[1]


def covered(t: Table) -> Floats:
    """How many subtopics the document at each rank covers."""
    return np.asarray(np.count_nonzero(t.subtopics, axis=-1), dtype=np.float64)


COVERS = Column("covers", "subtopics that this document covers", whole=True, symbol="J", of_subtopics=True)
NOVELTY = Column(
    "G",
    "gain: novelty of this document",
    main_step=True,
    formula=r"G[i] = \sum_j J(i,j)\cdot\text{novelty of subtopic }j",
)


def nothing(t: Table) -> Bools:
    """Whether subtopics were judged, but no document covers any."""
    return np.asarray((t.S == 0) & (t.subtopic_total > 0))


#: The reason for no score although subtopics were judged.
NOTHING_COVERED = Remark(nothing, lambda _: "no judged document covers a subtopic")


_FOLLOWED = ("unjudged", "no_relevant", "rounding", "decimals")
#: The conventions of a measure that divides by the number of subtopics.
OF_SUBTOPICS = ("subtopic_count", *_FOLLOWED)


def subtopics_latex(p: Params) -> str:
    """The symbol of the number of subtopics that count."""
    return "T" if p.subtopic_count == "all" else "S"


#: Declares a measure of diversity; all of them follow the same conventions.
diversity_measure = partial(
    Measure,
    family="Diversity",
    has_no_relevant=nothing,
    undefined=(NOTHING_COVERED,),
    cutoff=CUTOFF,
    conventions=_FOLLOWED,
    needs_subtopics=True,
)
