"""GMAP: average precision whose mean over queries is geometric, so that a hard query counts as much as an easy one.

On one query it is AP, or 0.00001 where AP is less: otherwise one 0 would make the whole mean 0.

>>> from ireval import explain
>>> scores = explain("101003000200003", "32211")
>>> scores.value("GMAP") == scores.value("AP")
True
"""

from __future__ import annotations

from ireval.measure import Column, Measure, Strips, Table
from ireval.metrics.shared.geometric_means import at_least_the_floor, floor_column, geometric_latex, geometric_legend
from ireval.metrics.shared.list_columns import FOUND, precision_column


def _compute(t: Table) -> None:
    precision = t.column("P", t.column("found", t.found) / t.rank)
    summed = t.column("sum", t.running_sum(t.masked(precision, t.relevant), at=t.relevant))
    at_least_the_floor(t, "GMAP", t.column("AP", t.ratio(summed, t.R)))


MEASURE = Measure(
    name="GMAP",
    title="geometric mean average precision",
    sentence="The geometric mean of AP over all queries: one very poor query pulls it down.",
    formula=lambda _: geometric_latex("GMAP", "AP"),
    where=geometric_legend("AP", "average precision"),
    columns=(
        FOUND,
        precision_column(),
        Column.running_sum("sum", "sum of the precisions at relevant documents", r"\mathrm{P}[i]\cdot\mathrm{rel}_i"),
        Column.quotient("AP", "the sum so far divided by R", "sum", "R"),
        floor_column("GMAP", "AP"),
    ),
    compute=_compute,
    score="GMAP",
    order=69,
    average="geometric",
    mean_of="AP",
    mean_name="GMAP",
    source="Robertson 2006; trec_eval",
    variants={},
    aliases=("gmap",),
    tool_names={"trec_eval": ("gm_map",)},
    figure=Strips("P", lambda t: t.R, cells=lambda t: t.rank),
    conventions=("rel", "unjudged", "no_relevant", "rounding", "decimals"),
)
