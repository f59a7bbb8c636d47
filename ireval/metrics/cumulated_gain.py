"""Cumulated gain: the grades of the documents seen so far, added up.

>>> from ireval import explain
>>> explain("52401").value("CG@5"), explain("20514").value("CG@5")
(12.0, 12.0)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Measure, Mistake, Table
from ireval.metrics.shared.gain_mistakes import ignores_grades
from ireval.metrics.shared.gains import CG, LEGEND_G, LEGEND_READ, G, list_gains, start
from ireval.metrics.shared.list_mistakes import FORGETS_THE_CUTOFF, ONE_RANK_EARLY, ONE_RANK_LATE
from ireval.metrics.shared.worked_steps import ratio, total
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    gains = t.column("G", list_gains(t))
    t.column("CG", t.running_sum(gains, newest_first=True))


def _documents(t: Table, gains: Floats, end: Floats) -> Worked:
    return total(t, np.minimum(gains, 1), end)


MISTAKES = (
    ignores_grades(lambda t, rule: rule(t, list_gains(t), t.end), list_gains, _documents),
    Mistake(
        "divides-by-the-ranks",
        "divided by the number of ranks ({ranks})",
        "CG is a sum.",
        lambda t: ratio(t, total(t, list_gains(t)), t.end),
    ),
    FORGETS_THE_CUTOFF,
    ONE_RANK_EARLY,
    ONE_RANK_LATE,
)

MEASURE = Measure(
    name="CG",
    title="cumulated gain",
    family="Cumulated gain",
    sentence="The sum of the gains of the documents down to a rank. Their order does not matter.",
    formula=lambda _: r"\mathrm{CG}[i] = \mathrm{CG}[i-1] + G[i]",
    where=(LEGEND_READ, LEGEND_G, start("CG")),
    columns=(G, CG),
    compute=_compute,
    score="CG",
    order=40,
    source="Järvelin and Kekäläinen 2002",
    defined_by=("lillis", "thesis", "blog", "kth"),
    variants={"CG@{k}": "CG@{k}"},
    cutoff=CUTOFF,
    conventions=("gain", "unjudged"),
    bounded=False,
    graded=True,
    set_based=True,
    mistakes=MISTAKES,
)
