"""R-precision: precision when exactly as many documents have been seen as there are relevant ones.

>>> from ireval import explain
>>> explain("101003000200003", "32211").value("Rprec")
0.4
"""

from __future__ import annotations

import numpy as np

from ireval.judgements import Floats, Ranking
from ireval.metric import Measure, Params, Table, whole_list
from ireval.metrics._lists import FOUND, LEGEND_R, LEGEND_REL, precision, precision_column


def _rows(ranking: Ranking, p: Params) -> Floats:
    return np.maximum(whole_list(ranking, p), ranking.relevant_total(p.rel))


def _compute(t: Table) -> dict[str, Floats]:
    return {"found": t.found, "P": precision(t)}


MEASURE = Measure(
    name="Rprec",
    title="R-precision",
    family="Precision and recall",
    sentence="Precision at rank R, where R is the number of relevant documents: a perfect list scores 1 there.",
    formula=lambda _: r"\mathrm{Rprec} = \frac{1}{R}\sum_{i=1}^{R}\mathrm{rel}_i",
    where=(LEGEND_R, LEGEND_REL),
    columns=(FOUND, precision_column(spelled=True)),
    compute=_compute,
    score="P",
    rows=_rows,
    reads=lambda t: t.R,
    order=14,
    source="Modern Information Retrieval, chapter 3; trec_eval",
    defined_by=("mir", "trec_eval"),
    variants={"Rprec": "R-prec"},
    aliases=("RPrec", "R-precision"),
    conventions=("rel", "no_relevant", "rounding", "decimals"),
)
