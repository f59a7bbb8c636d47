"""bpref: how often is a judged relevant document ranked above the judged non-relevant ones? Unjudged ones are skipped.

>>> from ireval import explain
>>> scores = explain("nrurunnnrnr", conventions="lillis")
>>> scores.value("Bpref"), round(scores.value("Bpref(bpref='10-plus-r')"), 6)
(0.375, 0.803571)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ireval.conventions.divisors import Divisor
from ireval.measure import Measure, Mistake, Params, Strips, Table, TermBars
from ireval.metrics.shared import list_mistakes, symbols
from ireval.metrics.shared.list_counts import unjudged
from ireval.metrics.shared.preferences import PREFERENCES, preferences
from ireval.metrics.shared.publications import BUCKLEY_2004
from ireval.metrics.shared.worked_steps import only, ratio, running, total
from ireval.numbers.arrays import Bools, Floats, anywhere
from ireval.numbers.worked_number import Worked, worked
from ireval.ranking.judgements import Ranking

Counts = Callable[[Table], Floats]
BY_N = Divisor("n", "N", "", count=lambda t: t.N, latex=lambda _: "N")
#: The lists on which a mistake can be made; None for all lists.
Possible = Callable[[Table], Bools] | None


def _cap(t: Table) -> Floats:
    cap: Floats = t.p.chosen("bpref").count(t)
    return cap


def _compute(t: Table) -> None:
    preferences(t)


def _formula(p: Params) -> str:
    cap = p.chosen("bpref").latex("")
    return rf"\mathrm{{bpref}} = \frac{{1}}{{R}}\sum_{{r}} \left(1-\frac{{\min(n_r,\,{cap})}}{{{cap}}}\right)"


def _above(t: Table) -> Floats:
    return np.cumsum(t.nonrelevant, axis=-1, dtype=np.float64)


def _unjudged_as_0(t: Table) -> Ranking:
    return list_mistakes.unjudged_taken_for(t, 0)


def _uncapped(t: Table) -> Bools:
    """Whether more non-relevant documents are above a relevant one than the divisor allows."""
    beyond = anywhere(t.relevant & (_above(t) > _cap(t)))
    return np.asarray(beyond & (_cap(t) > 0))


def _everything_above(t: Table) -> Floats:
    return np.asarray(np.minimum(np.broadcast_to(t.rank - 1, t.found.shape), _cap(t)), dtype=np.float64)


def _more_n(t: Table) -> Bools:
    """Whether R is smaller than N; otherwise the convention min(R, N) divides by N, too."""
    return np.asarray((t.N > t.R) & (t.R > 0))


def _of_contributions(
    key: str,
    did: str,
    instead: str,
    cells: Callable[[Table], Worked],
    possible: Possible = None,
    *,
    spelled: bool = False,
) -> Mistake:
    """A mistake in the contributions, which shows in their column and in the columns that follow from it.

    The score's calculation contains their numbers or, if ``spelled``, their own calculations.
    """

    def terms(t: Table) -> Worked:
        x = cells(t)
        return Worked(np.where(t.relevant, t.p.rounding.step(x.value), 0), x.write)

    def score(t: Table) -> Worked:
        wrong = ratio(t, total(t, terms(t) if spelled else terms(t).value, at=t.relevant), t.R)
        return only(possible(t), wrong) if possible else wrong

    def contribution(t: Table) -> Worked:
        return only(t.relevant, terms(t))

    def divided(t: Table) -> Worked:
        return running(t, terms(t)) / t.R

    columns = list_mistakes.in_columns(contribution=contribution, sum=lambda t: running(t, terms(t)), bpref=divided)
    return Mistake(key, did, instead, score, columns)


def _of_shares(key: str, did: str, instead: str, above: Counts, possible: Possible = None) -> Mistake:
    """A mistake in the count ``above``."""
    return _of_contributions(key, did, instead, lambda t: 1 - worked(above(t)) / np.maximum(_cap(t), 1), possible)


MISTAKES = (
    Mistake(
        "counts-unjudged",
        "counted unjudged documents as non-relevant",
        "Bpref skips them.",
        lambda t: only(anywhere(unjudged(t)), list_mistakes.again(t, _unjudged_as_0(t))),
        list_mistakes.columns_of(_unjudged_as_0),
        ranking=_unjudged_as_0,
    ),
    _of_shares(
        "forgets-the-cap",
        "counted all non-relevant documents above each relevant document",
        "No more of them count than the divisor says.",
        _above,
        _uncapped,
    ),
    _of_shares(
        "counts-everything-above",
        "counted all documents above each relevant document",
        "Only those judged non-relevant count.",
        _everything_above,
    ),
    Mistake(
        "divides-by-n",
        "divided the non-relevant documents above by all [{N}] non-relevant {N:document|documents}",
        "N is larger than R [({R})] and is not the divisor.",
        lambda t: only(_more_n(t), list_mistakes.again(t, bpref=BY_N)),
        list_mistakes.columns_of(bpref=BY_N),
    ),
    _of_contributions(
        "forgets-1-minus",
        "added up the shares of non-relevant documents above",
        "Each share is subtracted from 1 first.",
        lambda t: worked(np.minimum(_above(t), _cap(t))) / np.maximum(_cap(t), 1),
        spelled=True,
    ),
    list_mistakes.averages_the_found("Bpref divides by all [{R}] relevant {R:document|documents}."),
    Mistake(
        "forgets-to-divide",
        "added up the contributions and did not divide",
        "Bpref divides their sum by R [({R})].",
        lambda t: only(t.R > 1, list_mistakes.column_read(t, "sum")),
    ),
    list_mistakes.TAKES_FOUND_FOR_ALL,
)

MEASURE = Measure(
    name="Bpref",
    title="binary preference",
    family="bpref",
    sentence="For every relevant document retrieved: how few judged non-relevant documents are ranked above it?",
    formula=_formula,
    where=(
        symbols.R,
        symbols.FOUND,
        ("n_r", "judged non-relevant documents ranked above r; where it is 0, so is the fraction"),
        ("N", "documents judged non-relevant, retrieved or not; with none, so N = 0, every fraction is 0"),
    ),
    columns=PREFERENCES,
    compute=_compute,
    score="bpref",
    exercise_columns=("contribution",),
    order=30,
    source="Buckley and Voorhees 2004",
    publications=(BUCKLEY_2004,),
    defined_by=("lillis",),
    variants={
        "Bpref": "bpref",
        "Bpref(bpref='r')": "bpref paper",
        "Bpref(bpref='min-r-n')": "bpref trec",
        "Bpref(bpref='10-plus-r')": "bpref-10",
    },
    tool_names={"ir_measures": ("Bpref",), "trec_eval": ("bpref",), "ranx": ("bpref",)},
    figure=Strips("contribution", lambda t: t.R, cells=_cap, crossings=True),
    drawing=TermBars(
        term="contribution",
        total="sum",
        score="bpref",
        divisor=lambda t: t.R,
        reason="above",
        reason_title="non-relevant above",
        sentence="{} judged non-relevant above",
        noun="contribution",
        judged_only=True,
    ),
    conventions=("rel", "bpref", "no_relevant", "rounding", "decimals"),
    needs_complete=False,
    mistakes=MISTAKES,
)
