"""F: precision and recall in one number, their weighted harmonic mean.

>>> from ireval import explain
>>> round(explain("101003000200003", "32211").value("F(beta=1)"), 12)
0.4
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ireval.conventions import Parameter
from ireval.measure import CUTOFF, Column, Measure, Mistake, Params, Pools, Table
from ireval.metrics.shared import list_mistakes, symbols
from ireval.metrics.shared.list_columns import (
    FOUND,
    PRECISION_TANK,
    RECALL_TANK,
    is_empty,
    precision_column,
    recall_column,
)
from ireval.metrics.shared.list_counts import found_at, ranks_read
from ireval.metrics.shared.worked_steps import as_shown, never, only, ratio
from ireval.numbers.expression import MOST_PLACES, Num, exact, root
from ireval.numbers.worked_number import Worked, worked


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    p = t.shown(t.column("P", t.ratio(found, t.rank if t.p.short_list == "n" else t.retrieved)))
    r = t.shown(t.column("recall", t.ratio(found, t.R)))
    if t.p.beta == 1:
        t.column("F", t.divided(2 * p * r, p + r, none=0))
    else:
        squared = t.exact(round(t.p.beta**2, MOST_PLACES))
        t.column("F", t.divided((1 + squared) * p * r, squared * p + r, none=0))


def _square(beta: float) -> Num:
    """beta^2, with as many decimals as it has."""
    return exact(round(beta**2, MOST_PLACES))


def _from_trec_eval(squared: str) -> str:
    """Our spelling of ``set_F.x``, in which x is the square of beta."""
    return f"F(beta={math.sqrt(float(squared))!r})"


def _formula(p: Params) -> str:
    cut = "@k" if p.k else ""
    if p.beta == 1:
        return rf"F_1{cut} = \frac{{2PR}}{{P+R}}"
    return rf"F_\beta{cut} = \frac{{(1+\beta^2)\,P R}}{{\beta^2 P + R}}"


def _wrong(combine: Callable[[Table, Worked, Worked], Worked]) -> Callable[[Table], Worked]:
    """Another combination of precision and recall."""

    def work(t: Table) -> Worked:
        ranks = ranks_read(t)
        found = found_at(t, ranks)
        p = ratio(t, found, ranks if t.p.short_list == "n" else np.minimum(ranks, t.length))
        f = combine(t, as_shown(t, p), as_shown(t, ratio(t, found, t.R)))
        return Worked(t.p.rounding.result(f.value), f.write)

    return work


def _geometric(_: Table, p: Worked, r: Worked) -> Worked:
    return Worked(np.sqrt((p * r).value), lambda i: root((p * r).write(i)))


def _factor(number: Num) -> Worked:
    return Worked(np.array([number.number]), lambda _: number)


def _no_factor(t: Table, p: Worked, r: Worked) -> Worked:
    return p * r / (_factor(_square(t.p.beta)) * p + r) if t.p.beta != 1 else p * r / (p + r)


def _other_way_round(t: Table, p: Worked, r: Worked) -> Worked:
    b2 = _factor(_square(t.p.beta))
    return only(t.p.beta != 1, (1 + b2) * p * r / (p + b2 * r))


def _not_squared(t: Table, p: Worked, r: Worked) -> Worked:
    b = _factor(exact(t.p.beta))
    return only(t.p.beta not in {0, 1}, (1 + b) * p * r / (b * p + r))


def _jaccard(t: Table) -> Worked:
    ranks = ranks_read(t)
    found = found_at(t, ranks)
    return ratio(t, found, worked(ranks if t.p.short_list == "n" else np.minimum(ranks, t.length)) + (t.R - found))


MISTAKES = (
    Mistake(
        "arithmetic-mean",
        "took the arithmetic mean of precision and recall",
        "F is their harmonic mean.",
        _wrong(lambda _, p, r: (p + r) / 2),
    ),
    Mistake(
        "geometric-mean",
        "took the square root of precision times recall, the geometric mean",
        "F is the harmonic mean.",
        _wrong(_geometric),
    ),
    Mistake(
        "forgets-the-factor",
        "left out the factor in front of the fraction",
        "It is 1 plus the square of beta [({beta})].",
        _wrong(_no_factor),
    ),
    Mistake(
        "swaps-precision-and-recall",
        "swapped precision and recall, so that beta [({beta})] weights precision",
        "Beta weights recall.",
        _wrong(_other_way_round),
    ),
    Mistake(
        "beta-not-squared",
        "used beta [({beta})] without squaring it",
        "The formula has the square of beta.",
        _wrong(_not_squared),
    ),
    Mistake(
        "forgets-beta",
        "computed F1, which gives precision and recall the same weight",
        "Here beta is not 1 [({beta})].",
        lambda t: never(t) if t.p.beta == 1 else list_mistakes.again(t, beta=1.0),
        choices=lambda t: {} if t.p.beta == 1 else {"beta": 1.0},
        about=("beta",),
    ),
    list_mistakes.TAKES_FOUND_FOR_ALL,
    list_mistakes.FORGETS_THE_CUTOFF,
    Mistake(
        "jaccard",
        "divided the relevant documents retrieved by all that are relevant or retrieved, which is the Jaccard index",
        "F is the harmonic mean of precision and recall.",
        _jaccard,
        rare=True,
    ),
    # 1 divided by beta swaps precision and recall, which is a mistake of its own.
    *(list_mistakes.takes_for("beta", beta, "Beta", alike=(1 / float(beta),)) for beta in ("0.5", "2", "3")),
    list_mistakes.COUNTS_UNJUDGED_AS_RELEVANT,
)

MEASURE = Measure(
    name="F",
    title="F-measure",
    family="Precision and recall",
    sentence="Precision and recall in one number: their harmonic mean, with beta as the weight of recall.",
    formula=_formula,
    where=(
        ("P", "precision, at the cutoff if there is one; 0 if nothing was retrieved"),
        ("R", "recall (not a count here), at the cutoff if there is one; with P = R = 0 the measure is 0"),
        (r"\beta", "how many times as important as precision recall is"),
        symbols.K,
    ),
    columns=(
        FOUND,
        precision_column(rounded=True),
        recall_column(rounded=True, symbol="R"),
        Column(
            "F",
            "F-measure at this rank",
            spelled=True,
            formula=r"F[i] = \frac{(1+\beta^2)\,P[i]\,R[i]}{\beta^2 P[i]+R[i]}",
        ),
    ),
    compute=_compute,
    score="F",
    running_total="found",
    score_rank=ranks_read,
    has_nothing=is_empty,
    order=12,
    source="van Rijsbergen 1979",
    defined_by=("thesis", "kth"),
    variants={"F(beta={beta})": "F{beta}"},
    aliases=("F1",),
    tool_names={
        "ir_measures": ("SetF",),
        "trec_eval": ("set_F",),
        "ranx": ("f1", "f1@{k}"),
        "sklearn": ("f1_score", "fbeta_score"),
    },
    tool_values={"SetF": {"beta": math.sqrt}},  # ir_measures hands its beta to trec_eval, which takes it for the square
    rewrites={"set_F_{x}": _from_trec_eval},
    cutoff=CUTOFF,
    parameters=(
        Parameter("beta", "Beta", "How many times as important is recall?", 1.0, whole=False, least=0, most=100),
    ),
    conventions=("rel", "unjudged", "short_list", "no_relevant", "rounding", "decimals"),
    set_based=True,
    two_by_two=True,
    figure=Pools((PRECISION_TANK, RECALL_TANK)),
    mistakes=MISTAKES,
)
