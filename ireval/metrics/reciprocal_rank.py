"""Reciprocal rank: one divided by the rank of the first relevant document.

>>> from ireval import explain
>>> explain("0010").value("RR"), explain("000").value("RR")
(0.3333333333333333, 0.0)
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr, Num
from ireval.judgements import Floats
from ireval.metric import CUTOFF, Cell, Column, Measure, Table
from ireval.metrics._lists import FOUND


def _compute(t: Table) -> dict[str, Floats]:
    reciprocal = t.p.rounding.step(t.relevant / t.rank)
    return {"found": t.found, "RR": np.maximum.accumulate(reciprocal, axis=-1)}


def _cell(c: Cell) -> Expr | None:
    first = int(np.argmax(c.table.relevant)) + 1
    return Num(1) / first if c["found"].number else None


MEASURE = Measure(
    name="RR",
    title="reciprocal rank",
    family="Average precision",
    sentence="One divided by the rank of the first relevant document; 0 if none was retrieved.",
    formula=lambda _: r"\mathrm{RR} = \frac{1}{r}",
    where=(("r", "rank of the first relevant document"),),
    columns=(FOUND, Column("RR", "1 divided by the rank of the first relevant document so far", _cell, spelled=True)),
    compute=_compute,
    score="RR",
    order=21,
    source="TREC-8 question answering (Voorhees 1999)",
    defined_by=("thesis", "blog", "trec_eval"),
    variants={"RR": "RR"},
    aliases=("recip_rank", "MRR"),
    at=CUTOFF,
    conventions=("rel", "rounding", "decimals"),
)
