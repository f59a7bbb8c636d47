"""Geometric mean bpref: bpref whose mean over queries is geometric, so that a hard query counts as much as an easy one.

On one query it is bpref, or 0.00001 where bpref is less: otherwise one 0 would make the whole mean 0.

>>> from ireval import explain
>>> scores = explain("nrurunnnrnr")
>>> scores.value("GMBpref") == scores.value("Bpref")
True
"""

from __future__ import annotations

from ireval.measure import GEOMETRIC_FLOOR, Column, Measure, Table
from ireval.ranking.judgements import counted


def _compute(t: Table) -> None:
    above, cap = t.column("above", counted(t.nonrelevant)), t.p.chosen("bpref").count(t)
    share = t.divided(t.capped(above, cap), cap, none=0)
    contribution = t.column("contribution", t.only(t.relevant, t.as_number(1 - share, lambda: above < 1)))
    summed = t.column("sum", t.running_sum(t.where(t.relevant, contribution, 0), at=t.relevant, in_full=t.relevant))
    t.column("GMBpref", t.most(t.column("bpref", t.ratio(summed, t.R)), t.exact(GEOMETRIC_FLOOR)), exact=True)


MEASURE = Measure(
    name="GMBpref",
    title="geometric mean bpref",
    sentence="The geometric mean of the bpref of all queries. A drop in a low score counts as much as in a high one.",
    formula=lambda _: r"\mathrm{GMBpref} = \Bigl(\prod_{q=1}^{Q}\max(\mathrm{bpref}_q,\,0.00001)\Bigr)^{1/Q}",
    where=(
        ("Q", "the number of queries"),
        ("q", "a query, counted from 1"),
        (r"\mathrm{bpref}_q", "bpref of query q; the score of a single list"),
    ),
    columns=(
        Column("above", "judged non-relevant documents down to this rank", whole=True),
        Column(
            "contribution",
            "what this relevant document adds",
            formula=r"\mathrm{contribution}[i] = 1 - \frac{\text{those above that count}}{\text{the divisor}}",
        ),
        Column(
            "sum",
            "sum of the contributions so far",
            rounded=True,
            formula=r"\mathrm{sum}[i] = \mathrm{sum}[i-1] + \mathrm{contribution}[i]",
        ),
        Column("bpref", "the sum so far divided by R", formula=r"\mathrm{bpref}[i] = \frac{\mathrm{sum}[i]}{R}"),
        Column(
            "GMBpref",
            "bpref, or 0.00001 where bpref is less",
            spelled=True,
            least=GEOMETRIC_FLOOR,
            formula=r"\mathrm{GMBpref}[i] = \max(\mathrm{bpref}[i],\,0.00001)",
        ),
    ),
    compute=_compute,
    score="GMBpref",
    order=70,
    average="geometric",
    mean_of="Bpref",
    mean_name="GMBpref",
    source="trec_eval, which calls it gm_bpref",
    defined_by=("trec_eval",),
    variants={},
    aliases=("gm_bpref",),
    conventions=("rel", "bpref", "no_relevant", "rounding", "decimals"),
    needs_complete=False,
)
