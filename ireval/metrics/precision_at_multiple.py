"""Precision at a multiple of R: precision after x times as many documents as there are relevant ones.

>>> from ireval import explain
>>> scores = explain("101003000200003", "32211")
>>> scores.value("Rprec_mult@0.5"), scores.value("Rprec_mult@1") == scores.value("Rprec")
(0.4, True)
"""

from __future__ import annotations

import numpy as np

from ireval.conventions import Parameter
from ireval.measure import Measure, Mistake, Params, Pools, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL, PRECISION_TANK, precision_column
from ireval.metrics.shared.list_counts import found_at, precision_at
from ireval.metrics.shared.list_mistakes import TAKES_FOUND_FOR_ALL, if_it_shows
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Floats
from ireval.ranking.judgements import Ranking

#: trec_eval turns a multiple of R into a number of documents: it adds this and drops the decimals.
_ADDED = 0.9


def _ranks(times: float, relevant: Floats) -> Floats:
    return np.floor(times * relevant + _ADDED)


def _rows(ranking: Ranking, p: Params) -> Floats:
    return np.maximum(np.maximum(ranking.length, 1), _ranks(p.times, ranking.relevant_total(p.rel)))


def _rank(t: Table) -> Floats:
    return _ranks(t.p.times, t.R)


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    t.column("P", t.ratio(found, t.rank))


MISTAKES = (
    Mistake(
        "divides-by-r",
        "divided by R [({R})]",
        "The divisor is the number of ranks.",
        lambda t: only(_rank(t) != t.R, ratio(t, found_at(t, _rank(t)), t.R)),
    ),
    Mistake(
        "stops-at-r",
        "stopped at rank R [({R})]",
        "It stops at a multiple of R.",
        lambda t: only(t.R > 0, if_it_shows(t, precision_at(t, t.R))),
    ),
    TAKES_FOUND_FOR_ALL,
)

MEASURE = Measure(
    name="Rprec_mult",
    title="precision at a multiple of R",
    sentence="Precision at rank x times R: a small x shows how a list begins, a large x how much it finds later.",
    formula=lambda _: (
        r"\mathrm{Rprec\_mult}@x = \frac{1}{c}\sum_{i=1}^{c}\mathrm{rel}_i,\qquad "
        rf"c = \lfloor x R + {_ADDED} \rfloor"
    ),
    where=(
        ("x", "the multiple"),
        ("c", "the rank at which precision is read"),
        symbols.R,
        symbols.RANK,
        symbols.REL,
        (r"\lfloor y\rfloor", "y rounded down, in a computer's arithmetic"),
    ),
    columns=(FOUND_REL, precision_column(spelled=True, symbol="Rprec_mult")),
    compute=_compute,
    score="P",
    running_total="found",
    rows=_rows,
    score_rank=_rank,
    order=72,
    source="trec_eval",
    variants={},
    tool_names={"trec_eval": ("Rprec_mult_{x}",)},
    cutoff=Parameter(
        "times", "Multiple of R", "How many times R is the rank?", 1.0, whole=False, least=0.1, most=100, also=("x",)
    ),
    cutoff_required=True,
    conventions=("rel", "unjudged", "no_relevant", "rounding", "decimals"),
    figure=Pools((PRECISION_TANK,)),
    mistakes=MISTAKES,
)
