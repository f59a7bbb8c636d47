"""Rank-biased precision: a reader who goes on to the next document with probability p.

The residual says how much unjudged documents, and ranks below the end of the list, could still add.

>>> from ireval import explain
>>> table = explain("10u1").table("RBP(p=0.5)")
>>> print(table.final)
RBP(p=0.5) = 0.063 + 0.500 = 0.563 (residual 0.188)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake, Readers, Table
from ireval.metrics.shared import persistence, symbols
from ireval.metrics.shared.list_counts import any_graded, grades_of_relevant, inside
from ireval.metrics.shared.list_mistakes import COUNTS_UNJUDGED_AS_RELEVANT, again, if_it_shows, takes_for
from ireval.metrics.shared.publications import MOFFAT
from ireval.metrics.shared.worked_steps import only, ratio, total
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    p = t.exact(t.p.p)
    weight = t.column("weight", t.running_product(1 - p, p))
    t.column("RBP", t.running_sum(t.masked(weight, t.relevant), at=t.relevant, newest_first=True))
    t.column("residual", t.remainder(1, weight, t.grades >= 0))


def _weighted(t: Table, first: float, others: float) -> Worked:
    """The sum if rank 1 has the weight ``first`` and each other rank ``others`` times the weight above it."""
    weight = t.p.rounding.running_product(np.where(t.rank == 1, first, others))
    return total(t, weight * t.relevant)


def _graded(t: Table, top: Floats | float) -> Worked:
    """The sum if a relevant document counts its grade divided by ``top``."""
    graded = only(any_graded(t), total(t, persistence.weights(t) * grades_of_relevant(t) / np.maximum(top, 1)))
    return if_it_shows(t, graded)


def _top_grade(t: Table) -> Floats:
    return np.asarray(t.ranking.ideal(retrieved_only=False).max(axis=-1, keepdims=True, initial=0), dtype=np.float64)


def _divided(t: Table, divisor: Floats) -> Worked:
    return if_it_shows(t, ratio(t, again(t), divisor))


def _normalised(t: Table) -> Worked:
    """Divided by the weights of all ranks that the list has down to the cutoff."""
    return _divided(t, total(t, persistence.weights(t) * inside(t)).value)


MISTAKES = (
    Mistake(
        "forgets-the-factor",
        "left out the factor 1 - p",
        "It makes the weights of all ranks add up to 1.",
        lambda t: _weighted(t, 1, t.p.p),
    ),
    Mistake(
        "counts-from-0",
        "raised p to the power of the rank",
        "The power is the rank minus 1, so that rank 1 has the weight 1 - p.",
        lambda t: _weighted(t, (1 - t.p.p) * t.p.p, t.p.p),
    ),
    Mistake(
        "swaps-p",
        "swapped p and 1 - p",
        "p is the probability of reading on, not of stopping.",
        lambda t: only(t.p.p != 1 / 2, _weighted(t, t.p.p, 1 - t.p.p)),
    ),
    *(takes_for("p", p, "p") for p in ("0.5", "0.8", "0.9", "0.95")),
    Mistake(
        "adds-grades",
        "used the grade of each relevant document as its gain",
        "A relevant document counts 1, whatever its grade.",
        lambda t: _graded(t, 1),
        rare=True,
    ),
    Mistake(
        "adds-shares-of-the-top-grade",
        "used the grade of each relevant document, divided by the highest grade, as its gain",
        "A relevant document counts 1, whatever its grade.",
        lambda t: _graded(t, _top_grade(t)),
        rare=True,
    ),
    Mistake(
        "divides-by-the-ranks",
        "divided the sum by the number of ranks [({ranks})]",
        "The factor 1 - p takes the place of a divisor.",
        lambda t: _divided(t, np.minimum(t.end, t.length)),
        rare=True,
    ),
    Mistake(
        "divides-by-r",
        "divided the sum by the number of relevant documents [({R})]",
        "The factor 1 - p takes the place of a divisor.",
        lambda t: _divided(t, t.R),
        rare=True,
    ),
    Mistake(
        "divides-by-the-weights",
        "divided the sum by the weights of all ranks in the list",
        "The weights of all ranks, to infinity, add up to 1.",
        _normalised,
        rare=True,
    ),
    COUNTS_UNJUDGED_AS_RELEVANT,
)

MEASURE = Measure(
    name="RBP",
    title="rank-biased precision",
    sentence="The share of relevant documents to expect if a reader goes on to the next rank with probability p.",
    formula=lambda p: (
        rf"\mathrm{{RBP}}{'@k' if p.k else ''} = (1-p)\sum_{{i=1}}^{{{'k' if p.k else 'n'}}}"
        r"\mathrm{rel}_i\cdot p^{\,i-1}"
    ),
    where=(
        persistence.LEGEND,
        symbols.RANK,
        symbols.REL,
        symbols.K,
        symbols.N,
        (
            r"\mathrm{residual}",
            "the weight of everything that is not judged, including everything below the end of the list",
        ),
    ),
    columns=(
        persistence.WEIGHT,
        Column.running_sum(
            "RBP",
            "the weights of the relevant documents so far",
            r"\mathrm{rel}_i\cdot\mathrm{weight}[i]",
            spelled=True,
        ),
        Column("residual", "residual", rounded=True),
    ),
    compute=_compute,
    score="RBP",
    running_total="RBP",
    companion_column="residual",
    order=62,
    source="Moffat and Zobel 2008; p = 0.8 as in ir_measures, 0.9 in trec_eval 10, which grades the gain too",
    publications=(MOFFAT,),
    variants={"RBP": "RBP"},
    tool_names={"ir_measures": ("RBP",), "trec_eval": ("rbp",)},
    unchecked_tools=("ir_measures", "trec_eval"),
    cutoff=CUTOFF,
    parameters=(persistence.parameter(0.8),),
    conventions=("rel", "unjudged", "rounding", "decimals"),
    figure=Readers("RBP", persistence.weights),
    mistakes=MISTAKES,
    needs_complete=False,
)
