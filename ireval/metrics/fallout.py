"""Fall-out: how much of what should have stayed away came along? The false alarms, where recall counts the hits.

>>> from ireval import explain
>>> explain("1010", "1", size=13).value("Fallout")
0.2
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr
from ireval.judgements import Floats
from ireval.metric import CUTOFF, Cell, Column, Measure, Table
from ireval.metrics._lists import FOUND, LEGEND_R


def _compute(t: Table) -> dict[str, Floats]:
    wrong = np.minimum(t.rank, t.length) - t.found
    return {"found": t.found, "fp": wrong, "fallout": t.p.rounding.quotient(wrong, t.size - t.R)}


def _cell(c: Cell) -> Expr:
    return c["fp"] / (c.count("size") - c.count("R"))


def _why(t: Table) -> str:
    if np.isnan(t.size).any():
        return "the size of the collection is not known, so neither is the number of non-relevant documents"
    return "every document of the collection is relevant, so there are none to leave out"


MEASURE = Measure(
    name="Fallout",
    title="fall-out",
    family="More measures",
    sentence="The share of all documents that are not relevant which were retrieved all the same; low is good.",
    formula=lambda _: r"\mathrm{fallout} = \frac{fp}{fp+tn} = \frac{fp}{|C|-R}",
    where=(
        ("fp", "retrieved, not relevant or not judged"),
        ("tn", "neither retrieved nor relevant"),
        ("|C|", "documents in the collection"),
        LEGEND_R,
    ),
    columns=(
        FOUND,
        Column("fp", "non-relevant documents retrieved so far", whole=True),
        Column("fallout", "fall-out at this rank", _cell, spelled=True),
    ),
    compute=_compute,
    score="fallout",
    why=_why,
    order=61,
    source="Cranfield (Cleverdon 1967); van Rijsbergen 1979",
    defined_by=(),
    variants={"Fallout": "fall-out"},
    aliases=("fallout", "fall_out", "fall-out"),
    at=CUTOFF,
    conventions=("rel", "rounding", "decimals"),
    set_based=True,
)
