"""Cumulated gain: the grades of the documents seen so far, added up.

>>> from ireval import explain
>>> explain("52401").value("CG@5"), explain("20514").value("CG@5")
(12.0, 12.0)
"""

from __future__ import annotations

from ireval.measure import CUTOFF, Lanes, Measure, Mistake, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.gains import CG, G, list_gains
from ireval.metrics.shared.list_mistakes import WRONG_CUTOFFS
from ireval.metrics.shared.publications import JARVELIN
from ireval.metrics.shared.worked_steps import ratio, total


def _compute(t: Table) -> None:
    gains = t.column("G", list_gains(t))
    t.column("CG", t.running_sum(gains, newest_first=True))


MISTAKES = (
    Mistake(
        "divides-by-the-ranks",
        "divided by the number of ranks [({ranks})]",
        "CG is a sum.",
        lambda t: ratio(t, total(t, list_gains(t)), t.end),
    ),
    *WRONG_CUTOFFS,
)

MEASURE = Measure(
    name="CG",
    title="cumulated gain",
    family="Cumulated gain",
    sentence="The gains down to a rank, added up. Their order does not matter.",
    formula=lambda _: r"\mathrm{CG}[i] = \mathrm{CG}[i-1] + G[i]",
    where=(symbols.READ, symbols.G, symbols.start("CG")),
    columns=(G, CG),
    compute=_compute,
    score="CG",
    running_total="CG",
    order=40,
    source="Järvelin and Kekäläinen 2002",
    publications=(JARVELIN,),
    defined_by=("lillis", "thesis", "blog", "kth"),
    variants={"CG@{k}": "CG@{k}"},
    cutoff=CUTOFF,
    beside="gain",
    conventions=("gain", "unjudged"),
    bounded=False,
    graded=True,
    set_based=True,
    figure=Lanes("G", "CG", discount=None),
    mistakes=MISTAKES,
)
