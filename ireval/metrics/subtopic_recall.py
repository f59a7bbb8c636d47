"""Subtopic recall: of all subtopics, how many does the list cover?

>>> from ireval import explain
>>> scores = explain(subtopics="110,010,000,001,100")
>>> scores.value("StRecall@2"), scores.value("StRecall@5")
(0.6666666666666666, 1.0)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.measure import Column, Mistake, SubtopicLanes, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.novelty import (
    COVERS,
    OF_SUBTOPICS,
    covered,
    diversity_measure,
    subtopic_gains,
    subtopics_latex,
)
from ireval.metrics.shared.publications import ZHAI
from ireval.metrics.shared.worked_steps import only, ratio, total
from ireval.numbers.arrays import Floats, counts
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    t.column("covers", covered(t))
    seen = t.column("seen", np.count_nonzero(np.logical_or.accumulate(t.subtopics, axis=-2), axis=-1).astype(float))
    t.column("StRecall", t.ratio(seen, t.S))


def _seen(t: Table, end: Floats) -> Floats:
    seen = np.any(t.subtopics & (t.rank <= end)[..., None], axis=-2)
    return counts(seen)


def _of_the_list(t: Table) -> Worked:
    everything = _seen(t, t.length)
    return only(everything < t.S, ratio(t, _seen(t, t.end), everything))


MISTAKES = (
    Mistake(
        "counts-repeats",
        "counted a subtopic again for every document on it",
        "Each subtopic counts once.",
        lambda t: ratio(t, total(t, covered(t)), t.S),
    ),
    Mistake(
        "divides-by-the-ranks",
        "divided by the number of ranks [({ranks})]",
        "Subtopic recall divides by the number of subtopics.",
        lambda t: only(t.S > 0, ratio(t, _seen(t, t.end), t.end)),
    ),
    Mistake(
        "takes-found-for-all",
        "counted only the subtopics found in the list",
        "Documents that the list missed may cover more.",
        _of_the_list,
    ),
)

MEASURE = diversity_measure(
    name="StRecall",
    title="subtopic recall",
    sentence=(
        "The share of the subtopics that the first k documents cover. How often they cover a subtopic does not matter."
    ),
    formula=lambda p: (
        rf"\text{{S-recall}}{'@k' if p.k else ''} = \frac{{\text{{subtopics covered"
        rf"{' in the first } k' if p.k else '}'}}}{{{subtopics_latex(p)}}}"
    ),
    where=(symbols.S, symbols.T, symbols.K),
    columns=(
        replace(COVERS, symbol=""),
        Column("seen", "subtopics covered so far", whole=True),
        Column.quotient("StRecall", "their share of all subtopics", "seen", "S", spelled=True, symbol="S-recall"),
    ),
    compute=_compute,
    score="StRecall",
    running_total="seen",
    order=84,
    source="Zhai, Cohen and Lafferty 2003",
    publications=(ZHAI,),
    ties_in_ir_measures=lambda _: "docno-ascending",
    variants={"StRecall@{k}": "S-recall@{k}"},
    aliases=("S_recall", "S-recall@{k}", "S-recall"),
    tool_names={"ir_measures": ("StRecall@{k}",), "ndeval": ("strec@{k}",)},
    conventions=OF_SUBTOPICS,
    figure=SubtopicLanes("", "seen", share="StRecall", discount=None, gains=lambda t: subtopic_gains(t, 1.0)),
    mistakes=MISTAKES,
    set_based=True,
)
