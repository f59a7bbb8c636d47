"""Discounted cumulated gain: gains further down count for less.

>>> from ireval import explain
>>> round(explain("101003000200003", conventions="lillis").value("DCG@10"), 4)
3.3935
>>> round(explain("52401", conventions="blog").value("DCG@5"), 4)
8.6487
"""

from __future__ import annotations

from dataclasses import replace

from ireval.measure import CUTOFF, Column, Lanes, Measure, Mistake, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.gains import DCG, G, discounted, list_discounts, list_gains, sum_latex
from ireval.metrics.shared.list_mistakes import WRONG_CUTOFFS
from ireval.metrics.shared.mistakes.gain_mistakes import Rule, of_total, wrong_discounts
from ireval.metrics.shared.publications import JARVELIN
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    gains = t.column("G", list_gains(t))
    if t.p.dcg_columns == "terms":
        terms = t.column("term", gains / t.column("discount", list_discounts(t)))
        t.column("DCG", t.running_sum(terms, newest_first=True, in_full=list_gains(t) > 0))
    else:
        t.column("DCG", t.running_sum(discounted(t, gains), newest_first=True))


def _by(t: Table, rule: Rule) -> Worked:
    return rule(t, list_gains(t), t.end)


MISTAKES = (
    *wrong_discounts(_by, lambda t: list_gains(t)[..., :1], lambda t: t.end),
    Mistake(
        "discounts-the-total",
        "added up all gains and discounted the sum once",
        "Each gain is divided by the discount of its own rank.",
        lambda t: _by(t, of_total),
    ),
    *WRONG_CUTOFFS,
)

MEASURE = Measure(
    name="DCG",
    title="discounted cumulated gain",
    family="Cumulated gain",
    sentence="The gains down to a rank, added up, each divided by a discount for its rank.",
    formula=lambda p: sum_latex(p, r"\mathrm{DCG}"),
    where=(symbols.READ, symbols.G, symbols.start("DCG"), symbols.DISCOUNT),
    columns=(
        G,
        Column("discount", "the discount of this rank", optional=True),
        Column.quotient("term", "gain divided by the discount", "G[i]", "discount", optional=True),
        replace(DCG, spelled=True),
    ),
    compute=_compute,
    score="DCG",
    running_total="DCG",
    order=41,
    source="Järvelin and Kekäläinen 2002",
    publications=(JARVELIN,),
    tool_names={
        "ranx": ("dcg", "dcg@{k}"),
        "sklearn": ("dcg_score",),
        "elasticsearch": ("dcg",),
        "quepid": ("DCG@{k}",),
    },
    counts_equal_scores_together=("averaged", "sklearn"),
    defined_by=("lillis", "thesis", "blog", "kth"),
    variants={"DCG@{k}": "DCG@{k}"},
    cutoff=CUTOFF,
    beside="gain",
    conventions=("discount", "gain", "unjudged", "dcg_columns", "rounding", "decimals"),
    bounded=False,
    graded=True,
    figure=Lanes("G", "DCG"),
    mistakes=MISTAKES,
)
