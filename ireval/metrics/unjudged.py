"""Unjudged: the share of the first documents that are unjudged. It is a warning, not a score of quality.

>>> from ireval import explain
>>> explain("1u0u").value("Unjudged@2"), explain("1u0u").value("Unjudged@10")
(0.5, 0.2)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake, Table
from ireval.metrics.shared.list_columns import is_empty
from ireval.metrics.shared.list_counts import inside, ranks_read, unjudged_in_rows
from ireval.metrics.shared.list_mistakes import FORGETS_THE_CUTOFF
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Bools, Floats, counts


def _compute(t: Table) -> None:
    unjudged = t.column("unjudged", np.cumsum(unjudged_in_rows(t.arrays), axis=-1, dtype=np.float64))
    t.column("share", unjudged / t.rank)


def _counted(t: Table, there: Bools) -> Floats:
    return counts(there & inside(t))


MISTAKES = (
    Mistake(
        "counts-the-judged",
        "counted the judged documents",
        "Here the unjudged ones count.",
        lambda t: only(t.length > 0, ratio(t, _counted(t, t.grades >= 0), ranks_read(t))),
    ),
    Mistake(
        "divides-by-the-judged",
        "divided by the judged documents instead of all",
        "The divisor is the number of ranks.",
        lambda t: ratio(t, _counted(t, unjudged_in_rows(t)), _counted(t, t.grades >= 0)),
    ),
    FORGETS_THE_CUTOFF,
)

MEASURE = Measure(
    name="Unjudged",
    title="share of unjudged documents",
    sentence="The share of the first k ranks that hold unjudged documents. Where it is high, other scores mean little.",
    formula=lambda p: (
        r"\mathrm{Unjudged}@k = \frac{\text{unjudged in the first } k}{k}"
        if p.k
        else r"\mathrm{Unjudged} = \frac{\text{unjudged}}{n}"
    ),
    where=(
        ("k", "the cutoff; also the divisor for a shorter list"),
        ("n", "the length of the list; where it is 0, so is the score"),
    ),
    columns=(
        Column("unjudged", "unjudged documents so far", whole=True),
        Column.quotient("share", "their share at this rank", "unjudged", "i", spelled=True, symbol="Unjudged"),
    ),
    compute=_compute,
    score="share",
    score_rank=ranks_read,
    has_nothing=is_empty,
    order=65,
    source="trec_eval 10, which calls it unj",
    variants={},
    tool_names={"trec_eval": ("unj_{k}",), "beir": ("Hole@{k}",)},
    unchecked_tools=("trec_eval",),
    cutoff=CUTOFF,
    conventions=("rounding", "decimals"),
    mistakes=MISTAKES,
    needs_complete=False,
    set_based=True,
    better=0,
)
