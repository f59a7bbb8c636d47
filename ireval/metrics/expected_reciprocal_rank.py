"""Expected reciprocal rank: one divided by the rank at which a reader is expected to be satisfied.

A document of grade g satisfies with probability (2^g - 1)/2^top. gdeval, and so ir_measures, always uses 4 as the top
grade; if the highest grade is lower, or labels are binary, scores are then small.

>>> from ireval import explain
>>> scores = explain("203")
>>> round(scores.value("ERR@3"), 6), round(scores.value("ERR(top='judged')@3"), 6)
(0.30599, 0.557292)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.conventions import Choice, Parameter
from ireval.measure import CUTOFF, Column, Measure, Mistake, Params, Readers, Remark, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_mistakes import WRONG_CUTOFFS, if_it_shows
from ireval.metrics.shared.publications import CHAPELLE
from ireval.metrics.shared.worked_steps import total
from ireval.numbers.arrays import Bools, Floats, anywhere
from ireval.numbers.worked_number import Worked, worked

_TOP = Parameter(
    "top",
    "Top grade",
    "Which grade satisfies a reader with the highest probability?",
    "4",
    (
        Choice("4", "4", "Grade 4, whatever grades the assessors gave, as in gdeval and ir_measures."),
        Choice("judged", "the highest judged", "The highest grade among the judged documents of the query."),
        *(Choice(g, g, f"Grade {g}; higher ones count as {g}.") for g in "1235"),
    ),
)


def _top(t: Table) -> Floats:
    if t.p.top != "judged":
        return np.full_like(t.rows, float(t.p.top), dtype=np.float64)
    best = [x.max(axis=-1, keepdims=True, initial=0) for x in (t.ranking.grades, t.ranking.unretrieved)]
    return np.asarray(np.maximum(*best), dtype=np.float64)


def _above_top(t: Table) -> Bools:
    """Whether a document that counts has a grade above the top grade."""
    return anywhere((t.grades > _top(t)) & (t.rank <= t.end))


def _compute(t: Table) -> None:
    top = _top(t)
    gain = t.column("G", np.exp2(np.clip(t.grades, 0, top)) - 1)
    stop = t.column("stop", gain / np.exp2(top))
    look = t.column("look", t.running_product(1, 1 - t.above(stop)))
    t.column("ERR", t.running_sum(look * stop / t.rank, newest_first=True))


def _formula(p: Params) -> str:
    top = r"g_{\max}" if p.top == "judged" else p.top
    cut, last = ("@k", "k") if p.k else ("", "n")
    return (
        rf"\mathrm{{ERR}}{cut} = \sum_{{i=1}}^{{{last}}} \frac{{1}}{{i}}\,s_i\prod_{{j<i}}(1-s_j),\qquad s_i = "
        rf"\frac{{2^{{g_i}}-1}}{{2^{{{top}}}}}"
    )


def _stops(t: Table) -> Worked:
    """The probability that the document at each rank satisfies the reader."""
    return worked(t.columns["stop"])


def _here(t: Table) -> Worked:
    """The probability that a reader gets to each rank and stops there."""
    return t.columns["look"] * _stops(t)


def _grades(t: Table) -> Floats:
    return np.clip(t.grades, 0, _top(t))


def _with_stops(t: Table, stops: Floats) -> Worked:
    """The score if documents satisfy with other probabilities."""
    stop = t.p.rounding.step(stops)
    look = t.p.rounding.running_product(np.where(t.rank == 1, 1, 1 - t.above(stop)))
    return total(t, worked(look * stop) / t.rank)


def _with_top_of_list(t: Table) -> Worked:
    grades = np.maximum(t.grades, 0)
    top = grades.max(axis=-1, keepdims=True, initial=0)
    return _with_stops(t, (np.exp2(grades) - 1) / np.exp2(top))


MISTAKES = (
    Mistake(
        "forgets-who-stopped",
        "forgot the readers who stopped earlier",
        "Only readers who were not satisfied above reach a rank.",
        lambda t: total(t, _stops(t) / t.rank),
    ),
    Mistake(
        "counts-from-2",
        "divided by the rank plus 1",
        "ERR divides by the rank.",
        lambda t: total(t, _here(t) / (t.rank + 1)),
    ),
    Mistake(
        "forgets-the-rank",
        "added up the probabilities of stopping at each rank",
        "Each of them is divided by its rank.",
        lambda t: total(t, _here(t)),
    ),
    Mistake(
        "divides-the-grade",
        "divided each grade by the top grade for the probability of stopping",
        "It is (2^grade - 1)/2^top.",
        lambda t: _with_stops(t, _grades(t) / np.maximum(_top(t), 1)),
        rare=True,
    ),
    Mistake(
        "forgets-minus-1",
        "left out the 1 that is subtracted from 2^grade",
        "A document of grade 0 satisfies nobody.",
        lambda t: _with_stops(t, np.exp2(_grades(t) - _top(t)) * (t.rank <= t.length)),
        rare=True,
    ),
    Mistake(
        "divides-by-one-less",
        "divided by 2^top - 1 for the probability of stopping",
        "It is (2^grade - 1)/2^top.",
        lambda t: _with_stops(t, (np.exp2(_grades(t)) - 1) / np.maximum(np.exp2(_top(t)) - 1, 1)),
        rare=True,
    ),
    Mistake(
        "counts-relevant-documents",
        "used the same probability of stopping for each relevant document, that of grade 1",
        "A document satisfies the more readers, the higher its grade is.",
        lambda t: if_it_shows(t, _with_stops(t, (_grades(t) > 0) / np.exp2(_top(t)))),
        rare=True,
    ),
    Mistake(
        "stops-for-certain",
        "let every reader stop at the first relevant document",
        "A document satisfies with probability (2^grade - 1)/2^top.",
        lambda t: if_it_shows(t, _with_stops(t, (_grades(t) > 0).astype(np.float64))),
        rare=True,
    ),
    Mistake(
        "takes-the-top-of-the-list",
        "used the highest grade in the list as the top grade",
        "The top grade is the same for every list.",
        lambda t: if_it_shows(t, _with_top_of_list(t)),
        rare=True,
    ),
    *(replace(m, rare=True) for m in WRONG_CUTOFFS),
)

MEASURE = Measure(
    name="ERR",
    title="expected reciprocal rank",
    sentence="How soon a reader is satisfied: the expected value of 1 divided by the rank of the last document read.",
    formula=_formula,
    where=(
        symbols.RANK,
        ("s_i", "probability that the document at rank i satisfies the reader"),
        ("g_i", "grade at rank i, 0 if unjudged; a grade above the top grade counts as the top grade"),
        ("j", "a rank above rank i"),
        (r"g_{\max}", "the top grade: the highest of the judged documents"),
        symbols.K,
        symbols.N,
    ),
    columns=(
        Column("G", "2 to the power of the grade, minus 1", whole=True, symbol="g", formula=r"G[i] = 2^{g_i} - 1"),
        Column.quotient("stop", "probability that this document satisfies the reader", "G[i]", "2^{4}", symbol="s"),
        Column(
            "look",
            "probability that a reader gets to this rank",
            formula=r"\mathrm{look}[i] = \mathrm{look}[i-1]\cdot(1 - \mathrm{stop}[i-1])",
        ),
        Column.running_sum(
            "ERR", "sum of look x stop / rank so far", r"\frac{\mathrm{look}[i]\cdot\mathrm{stop}[i]}{i}", spelled=True
        ),
    ),
    compute=_compute,
    score="ERR",
    running_total="ERR",
    remarks=(Remark(_above_top, lambda p: f"a grade above the top grade {p.top} counts as {p.top}"),),
    order=63,
    source="Chapelle, Metzler, Zhang and Grinspan 2009; the fixed top grade is gdeval's",
    publications=(CHAPELLE,),
    ties_in_ir_measures=lambda _: "docno-descending",
    variants={"ERR@{k}": "ERR@{k}"},
    aliases=("err",),
    tool_names={
        "ir_measures": ("ERR@{k}",),
        "elasticsearch": ("expected_reciprocal_rank",),
        "ntcireval": ("ERR",),
        "quepid": ("ERR@{k}",),
    },
    cutoff=CUTOFF,
    parameters=(_TOP,),
    conventions=("unjudged", "rounding", "decimals"),
    figure=Readers("ERR", lambda t: t.columns["look"] * t.columns["stop"]),
    mistakes=MISTAKES,
    graded=True,
)
