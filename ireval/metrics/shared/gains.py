"""Gain, discount and the ideal list, shared by the measures of the cumulated-gain family.

The definitions follow Järvelin and Kekäläinen (2002), with the discount of Burges et al. (2005) as the other choice.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from ireval.measure import Column, Params, Table, whole_list
from ireval.numbers.arrays import Bools, Floats, Grades
from ireval.numbers.expression import Expr, Num, Operand, log
from ireval.ranking.judgements import Ranking, resized

#: The base of each discount's logarithm.
BASES = {"log2-rank-plus-1": 2, "log2-rank": 2, "log5-rank": 5, "log10-rank": 10}

LEGEND_G = ("G[i]", "gain of the document at rank i")
#: Where a column of running sums is read.
LEGEND_READ = ("i", "a rank, counted from 1; the score is read at the cutoff or, without one, in the last row")
LEGEND_M = ("m", "rank of the last document of the ideal list")
LEGEND_IG = (r"\mathrm{IG}[i]", "gain at rank i of the ideal list, best documents first")


def discount(t: Table) -> Floats:
    """What the gain at each rank is divided by, shape (rows,)."""
    if t.p.discount == "log2-rank-plus-1":
        return np.log2(t.arrays.rank + 1)
    base = BASES[t.p.discount]
    return np.maximum(1.0, np.log(t.arrays.rank) / math.log(base))


def first_discounted(p: Params) -> int:
    """The first rank whose gain is divided by a logarithm."""
    return 1 if p.discount == "log2-rank-plus-1" else BASES[p.discount]


def discount_latex(p: Params, symbol: str = "G", rank: str = "i") -> str:
    """One discounted term of the sum, in LaTeX."""
    base = BASES[p.discount]
    if p.discount == "log2-rank-plus-1":
        return rf"\frac{{{symbol}[{rank}]}}{{\log_2({rank}+1)}}"
    return rf"\frac{{{symbol}[{rank}]}}{{\max\{{1,\,\log_{{{base}}}{rank}\}}}}"


def gain(p: Params, grades: Grades) -> Floats:
    """What documents of these grades are worth; unjudged and absent ones are worth nothing."""
    worth = np.maximum(grades, 0).astype(np.float64)
    return np.exp2(worth) - 1 if p.gain == "exponential" else worth


def start(column: str) -> tuple[str, str]:
    """The line of a legend that says where a running sum starts."""
    return rf"\mathrm{{{column}}}[0]", "0, because there is nothing above rank 1"


def list_gains(t: Table) -> Floats:
    """The gain at each rank of the list."""
    return gain(t.p, t.grades)


def ideal_gains(t: Table) -> Floats:
    """The gain at each rank of the ideal list, cut or filled with 0 to the table's rows."""
    ideal = resized(t.ranking.ideal(retrieved_only=t.p.ideal == "retrieved-only"), t.width, 0)
    if t.p.ideal_cut == "list-end" and not t.p.k:
        ideal = np.where(t.arrays.rank <= t.rows, ideal, 0).astype(ideal.dtype)
    return gain(t.p, ideal)


def no_ideal_gain(t: Table) -> Bools:
    """Whether no document of the ideal list has a gain."""
    ideal = t.ranking.ideal(retrieved_only=t.p.ideal == "retrieved-only")
    return np.equal(np.count_nonzero(ideal, axis=-1, keepdims=True), 0)


def ideal_rows(ranking: Ranking, p: Params) -> Floats:
    """As many rows as the list or, where the whole ideal list counts, as that has relevant documents."""
    rows = whole_list(ranking, p)
    if p.ideal_cut == "list-end" or (p.k and p.ideal_cut == "whole"):
        return rows
    ideal = ranking.ideal(retrieved_only=p.ideal == "retrieved-only")
    return np.maximum(rows, np.count_nonzero(ideal, axis=-1, keepdims=True))


def discounted(t: Table, gains: Floats) -> Floats:
    """The gains divided by their discounts."""
    return t.apply(lambda g: g / discount(t), lambda g, i: written_discount(t.p, g, i + 1), gains)


def written_discount(p: Params, gain: Expr, rank: int, take: Callable[[Operand], Expr] | None = None) -> Expr:
    """The gain at a rank divided by its discount, by other logarithms where ``take`` takes them."""
    logarithm = take or partial(log, BASES[p.discount])
    if p.discount == "log2-rank-plus-1":
        return gain / logarithm(Num(rank) + 1)
    return gain / logarithm(rank) if rank >= first_discounted(p) else gain


def sum_column(
    key: str, title: str, *, spelled: bool = False, symbol: str = "", follows: tuple[str, ...] = ()
) -> Column:
    """A running sum of discounted gains: DCG of ``G``, IDCG of ``IG``."""
    return Column(key, title, rounded=True, spelled=spelled, symbol=symbol, follows=follows)


G = Column("G", "gain of the document at this rank", whole=True, follows=("gain",))
CG = Column("CG", "cumulated gain", whole=True)
IG = Column("IG", "gain at this rank of the ideal list", whole=True, follows=("gain", "ideal", "ideal_cut"))
