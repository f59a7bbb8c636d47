"""G: a gain counts less if the list is further behind the ideal list at this rank.

>>> from ireval import explain
>>> explain("21").value("G"), round(explain("102", "3").value("G"), 4)
(1.0, 0.2269)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Column, Measure, Mistake, Strips, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.gains import CG, IG, G, ideal_gains, ideal_list, list_gains, no_gain
from ireval.metrics.shared.gains import gain as worth
from ireval.metrics.shared.list_columns import SUM_OF_TERMS
from ireval.metrics.shared.list_mistakes import column_read
from ireval.metrics.shared.worked_steps import only, ratio, total
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Expr, Num, log


def _compute(t: Table) -> None:
    gains = t.column("G", list_gains(t))
    cg = t.column("CG", t.running_sum(gains, newest_first=True))
    ideal = t.column("IG", ideal_gains(t))
    cost = t.column("cost", t.running_sum(t.apply(_costs, _cost, ideal), newest_first=True))
    there = list_gains(t.arrays) > 0
    term = t.column("term", t.only(there, t.apply(_terms, _term, gains, cost, cg)))
    summed = t.column("sum", t.running_sum(t.where(there, term, 0), at=there, in_full=there))
    t.column("score", t.ratio(summed, _best(t.arrays)))


def _costs(ideal: Floats) -> Floats:
    return np.maximum(ideal, 1)


def _cost(ideal: Expr, _: int) -> Expr:
    return Num(1) if ideal.value(0) < 1 else ideal


def _terms(gains: Floats, cost: Floats, cg: Floats) -> Floats:
    return np.asarray(gains / np.log2(np.maximum(2 + cost - cg, 2)))


def _term(gain: Expr, cost: Expr, cg: Expr, _: int) -> Expr:
    return gain / log(2, 2 + cost - cg)


def _best(t: Table) -> Floats:
    """The sum of all gains of the ideal list."""
    return np.asarray(worth(t.p, ideal_list(t.p, t.ranking)).sum(axis=-1, keepdims=True))


MISTAKES = (
    Mistake(
        "discounts-by-rank",
        "discounted by the rank, as DCG does",
        "The discount depends on how far the list is behind the ideal list.",
        lambda t: ratio(t, total(t, list_gains(t) / np.log2(t.rank + 1)), _best(t)),
    ),
    Mistake(
        "forgets-the-discount",
        "divided the cumulated gain by that of the ideal list",
        "Each gain is discounted first.",
        lambda t: ratio(t, total(t, list_gains(t)), _best(t)),
    ),
    Mistake(
        "forgets-to-divide",
        "gave the sum of the terms",
        "It is divided by the sum of the ideal gains.",
        lambda t: only(_best(t) > 1, column_read(t, "sum")),
    ),
)

MEASURE = Measure(
    name="NG",
    title="normalised gain G",
    sentence="The gains as a share of the ideal gains, each discounted by how far the list is behind the ideal list.",
    formula=lambda _: (
        r"\mathrm{NG} = \frac{\sum_{i=1}^{n} G[i] / \log_2(2 + \mathrm{cost}[i] - \mathrm{CG}[i])}"
        r"{\sum_{i=1}^{m}\mathrm{IG}[i]},\qquad"
        r"\mathrm{CG}[i] = \sum_{j=1}^{i} G[j],\qquad"
        r"\mathrm{cost}[i] = \sum_{j=1}^{i}\max(1,\,\mathrm{IG}[j])"
    ),
    where=(symbols.G, symbols.RANK, ("j", "another rank"), symbols.N, symbols.IG, symbols.M),
    columns=(
        G,
        CG,
        IG,
        Column.running_sum(
            "cost", "sum of the ideal gains so far, each at least 1", r"\max(1,\,\mathrm{IG}[i])", whole=True
        ),
        Column.quotient(
            "term", "what this document adds", "G[i]", r"\log_2(2 + \mathrm{cost}[i] - \mathrm{CG}[i])", spelled=True
        ),
        SUM_OF_TERMS,
        Column.quotient(
            "score",
            "the sum so far divided by the sum of all ideal gains",
            "sum",
            r"\sum_{j=1}^{m}\mathrm{IG}[j]",
            symbol="NG",
        ),
    ),
    compute=_compute,
    score="score",
    running_total="sum",
    has_no_relevant=no_gain,
    order=76,
    source="trec_eval, which calls it G (Buckley 2008, experimental)",
    variants={},
    tool_names={"trec_eval": ("G",)},
    beside="gain",
    conventions=("gain", "unjudged", "no_relevant", "rounding", "decimals"),
    graded=True,
    mistakes=MISTAKES,
    figure=Strips("term", _best),
)
