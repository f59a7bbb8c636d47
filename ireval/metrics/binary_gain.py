"""binG: a relevant document counts less if more documents above it are not relevant.

>>> from ireval import explain
>>> explain("10001").value("binG(rel=1)"), explain("1001").value("binG")
(0.7153382790366966, 0.75)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Column, Measure, Mistake, Strips, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import SUM_OF_TERMS
from ireval.metrics.shared.list_mistakes import averages_the_found
from ireval.metrics.shared.worked_steps import ratio, total
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Expr, log
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    others = t.column("others", t.plain(t.arrays.rank - t.arrays.found))
    term = t.column("term", t.only(t.relevant, t.apply(_terms, _term, others)))
    summed = t.column("sum", t.running_sum(t.where(t.relevant, term, 0), at=t.relevant, in_full=t.relevant))
    t.column("binG", t.ratio(summed, t.R))


def _terms(others: Floats) -> Floats:
    return np.asarray(1 / np.log2(2 + others))


def _term(others: Expr, _: int) -> Expr:
    return 1 / log(2, 2 + others)


def _discounted(t: Table, by: Floats) -> Worked:
    return ratio(t, total(t, np.where(t.relevant, 1 / np.log2(by), 0), at=t.relevant), t.R)


MISTAKES = (
    Mistake(
        "discounts-by-rank",
        "discounted by the rank, as DCG does",
        "Only the documents above that are not relevant count.",
        lambda t: _discounted(t, 1 + t.rank),
    ),
    averages_the_found("The divisor is R [({R})]."),
)

MEASURE = Measure(
    name="binG",
    title="binary G",
    sentence="For every relevant document: how few documents above it are not relevant, on a logarithmic scale?",
    formula=lambda _: r"\mathrm{binG} = \frac{1}{R}\sum_{r}\frac{1}{\log_2(2 + o_r)}",
    where=(symbols.R, symbols.FOUND, ("o_r", "documents above it that are not relevant or not judged")),
    columns=(
        Column(
            "others",
            "documents down to this rank that are not relevant",
            whole=True,
            symbol="o",
            formula=r"\mathrm{others}[i] = i - \mathrm{found}[i]",
        ),
        Column.quotient(
            "term",
            "what this relevant document adds",
            r"\mathrm{rel}_i",
            r"\log_2(2 + \mathrm{others}[i])",
            spelled=True,
        ),
        SUM_OF_TERMS,
        Column.quotient("binG", "the sum so far divided by R", "sum", "R"),
    ),
    compute=_compute,
    score="binG",
    running_total="sum",
    order=75,
    source="trec_eval (Buckley 2008, experimental)",
    tool_names={"trec_eval": ("binG",)},
    variants={},
    conventions=("rel", "unjudged", "no_relevant", "rounding", "decimals"),
    figure=Strips("term", lambda t: t.R),
    mistakes=MISTAKES,
)
