"""F: precision and recall in one number, their weighted harmonic mean.

>>> from ireval import explain
>>> round(explain("101003000200003", "32211").value("F(beta=1)"), 12)
0.4
"""

from __future__ import annotations

import numpy as np

from ireval.expression import MOST_PLACES, Expr, Num
from ireval.judgements import Floats
from ireval.metric import CUTOFF, Cell, Column, Measure, Parameter, Params, Table
from ireval.metrics._lists import FOUND, precision, precision_column, recall, recall_column, why_empty


def _compute(t: Table) -> dict[str, Floats]:
    raw_p, raw_r, b2 = precision(t), recall(t), t.p.beta**2
    p, r = t.p.rounding.shown(raw_p), t.p.rounding.shown(raw_r)
    below = b2 * p + r
    f = np.divide((1 + b2) * p * r, below, out=np.zeros_like(below), where=below != 0)
    return {"found": t.found, "P": raw_p, "recall": raw_r, "F": t.p.rounding.step(f)}


def _cell(c: Cell) -> Expr | None:
    p, r, b2 = c["P"], c["recall"], _square(c.p.beta)
    if b2.number * p.number + r.number == 0:
        return None
    if b2.number == 1:
        return Num(2) * p * r / (p + r)
    return (Num(1) + b2) * p * r / (b2 * p + r)


def _square(beta: float) -> Num:
    """beta^2, with as many decimals as it has."""
    text = f"{beta**2:.{MOST_PLACES}f}".rstrip("0")
    return Num(float(text), len(text.partition(".")[2]))


def _formula(p: Params) -> str:
    if p.beta == 1:
        return r"F_1 = \frac{2PR}{P+R}"
    return r"F_\beta = \frac{(1+\beta^2)\,P R}{\beta^2 P + R}"


MEASURE = Measure(
    name="F",
    title="F-measure",
    family="Precision and recall",
    sentence="The harmonic mean of precision and recall, with recall beta times as important as precision.",
    formula=_formula,
    where=(
        ("P", "precision"),
        ("R", "here: recall"),
        (r"\beta", "how many times as important recall is; with P = R = 0 the measure is 0"),
    ),
    columns=(
        FOUND,
        precision_column(rounded=True),
        recall_column(rounded=True),
        Column("F", "F-measure at this rank", _cell, spelled=True),
    ),
    compute=_compute,
    score="F",
    reads=lambda t: t.end if t.p.k else t.length,
    why=why_empty,
    order=12,
    source="van Rijsbergen 1979",
    defined_by=("thesis", "kth"),
    variants={"F(beta={beta})": "F{beta}"},
    aliases=("SetF", "set_F", "F1"),
    at=CUTOFF,
    parameters=(
        Parameter("beta", "Beta", "How many times as important recall is.", 1.0, whole=False, least=0, most=100),
    ),
    conventions=("rel", "no_relevant", "rounding", "decimals"),
    set_based=True,
)
