"""bpref: how often is a judged relevant document ranked above the judged non-relevant ones? Unjudged ones are skipped.

>>> from ireval import explain
>>> scores = explain("nrurunnnrnr", conventions="lillis")
>>> scores.value("Bpref"), round(scores.value("Bpref(bpref='10-plus-r')"), 6)
(0.375, 0.803571)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.expression import Expr, Num, minimum
from ireval.judgements import ABSENT, Floats, counted
from ireval.metric import Cell, Column, Measure, Mistake, Params, Table, Worked, worked
from ireval.metrics._lists import LEGEND_R
from ireval.metrics._mistakes import TAKES_FOUND_FOR_ALL, again, found_in_list
from ireval.metrics._working import added_up, only, ratio, total


def _cap(t: Table) -> Floats:
    if t.p.bpref == "10-plus-r":
        return t.R + 10
    return np.minimum(t.R, t.N) if t.p.bpref == "min-r-n" else t.R


def _compute(t: Table) -> dict[str, Floats]:
    above = counted(t.nonrelevant)
    cap = _cap(t)
    share = np.divide(np.minimum(above, cap), cap, out=np.zeros_like(above), where=cap > 0)
    contribution = t.p.rounding.step(np.where(t.relevant, 1 - share, np.nan))
    running = t.p.rounding.running_sum(np.where(t.relevant, contribution, 0))
    return {"above": above, "contribution": contribution, "sum": running, "bpref": t.p.rounding.quotient(running, t.R)}


def _contribution(c: Cell) -> Expr | None:
    if not c.table.relevant[c.index]:
        return None
    cap, above = float(_cap(c.table)[0]), c["above"]
    if above.number == 0:
        return Num(1)
    return 1 - (minimum(above, cap) if above.number > cap else above) / cap


def _running(c: Cell) -> Expr:
    return c.above("sum") + c["contribution"] if c.table.relevant[c.index] else c.above("sum")


def _final(c: Cell) -> Expr:
    return added_up(c, c.upto("contribution")) / c.count("R")


def _formula(p: Params) -> str:
    cap = {"r": "R", "min-r-n": r"\min(R,N)", "10-plus-r": "10+R"}[p.bpref]
    return rf"\mathrm{{bpref}} = \frac{{1}}{{R}}\sum_{{r}} \left(1-\frac{{\min(n_r,\,{cap})}}{{{cap}}}\right)"


def _above(t: Table) -> Floats:
    return np.cumsum(t.nonrelevant, axis=-1, dtype=np.float64)


def _share(above: Floats, cap: Floats) -> Floats:
    return np.divide(above, cap, out=np.zeros_like(above), where=cap > 0)


def _capped(t: Table) -> Floats:
    cap = _cap(t)
    return _share(np.minimum(_above(t), cap), cap)


def _sum(t: Table, share: Floats) -> Worked:
    """The contributions of the relevant documents, 1 less these shares, added up."""
    return total(t, np.where(t.relevant, t.p.rounding.step(1 - share), 0), at=t.relevant)


def _unjudged_as_0(t: Table) -> Worked:
    grades = t.ranking.grades
    unjudged = (grades < 0) & (grades > ABSENT)
    ranking = replace(t.ranking, grades=np.where(unjudged, 0, grades).astype(grades.dtype))
    return only(unjudged.any(axis=-1, keepdims=True), again(t, ranking))


def _uncapped(t: Table) -> Worked:
    above, cap = _above(t), _cap(t)
    beyond = np.any(t.relevant & (above > cap), axis=-1, keepdims=True)
    return only(beyond & (cap > 0), ratio(t, _sum(t, _share(above, cap)), t.R))


def _everything_above(t: Table) -> Worked:
    cap = _cap(t)
    above = np.broadcast_to(t.rank - 1, t.found.shape)
    return ratio(t, _sum(t, _share(np.minimum(above, cap), cap)), t.R)


def _by_n(t: Table) -> Worked:
    """Divides by N where R is smaller; elsewhere that is what the convention min(R, N) does."""
    return only((t.N > t.R) & (t.R > 0), ratio(t, _sum(t, _share(_above(t), t.N)), t.R))


def _not_taken_from_1(t: Table) -> Worked:
    cap = _cap(t)
    share = worked(np.minimum(_above(t), cap)) / np.maximum(cap, 1)
    return ratio(t, total(t, Worked(t.p.rounding.step(share.value) * t.relevant, share.write), at=t.relevant), t.R)


def _averaged(t: Table) -> Worked:
    found = found_in_list(t)
    return only(found < t.R, ratio(t, _sum(t, _capped(t)), found))


MISTAKES = (
    Mistake(
        "counts-unjudged",
        "You counted unjudged documents as non-relevant; bpref skips them.",
        _unjudged_as_0,
    ),
    Mistake(
        "forgets-the-cap",
        "You counted all non-relevant documents above; no more of them count than the divisor has.",
        _uncapped,
    ),
    Mistake(
        "counts-everything-above",
        "You counted all documents above each relevant one; only those judged non-relevant count.",
        _everything_above,
    ),
    Mistake(
        "divides-by-n",
        "You divided the non-relevant documents above by all non-relevant ones ({N}), although R is smaller ({R}).",
        _by_n,
    ),
    Mistake(
        "forgets-1-minus",
        "You added up the shares of non-relevant documents above; each has to be taken from 1.",
        _not_taken_from_1,
    ),
    Mistake(
        "averages-the-found",
        "You divided the sum by the relevant documents found ({found}); the divisor is all of them ({R}).",
        _averaged,
    ),
    Mistake(
        "forgets-to-divide",
        "You added up the contributions and did not divide by R ({R}).",
        lambda t: only(t.R > 1, _sum(t, _capped(t))),
    ),
    TAKES_FOUND_FOR_ALL,
)

MEASURE = Measure(
    name="Bpref",
    title="binary preference",
    family="bpref",
    sentence="For every relevant document retrieved: how few of the judged non-relevant ones stand above it?",
    formula=_formula,
    where=(
        LEGEND_R,
        ("r", "a relevant document that was retrieved"),
        ("n_r", "judged non-relevant documents ranked above r"),
        ("N", "documents judged non-relevant, retrieved or not"),
    ),
    columns=(
        Column("above", "judged non-relevant documents down to this rank", whole=True, symbol="n"),
        Column("contribution", "what this relevant document adds", _contribution, spelled=True),
        Column("sum", "sum of the contributions so far", _running, rounded=True),
        Column("bpref", "the sum so far divided by R", lambda c: c["sum"] / c.count("R")),
    ),
    compute=_compute,
    score="bpref",
    final=_final,
    order=30,
    source="Buckley and Voorhees 2004",
    defined_by=("lillis", "trec_eval", "ir_measures", "ranx"),
    variants={
        "Bpref": "bpref",
        "Bpref(bpref='r')": "bpref paper",
        "Bpref(bpref='min-r-n')": "bpref trec",
        "Bpref(bpref='10-plus-r')": "bpref-10",
    },
    aliases=("bpref",),
    conventions=("rel", "bpref", "no_relevant", "rounding", "decimals"),
    needs_complete=False,
    mistakes=MISTAKES,
)
