"""Columns that several measures of a list share: relevant documents found, precision, recall."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from ireval.measure import Column, Table
from ireval.numbers.arrays import Bools, Floats, resized
from ireval.ranking.equal_scores import last_ranks

#: The tanks of figures with pools: each is a name, the pools that fill it, and the pools that it has room for.
PRECISION_TANK = ("P", "tp", "tp fp short")
RECALL_TANK = ("R", "tp", "tp fn")

#: Recall levels are decimal fractions, but computed in binary: 0.3 of 10 documents are 3, not 3.0000000000000004.
SLACK = 1e-9


def precision(t: Table) -> Floats:
    """Relevant documents found so far, divided by the rank."""
    return t.p.rounding.step(t.ratio(t.found, t.rank))


precision_column = partial(Column.quotient, "P", "precision at this rank", "found", "i")
recall_column = partial(Column.quotient, "recall", "recall at this rank", "found", "R")
FOUND = Column(
    "found",
    "relevant documents retrieved so far",
    whole=True,
    formula=r"\mathrm{found}[i] = \sum_{j=1}^{i}\mathrm{rel}_j",
)
#: The column for formulas that add up relevant documents.
FOUND_REL = replace(FOUND, symbol="rel")
SUM_OF_TERMS = Column.running_sum("sum", "sum of the terms so far", "term")


def contingency_columns(tp: str, fp: str, fn: str, tn: str) -> tuple[Column, ...]:
    """The four cells of the contingency table at each rank, with these titles."""
    counted = partial(Column, whole=True)
    return (
        counted("tp", tp, formula=r"\mathrm{tp}[i] = \sum_{j=1}^{i}\mathrm{rel}_j"),
        counted("fp", fp, formula=r"\mathrm{fp}[i] = i - \mathrm{tp}[i]"),
        counted("fn", fn, formula=r"\mathrm{fn}[i] = R - \mathrm{tp}[i]"),
        counted("tn", tn, formula=r"\mathrm{tn}[i] = |C| - \mathrm{tp}[i] - \mathrm{fp}[i] - \mathrm{fn}[i]"),
    )


def first_rank(there: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    """Return the first rank at which ``there`` is true, shape (..., 1); 0 if it never is."""
    first = there.argmax(axis=-1, keepdims=True) + 1.0
    return np.asarray(first * np.logical_or.reduce(there, axis=-1, keepdims=True))


def is_empty(t: Table) -> Bools:
    """Whether nothing was retrieved, so that a share of the retrieved documents would divide by 0."""
    return np.equal(t.length, 0)


def at_last_of_equals(t: Table, precision: Floats) -> Floats:
    """Return the precision at each rank; if documents with equal scores count together, at the last of them."""
    if t.ranking.score_groups is None:
        return precision
    last = np.minimum(last_ranks(resized(t.ranking.score_groups, t.width, -1)), t.end)
    return np.take_along_axis(precision, last.astype(np.intp) - 1, axis=-1)
