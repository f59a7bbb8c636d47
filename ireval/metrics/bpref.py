"""bpref: how often is a judged relevant document ranked above the judged non-relevant ones? Unjudged ones are skipped.

>>> from ireval import explain
>>> scores = explain("nrurunnnrnr", conventions="lillis")
>>> scores.value("Bpref"), round(scores.value("Bpref(bpref='10-plus-r')"), 6)
(0.375, 0.803571)
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr, Num, minimum, total
from ireval.judgements import Floats
from ireval.metric import Cell, Column, Measure, Params, Table
from ireval.metrics._lists import LEGEND_R

#: A sum of more terms than this is not written out.
LONGEST_SUM = 10


def _cap(t: Table) -> Floats:
    if t.p.bpref == "10-plus-r":
        return t.R + 10
    return np.minimum(t.R, t.N) if t.p.bpref == "min-r-n" else t.R


def _compute(t: Table) -> dict[str, Floats]:
    above = np.cumsum(t.nonrelevant, axis=-1, dtype=np.float64)
    cap = _cap(t)
    share = np.divide(np.minimum(above, cap), cap, out=np.zeros_like(above), where=cap > 0)
    contribution = t.p.rounding.step(np.where(t.relevant, 1 - share, np.nan))
    running = t.p.rounding.running_sum(np.where(t.relevant, contribution, 0))
    return {"above": above, "contribution": contribution, "sum": running, "bpref": t.p.rounding.quotient(running, t.R)}


def _contribution(c: Cell) -> Expr | None:
    if not c.table.relevant[c.index]:
        return None
    cap, above = float(_cap(c.table)[0]), c["above"]
    if above.number == 0:
        return Num(1)
    return 1 - (minimum(above, cap) if above.number > cap else above) / cap


def _running(c: Cell) -> Expr:
    return c.above("sum") + c["contribution"] if c.table.relevant[c.index] else c.above("sum")


def _final(c: Cell) -> Expr:
    terms: list[Expr] = list(c.upto("contribution"))
    written_out = 0 < len(terms) <= LONGEST_SUM and c.p.rounding.mode != "columns"
    return (total(terms) if written_out else c["sum"]) / c.count("R")


def _formula(p: Params) -> str:
    cap = {"r": "R", "min-r-n": r"\min(R,N)", "10-plus-r": "10+R"}[p.bpref]
    return rf"\mathrm{{bpref}} = \frac{{1}}{{R}}\sum_{{r}} \left(1-\frac{{\min(n_r,\,{cap})}}{{{cap}}}\right)"


MEASURE = Measure(
    name="Bpref",
    title="binary preference",
    family="bpref",
    sentence="For every relevant document retrieved: how few of the judged non-relevant ones stand above it?",
    formula=_formula,
    where=(
        LEGEND_R,
        ("r", "a relevant document that was retrieved"),
        ("n_r", "judged non-relevant documents ranked above r"),
        ("N", "documents judged non-relevant, retrieved or not"),
    ),
    columns=(
        Column("above", "judged non-relevant documents down to this rank", whole=True),
        Column("contribution", "what this relevant document adds", _contribution, spelled=True),
        Column("sum", "sum of the contributions so far", _running, rounded=True),
        Column("bpref", "the sum so far divided by R", lambda c: c["sum"] / c.count("R")),
    ),
    compute=_compute,
    score="bpref",
    final=_final,
    order=30,
    source="Buckley and Voorhees 2004",
    defined_by=("lillis", "trec_eval"),
    variants={
        "Bpref": "bpref",
        "Bpref(bpref='r')": "bpref paper",
        "Bpref(bpref='min-r-n')": "bpref trec",
        "Bpref(bpref='10-plus-r')": "bpref-10",
    },
    aliases=("bpref",),
    conventions=("rel", "bpref", "no_relevant", "rounding", "decimals"),
    needs_complete=False,
)
