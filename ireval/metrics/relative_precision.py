"""Relative precision: precision as a share of the highest precision that is possible at the rank.

>>> from ireval import explain
>>> explain("10100").value("RelP@1"), explain("10100").value("RelP@5")
(1.0, 1.0)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL
from ireval.metrics.shared.list_mistakes import FORGETS_THE_CUTOFF, TAKES_FOUND_FOR_ALL
from ireval.metrics.shared.worked_steps import only, ratio


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    possible = t.column("possible", t.plain(np.minimum(t.arrays.rank, t.arrays.R)))
    t.column("share", t.ratio(found, possible))


MISTAKES = (
    Mistake(
        "divides-by-the-ranks",
        "divided by the number of ranks, which gives precision",
        "No more than R [({R})] relevant documents are possible.",
        lambda t: only((t.end > t.R) & (t.R > 0), ratio(t, t.found_at_end, t.end)),
    ),
    Mistake(
        "divides-by-r",
        "divided by R [({R})], which gives recall",
        "Fewer relevant documents fit into these ranks.",
        lambda t: only(t.end < t.R, ratio(t, t.found_at_end, t.R)),
    ),
    TAKES_FOUND_FOR_ALL,
    FORGETS_THE_CUTOFF,
)

MEASURE = Measure(
    name="RelP",
    title="relative precision",
    sentence="The relevant documents in the first k ranks, as a share of the most that fit there.",
    formula=lambda p: (
        r"\mathrm{RelP}@k = \frac{1}{\min(k,R)}\sum_{i=1}^{k}\mathrm{rel}_i"
        if p.k
        else r"\mathrm{RelP} = \frac{1}{\min(n,R)}\sum_{i=1}^{n}\mathrm{rel}_i"
    ),
    where=(symbols.K, symbols.ROWS, symbols.R, symbols.RANK, symbols.REL),
    columns=(
        FOUND_REL,
        Column(
            "possible",
            "the most that are possible at this rank: the rank or R",
            whole=True,
            formula=r"\mathrm{possible}[i] = \min(i,\,R)",
        ),
        Column.quotient("share", "relative precision at this rank", "found", "possible", spelled=True, symbol="RelP"),
    ),
    compute=_compute,
    score="share",
    running_total="found",
    order=71,
    source="trec_eval, which calls it relative_P and set_relative_P",
    variants={},
    tool_names={"trec_eval": ("relative_P_{k}", "set_relative_P"), "beir": ("R_cap@{k}",)},
    cutoff=CUTOFF,
    conventions=("rel", "unjudged", "no_relevant", "rounding", "decimals"),
    mistakes=MISTAKES,
    set_based=True,
    two_by_two=True,
)
