"""Accuracy and the contingency table: retrieved or not, relevant or not.

>>> from ireval import explain
>>> explain("101003000200003", "32211", size=800).value("Accuracy")
0.98125
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr
from ireval.judgements import Floats
from ireval.metric import Cell, Column, Measure, Table


def _compute(t: Table) -> dict[str, Floats]:
    retrieved = np.minimum(t.rank, t.length)
    tp = t.found
    fp, fn = retrieved - tp, t.R - tp
    tn = t.size - retrieved - fn
    accuracy = np.divide(tp + tn, t.size, out=np.full_like(tn, np.nan), where=t.size > 0)
    return {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "accuracy": t.p.rounding.step(accuracy)}


def _cell(c: Cell) -> Expr:
    return (c["tp"] + c["tn"]) / (c["tp"] + c["fp"] + c["fn"] + c["tn"])


def _why(t: Table) -> str:
    if np.all(t.size == 0):
        return "the collection is empty, and its size is the divisor"
    return "" if np.all(t.size > 0) else "the size of the collection is not known, so neither is tn"


MEASURE = Measure(
    name="Accuracy",
    title="accuracy and the contingency table",
    family="Precision and recall",
    sentence="The share of all documents of the collection that were treated right: found if relevant, left if not.",
    formula=lambda _: r"\mathrm{accuracy} = \frac{tp+tn}{tp+fp+fn+tn}",
    where=(
        ("tp", "retrieved and relevant"),
        ("fp", "retrieved, not relevant or not judged"),
        ("fn", "relevant but not retrieved"),
        ("tn", "the rest of the collection"),
    ),
    columns=(
        Column("tp", "true positives: relevant, retrieved", whole=True),
        Column("fp", "false positives: non-relevant, retrieved", whole=True),
        Column("fn", "false negatives: relevant, not retrieved", whole=True),
        Column("tn", "true negatives: non-relevant, not retrieved", whole=True),
        Column("accuracy", "accuracy at this rank", _cell, spelled=True),
    ),
    compute=_compute,
    score="accuracy",
    why=_why,
    order=13,
    source="KTH lecture; the table also in the thesis",
    defined_by=("kth",),
    variants={"Accuracy": "Accuracy"},
    aliases=("accuracy",),
    conventions=("rel", "rounding", "decimals"),
    set_based=True,
)
