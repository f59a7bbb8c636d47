"""Set-based average precision: precision times recall of the whole list, whatever its order.

>>> from ireval import explain
>>> round(explain("10100", "11").value("SetAP"), 12)
0.2
"""

from __future__ import annotations

from collections.abc import Callable

from ireval.measure import Column, Measure, Mistake, Pools, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND, PRECISION_TANK, RECALL_TANK, is_empty
from ireval.metrics.shared.list_counts import found_in_list
from ireval.metrics.shared.list_mistakes import TAKES_FOUND_FOR_ALL
from ireval.metrics.shared.worked_steps import as_shown, only, ratio
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    retrieved = t.column("retrieved", t.plain(t.arrays.retrieved))
    t.column("SetAP", t.ratio(found * found, retrieved * t.R))


def _wrong(combine: Callable[[Worked, Worked], Worked]) -> Callable[[Table], Worked]:
    """Another combination of precision and recall."""

    def work(t: Table) -> Worked:
        found = found_in_list(t)
        wrong = combine(as_shown(t, ratio(t, found, t.length)), as_shown(t, ratio(t, found, t.R)))
        return Worked(t.p.rounding.step(wrong.value), wrong.write)

    return work


MISTAKES = (
    Mistake(
        "adds-instead",
        "took the mean of precision and recall",
        "They are multiplied.",
        _wrong(lambda p, r: (p + r) / 2),
    ),
    Mistake(
        "harmonic-mean",
        "computed F1",
        "Precision is multiplied by recall, and that is all.",
        lambda t: only(found_in_list(t) > 0, _wrong(lambda p, r: 2 * p * r / (p + r))(t)),
    ),
    TAKES_FOUND_FOR_ALL,
)

MEASURE = Measure(
    name="SetAP",
    title="set-based average precision",
    sentence="Precision times recall of the whole list.",
    formula=lambda _: r"\mathrm{SetAP} = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}}\cdot\frac{\mathrm{tp}}{R}",
    where=(
        symbols.TP,
        (r"\mathrm{fp}", "retrieved, not relevant or not judged; if nothing was retrieved, precision is 0"),
        symbols.R,
    ),
    columns=(
        FOUND,
        Column("retrieved", "documents retrieved so far", whole=True),
        Column(
            "SetAP",
            "precision times recall at this rank",
            spelled=True,
            formula=r"\mathrm{SetAP}[i] = \frac{\mathrm{found}[i]}{i}\cdot\frac{\mathrm{found}[i]}{R}",
        ),
    ),
    compute=_compute,
    score="SetAP",
    running_total="found",
    score_rank=lambda t: t.length,
    has_nothing=is_empty,
    order=73,
    source="trec_eval, which calls it set_map",
    variants={},
    tool_names={"ir_measures": ("SetAP",), "trec_eval": ("set_map",)},
    conventions=("rel", "unjudged", "no_relevant", "rounding", "decimals"),
    set_based=True,
    two_by_two=True,
    figure=Pools((PRECISION_TANK, RECALL_TANK)),
    mistakes=MISTAKES,
)
