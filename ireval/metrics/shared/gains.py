"""Gain, discount and the ideal list, shared by the measures of the cumulated-gain family.

The definitions follow Järvelin and Kekäläinen (2002), with the discount of Burges et al. (2005) as the other choice.
"""

from __future__ import annotations

import numpy as np

from ireval.conventions.gains_and_ideals import Gain
from ireval.measure import Column, Params, Table, whole_list
from ireval.numbers.arrays import Bools, Floats, Grades, counts, resized
from ireval.numbers.expression import Num
from ireval.ranking.equal_scores import means
from ireval.ranking.judgements import Ranking


def sum_latex(p: Params, total: str, gain: str = "G") -> str:
    """Return the running sum of discounted gains in LaTeX, with the case of ranks without a discount."""
    return rf"{total}[i] = {p.chosen('discount').sum_latex(f'{total}[i-1]', f'{gain}[i]')}"


def gain(p: Params, grades: Grades, by: Gain | None = None) -> Floats:
    """Return the gains of documents of these grades ``by`` a convention; unjudged and absent ones have gain 0."""
    return _worth(by or p.chosen("gain"), grades)


def _worth(by: Gain, grades: Grades) -> Floats:
    worth = by.worth(np.maximum(grades, 0).astype(np.float64))
    return np.where(grades >= 0, worth, 0.0) if by.any_order else worth


def ideal_list(p: Params, ranking: Ranking) -> Grades:
    """The grades of the ideal list, shape (..., any)."""
    ideal: Grades = p.chosen("ideal").grades(ranking, p.k)
    return ideal


def list_gains(t: Table, by: Gain | None = None) -> Floats:
    """Return the gain at each rank of the list; documents that count together each have the mean of their gains."""
    gains: Floats = t.share(_worth, by or t.p.chosen("gain"), t.grades)
    groups = t.ranking.score_groups
    return gains if groups is None else means(gains, resized(groups, t.width, -1))


def ideal_gains(t: Table, by: Gain | None = None) -> Floats:
    """The gain at each rank of the ideal list, cut or filled with 0 to the table's rows."""
    by = by or t.p.chosen("gain")
    if by.any_order:
        ordered = _ordered_worth(by, t.p, t.ranking)
        short = [(0, 0)] * (ordered.ndim - 1) + [(0, max(t.width - ordered.shape[-1], 0))]
        return np.pad(ordered, short)[..., : t.width]
    ideal = t.share(resized, ideal_list(t.p, t.ranking), t.width, 0)
    end = t.p.chosen("ideal_cut")
    # A list may be shorter than its table: in a block, and if nothing was retrieved.
    with_list = end.with_list and not t.p.k and (t.rows.ndim > 1 or not t.ranking.length.any())
    if end.never_longer or with_list:
        ideal = np.where(t.arrays.rank <= t.arrays.length, ideal, 0).astype(ideal.dtype)
    gains: Floats = t.share(_worth, by, ideal)
    return gains


def _ordered_worth(by: Gain, p: Params, ranking: Ranking) -> Floats:
    """The gains of the ideal list if a higher grade may have a lower gain, highest first; no gain is below 0."""
    retrieved_only = p.chosen("ideal").retrieved_only
    pool = ranking.grades if retrieved_only else np.concatenate([ranking.grades, ranking.unretrieved], axis=-1)
    return -np.sort(-np.maximum(_worth(by, pool), 0.0), axis=-1)


def no_gain(t: Table) -> Bools:
    """Whether no judged document has a gain, retrieved or not."""
    return np.equal(np.count_nonzero(t.ranking.ideal(retrieved_only=False), axis=-1, keepdims=True), 0)


def no_ideal_gain(t: Table) -> Bools:
    """Whether no document of the ideal list has a gain."""
    return np.equal(ideal_gains(t)[..., :1], 0)


def ideal_rows(ranking: Ranking, p: Params) -> Floats:
    """Return the number of rows: of the list or, if the whole ideal list counts, at least its relevant documents."""
    rows = whole_list(ranking, p)
    if not p.chosen("ideal_cut").is_whole(p.k):
        return rows
    by = p.chosen("gain")
    ideal = _ordered_worth(by, p, ranking) if by.any_order else ideal_list(p, ranking)
    return ranking.share(_with_ideal, rows, ideal)


def _with_ideal(rows: Floats, ideal: Grades | Floats) -> Floats:
    return np.maximum(rows, counts(ideal > 0))


def at_ideal_end(t: Table, x: Floats) -> Floats:
    """Return the cells of an ideal column that are divisors: those of each row, or the last of the whole ideal list."""
    return x if t.p.chosen("ideal_cut").cut else t.last(x)


def ideal_rank(p: Params) -> str:
    """Return the LaTeX of the rank at which the ideal list is read."""
    return str(p.chosen("ideal_cut").rank)


def discounted(t: Table, gains: Floats) -> Floats:
    """The gains divided by their discounts."""
    discount = t.p.chosen("discount")
    return t.apply(
        np.divide,
        lambda g, _, i: discount.applied(g, i + 1),
        gains,
        discount.divisors_to(t.width),
        kind=discount.kinds_to(t.width).__getitem__,
    )


def sums_and_ideal(t: Table, gains: Floats) -> tuple[Floats, Floats]:
    """Return DCG and IDCG at each rank; stores the columns DCG, IG and IDCG."""
    dcg = t.column("DCG", t.running_sum(discounted(t, gains), newest_first=True))
    ideal = t.column("IG", ideal_gains(t))
    return dcg, t.column("IDCG", t.running_sum(discounted(t, ideal), newest_first=True))


def list_discounts(t: Table) -> Floats:
    """The discount of each rank, which is 1 before the first rank that is discounted."""
    discount = t.p.chosen("discount")
    taken = t.apply(
        lambda ranks: np.broadcast_to(discount.divisors(ranks), t.grades.shape),
        lambda _, i: discount.write(i + 1) if i + 1 >= discount.first else Num(1),
        t.rank,
    )
    return t.every_row(taken)


G = Column("G", "gain of the document at this rank", whole=True, follows=("gain",))
CG = Column.running_sum("CG", "cumulated gain", "G[i]", whole=True)
DCG = Column.running_sum("DCG", "discounted cumulated gain", r"\frac{G[i]}{\text{discount of rank }i}")
IG = Column("IG", "gain at this rank of the ideal list", whole=True, follows=("gain", "ideal", "ideal_cut"))
ICG = Column.running_sum("ICG", "cumulated gain of the ideal list", "IG", whole=True)
IDCG = Column.running_sum("IDCG", "DCG of the ideal list", r"\frac{\mathrm{IG}[i]}{\text{discount of rank }i}")
NDCG = Column.quotient("NDCG", "DCG divided by IDCG", "DCG", "IDCG", heading="nDCG")
