"""Q-measure: average precision that also uses grades, by combining the documents and the gain found so far.

>>> from ireval import explain
>>> round(explain("102", "3").value("Q"), 4)
0.3519
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.conventions import Parameter
from ireval.measure import Column, Measure, Mistake, Strips, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.gains import CG, ICG, G, gain, ideal_list
from ireval.metrics.shared.list_columns import FOUND, SUM_OF_TERMS
from ireval.metrics.shared.list_counts import inside
from ireval.metrics.shared.list_mistakes import in_columns
from ireval.metrics.shared.worked_steps import only, ratio, running, total
from ireval.numbers.arrays import Floats, resized
from ireval.numbers.expression import Num
from ireval.numbers.worked_number import Worked, worked


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    gains = t.column("G", gain(t.p, np.where(t.relevant, t.grades, 0)))
    cg = t.column("CG", t.running_sum(gains, newest_first=True))
    icg = t.column("ICG", np.cumsum(_ideal_gains(t), axis=-1))
    beta = t.exact(t.p.beta)
    blended = (found + cg) / (t.rank + icg) if t.p.beta == 1 else (found + beta * cg) / (t.rank + beta * icg)
    term = t.column("term", t.column("BR", blended) * t.relevant)
    summed = t.column("sum", t.running_sum(term, in_full=t.relevant))
    t.column("Q", t.ratio(summed, t.R))


def _ideal_gains(t: Table) -> Floats:
    """The gain at each rank of the ideal list, which has relevant documents only."""
    ideal = ideal_list(t.p, t.ranking)
    return gain(t.p, resized(np.where(ideal >= t.p.rel, ideal, 0), t.width, 0))


def _gain_only(t: Table) -> Worked:
    """The ratio without the documents."""
    share = worked(t.columns["CG"]) / np.maximum(t.columns["ICG"], 1)
    return Worked(t.p.rounding.step(share.value), share.write)


def _gain_terms(t: Table) -> Worked:
    share = _gain_only(t)
    return Worked(share.value * t.relevant, lambda i: share.write(i) if t.relevant[i] else Num(0))


def _every_rank(t: Table) -> Worked:
    return worked(t.columns["BR"] * inside(t))


MISTAKES = (
    Mistake(
        "averages-the-found",
        "divided by the [{found}] relevant {found:document|documents} retrieved",
        "Q divides by all [{R}] relevant {R:document|documents}.",
        lambda t: only(t.found_at_end < t.R, ratio(t, total(t, t.columns["term"]), t.found_at_end)),
    ),
    Mistake(
        "adds-every-rank",
        "added up the blended ratio at every rank before dividing",
        "Only the ranks of relevant documents count.",
        lambda t: ratio(t, total(t, _every_rank(t)), t.R),
        in_columns(term=_every_rank, sum=lambda t: running(t, _every_rank(t))),
    ),
    Mistake(
        "takes-gain-only",
        "divided CG by ICG alone",
        "The relevant documents found are added to CG first, and the rank to ICG.",
        lambda t: ratio(t, total(t, _gain_terms(t)), t.R),
        in_columns(BR=_gain_only, term=_gain_terms, sum=lambda t: running(t, _gain_terms(t))),
    ),
)

MEASURE = Measure(
    name="Q",
    title="Q-measure",
    sentence="AP for grades: at each relevant document, precision is blended with the share of the ideal gain.",
    formula=lambda p: (
        r"Q = \frac{1}{R}\sum_{i=1}^{n}\mathrm{rel}_i\cdot\frac{\mathrm{found}_i + BETA\mathrm{CG}[i]}"
        r"{i + BETA\mathrm{ICG}[i]}".replace("BETA", "" if p.beta == 1 else r"\beta\,")
    ),
    where=(
        symbols.R,
        symbols.RANK,
        symbols.REL,
        (r"\mathrm{found}_i", "relevant documents down to rank i"),
        (r"\mathrm{CG}[i]", "the sum of the gains of the relevant documents down to rank i"),
        (r"\mathrm{ICG}[i]", "the same for the ideal list, best documents first"),
        (r"\beta", "weight of the gain; 0 gives average precision"),
        symbols.N,
    ),
    columns=(
        FOUND,
        replace(G, title="gain of the document at this rank; 0 if it is not relevant"),
        replace(CG, follows=("gain",)),
        replace(ICG, follows=("gain", "ideal")),
        Column.quotient(
            "BR", "the blended ratio", r"\mathrm{found}[i] + \mathrm{CG}[i]", r"i + \mathrm{ICG}[i]", spelled=True
        ),
        Column(
            "term",
            "the blended ratio where the document is relevant, else 0",
            symbol="rel",
            formula=r"\mathrm{term}[i] = \mathrm{rel}_i\cdot\mathrm{BR}[i]",
        ),
        SUM_OF_TERMS,
        Column("Q", "the sum so far divided by R", formula=r"Q[i] = \frac{\mathrm{sum}[i]}{R}"),
    ),
    compute=_compute,
    score="Q",
    running_total="sum",
    order=67,
    source="Sakai 2004, NTCIR",
    variants={"Q": "Q"},
    aliases=("Q_measure",),
    tool_names={"ntcireval": ("Q-measure",)},
    parameters=(
        Parameter(
            "beta",
            "Beta",
            "How much does the gain count compared with the number of documents?",
            1.0,
            whole=False,
            least=0,
            most=1000,
        ),
    ),
    conventions=("rel", "gain", "ideal", "unjudged", "no_relevant", "rounding", "decimals"),
    figure=Strips("term", lambda t: t.R),
    mistakes=MISTAKES,
    graded=True,
)
