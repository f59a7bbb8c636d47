"""Fall-out: of the non-relevant documents of the collection, how many were retrieved?

>>> from ireval import explain
>>> explain("1010", "1", size=13).value("Fallout")
0.2
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake, Pools, Remark, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND
from ireval.metrics.shared.publications import CLEVERDON
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Floats


def _compute(t: Table) -> None:
    t.column("found", t.found)
    t.column("fallout", t.ratio(t.column("fp", t.plain(t.retrieved - t.found)), t.size - t.R))


UNDEFINED = (
    Remark(
        lambda t: np.isnan(t.size),
        lambda _: "the size of the collection is not known, so neither is the number of non-relevant documents",
    ),
    Remark(
        lambda t: t.size == t.R,
        lambda _: "every document of the collection is relevant, so there are none to leave out",
    ),
)


def _false_alarms(t: Table) -> Floats:
    return np.minimum(t.end, t.length) - t.found_at_end


MISTAKES = (
    Mistake(
        "divides-by-the-retrieved",
        "divided by the documents retrieved, which gives 1 - precision",
        "Fall-out divides by all documents that are not relevant.",
        lambda t: ratio(t, _false_alarms(t), np.minimum(t.end, t.length)),
    ),
    Mistake(
        "divides-by-the-collection",
        "divided by all documents of the collection [({size})]",
        "The relevant documents do not count in the divisor.",
        lambda t: only(t.R > 0, ratio(t, _false_alarms(t), t.size)),
    ),
    Mistake(
        "divides-by-the-judged",
        "divided by the [{N}] {N:document|documents} judged non-relevant",
        "Unjudged documents count as well.",
        lambda t: only(t.size - t.R > t.N, ratio(t, _false_alarms(t), t.N)),
    ),
)

MEASURE = Measure(
    name="Fallout",
    title="fall-out",
    sentence="The share of all non-relevant documents that were retrieved. Lower is better.",
    formula=lambda p: (
        rf"\mathrm{{fallout}}{'@k' if p.k else ''} = "
        r"\frac{\mathrm{fp}}{\mathrm{fp}+\mathrm{tn}} = \frac{\mathrm{fp}}{|C|-R}"
    ),
    where=(
        ("k", "the cutoff: only the first k ranks count as retrieved"),
        symbols.FP,
        (r"\mathrm{tn}", "the other documents of the collection that are not relevant"),
        ("|C|", "documents in the collection"),
        symbols.R,
    ),
    columns=(
        FOUND,
        Column(
            "fp",
            "non-relevant documents retrieved so far",
            whole=True,
            formula=r"\mathrm{fp}[i] = i - \mathrm{found}[i]",
        ),
        Column.quotient("fallout", "fall-out at this rank", "fp", "|C| - R", spelled=True),
    ),
    compute=_compute,
    score="fallout",
    undefined=UNDEFINED,
    order=61,
    source="Cranfield (Cleverdon 1967); van Rijsbergen 1979",
    publications=(CLEVERDON,),
    variants={"Fallout": "fall-out"},
    aliases=("fallout", "fall_out", "fall-out"),
    cutoff=CUTOFF,
    conventions=("rel", "rounding", "decimals"),
    figure=Pools((("F-out", "fp", "fp tn"),)),
    mistakes=MISTAKES,
    set_based=True,
    two_by_two=True,
    better=-1,
)
