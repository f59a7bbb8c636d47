"""Geometric mean bpref: bpref whose mean over queries is geometric, so that a hard query counts as much as an easy one.

On one query it is bpref, or 0.00001 where bpref is less: otherwise one 0 would make the whole mean 0.

>>> from ireval import explain
>>> scores = explain("nrurunnnrnr")
>>> scores.value("GMBpref") == scores.value("Bpref")
True
"""

from __future__ import annotations

from dataclasses import replace

from ireval.measure import Measure, Strips, Table
from ireval.metrics.shared.geometric_means import at_least_the_floor, floor_column, geometric_latex, geometric_legend
from ireval.metrics.shared.preferences import PREFERENCES, preferences


def _compute(t: Table) -> None:
    at_least_the_floor(t, "GMBpref", preferences(t))


MEASURE = Measure(
    name="GMBpref",
    title="geometric mean bpref",
    sentence="The geometric mean of bpref over all queries: one very poor query pulls it down.",
    formula=lambda _: geometric_latex("GMBpref", "bpref"),
    where=geometric_legend("bpref", "bpref"),
    columns=(*(replace(column, symbol="") for column in PREFERENCES), floor_column("GMBpref", "bpref")),
    compute=_compute,
    score="GMBpref",
    order=70,
    average="geometric",
    mean_of="Bpref",
    mean_name="GMBpref",
    source="trec_eval, which calls it gm_bpref",
    variants={},
    tool_names={"trec_eval": ("gm_bpref",)},
    beside="bpref",
    figure=Strips("contribution", lambda t: t.R),
    conventions=("rel", "bpref", "no_relevant", "rounding", "decimals"),
    needs_complete=False,
)
