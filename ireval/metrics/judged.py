"""Judged: the share of retrieved documents that were judged. It is a warning, not a score of quality.

>>> from ireval import explain
>>> explain("1u0u").value("Judged@2"), explain("1u0").value("Judged@10")
(0.5, 0.6666666666666666)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import is_empty
from ireval.metrics.shared.list_counts import inside
from ireval.metrics.shared.list_mistakes import FORGETS_THE_CUTOFF
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Floats, counts


def _compute(t: Table) -> None:
    judged = t.column("judged", np.cumsum(t.grades >= 0, axis=-1, dtype=np.float64))
    t.column("share", judged / t.rank)


def _judged(t: Table) -> Floats:
    return counts((t.grades >= 0) & inside(t))


MISTAKES = (
    Mistake(
        "counts-relevant-only",
        "counted the relevant documents only",
        "Documents judged non-relevant are judged, too.",
        lambda t: ratio(t, t.found_at_end, np.minimum(t.end, t.length)),
    ),
    Mistake(
        "divides-by-the-judged",
        "divided by all [{judged}] judged {judged:document|documents} of the query",
        "Judged@k divides by the documents retrieved.",
        lambda t: only(t.length > 0, ratio(t, _judged(t), t.R + t.N)),
    ),
    FORGETS_THE_CUTOFF,
)

MEASURE = Measure(
    name="Judged",
    title="share of judged documents",
    sentence="The share of the retrieved documents that are judged. Where it is low, other scores mean little.",
    formula=lambda p: (
        r"\mathrm{Judged}@k = \frac{\text{judged in the first } k}{\min(k,n)}"
        if p.k
        else r"\mathrm{Judged} = \frac{\text{judged}}{n}"
    ),
    where=(symbols.K, ("n", "the length of the list; where it is 0, so is the score")),
    columns=(
        Column("judged", "judged documents so far", whole=True),
        Column.quotient("share", "their share at this rank", "judged", "i", spelled=True, symbol="Judged"),
    ),
    compute=_compute,
    score="share",
    running_total="judged",
    score_rank=lambda t: np.minimum(t.end, t.length),
    has_nothing=is_empty,
    order=64,
    source="ir_measures; trec_eval 10 prints the unjudged share instead, and divides by k",
    ties_in_ir_measures=lambda _: "docno-ascending",
    variants={"Judged@{k}": "Judged@{k}"},
    aliases=("judged",),
    tool_names={"ir_measures": ("Judged", "Judged@{k}")},
    cutoff=CUTOFF,
    conventions=("rounding", "decimals"),
    mistakes=MISTAKES,
    needs_complete=False,
    set_based=True,
    better=0,
)
