"""Average precision: the mean of the precisions at the ranks of the relevant documents.

>>> from ireval import explain
>>> scores = explain("101003000200003", "32211")
>>> scores.value("AP"), round(scores.value("AP(divisor='relevant-retrieved')"), 12)
(0.29, 0.58)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ireval.conventions.divisors import Divisor
from ireval.measure import CUTOFF, Column, Measure, Mistake, Params, Table, TermBars
from ireval.metrics.shared.interpolation import interpolated_from_rank
from ireval.metrics.shared.list_columns import (
    FOUND,
    LEGEND_K,
    LEGEND_N,
    LEGEND_P,
    LEGEND_R,
    LEGEND_RANK,
    LEGEND_REL,
    SUM_OF_TERMS,
    at_last_of_equals,
    precision,
    precision_column,
)
from ireval.metrics.shared.list_mistakes import (
    COUNTS_UNJUDGED_AS_RELEVANT,
    FORGETS_THE_CUTOFF,
    again,
    any_graded,
    column_read,
    found_in_list,
    grades_of_relevant,
    if_it_shows,
    in_columns,
    inside,
    missing_none,
    stops_at,
    unjudged,
    unjudged_in_rows,
)
from ireval.metrics.shared.publications import BUCKLEY_2000
from ireval.metrics.shared.worked_steps import never, only, ratio, running, total
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.worked_number import Worked, worked

Terms = Callable[[Table], Worked]
Possible = Callable[[Table], Bools] | None
LEGEND_AP = (r"\mathrm{AP}", "0 if no relevant document was found")
RANKS = Divisor("ranks", "the number of ranks", "", count=lambda t: t.end, latex=lambda k: k or "n")
OTHER_DIVISORS: dict[str, tuple[str, Callable[[Table], Floats]]] = {
    "the-judged": ("divided by all [{judged}] judged {judged:document|documents}", lambda t: t.R + t.N),
    "r-minus-1": ("divided by R - 1", lambda t: t.R - 1),
    "r-plus-1": ("divided by R + 1", lambda t: t.R + 1),
}

_TERM = r"\mathrm{term}[i] = \mathrm{P}[i]\cdot\mathrm{rel}_i"


def _divisor(t: Table) -> Floats:
    divisor: Floats = t.p.chosen("divisor").count(t)
    return divisor


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    precision = t.column("P", at_last_of_equals(t, t.ratio(found, t.rank)))
    term = t.column("term", t.product(precision, t.relevant))
    summed = t.column("sum", t.running_sum(term, in_full=t.relevant))
    t.column("AP", t.ratio(summed, _divisor(t)))


def _formula(p: Params) -> str:
    cut, last = ("@k", "k") if p.k else ("", "n")
    divisor = p.chosen("divisor").latex("k" if p.k else "")
    return rf"\mathrm{{AP}}{cut} = \frac{{1}}{{{divisor}}}\sum_{{i=1}}^{{{last}}}\mathrm{{P@}}i\cdot\mathrm{{rel}}_i"


def _every_rank(t: Table) -> Worked:
    return total(t, precision(t) * inside(t))


def _by_ranks(t: Table) -> Worked:
    """Divides by the ranks; a cutoff up to R is what the convention min(R, k) divides by."""
    other = t.end > t.R if t.p.k else t.end != t.R
    return only(other & (t.R > 0), again(t, divisor=RANKS))


def _by_rank(t: Table, counted: Floats) -> Worked:
    """What was counted at each relevant document, divided by its rank: the terms."""
    terms = worked(counted * t.relevant) / t.rank
    return Worked(t.p.rounding.step(terms.value), terms.write)


def _of_terms(
    key: str, did: str, instead: str, terms: Terms, possible: Possible = None, *, rare: bool = False
) -> Mistake:
    """A mistake in the terms that are added up and divided; it shows in their column and in that of their sum."""

    def score(t: Table) -> Worked:
        wrong = ratio(t, total(t, terms(t), at=t.relevant), _divisor(t))
        return only(possible(t), wrong) if possible else if_it_shows(t, wrong) if rare else wrong

    return Mistake(key, did, instead, score, in_columns(term=terms, sum=lambda t: running(t, terms(t))), rare)


def _by_divisor(name: str) -> Mistake:
    did, count = OTHER_DIVISORS[name]
    divisor = Divisor(name, name, "", count=count, latex=lambda _: name)

    def score(t: Table) -> Worked:
        return only((t.p.divisor == "all-relevant") & (t.R > 0) & (count(t) > 0), again(t, divisor=divisor))

    return Mistake(
        f"divides-by-{name}",
        did,
        "AP divides by all relevant documents [({R})].",
        score,
        rare=True,
        choices=lambda t: {"divisor": divisor} if t.p.divisor == "all-relevant" else {},
        about=("divisor",),
    )


def _from_0(t: Table) -> Worked:
    """The terms if the first rank is 0; its own precision cannot be divided, and counts 1."""
    terms = worked(t.found * t.relevant) / np.maximum(t.rank - 1, 1)
    return Worked(t.p.rounding.step(terms.value), terms.write)


def _from_2(t: Table) -> Worked:
    """The terms if the first rank is 2."""
    terms = worked(t.found * t.relevant) / (t.rank + 1)
    return Worked(t.p.rounding.step(terms.value), terms.write)


def _without(t: Table, left_out: Bools) -> Worked:
    terms = _by_rank(t, t.found)
    return Worked(np.where(left_out, 0, terms.value), terms.write)


def _without_first(t: Table) -> Worked:
    return _without(t, t.found == 1)


def _without_last(t: Table) -> Worked:
    return _without(t, t.relevant & (t.found == t.found_at_end))


def _unjudged_as_found(t: Table) -> Worked:
    """The sum over relevant and unjudged documents, divided by what divides that of the relevant ones."""
    counted = t.relevant | unjudged_in_rows(t)
    found = np.cumsum(counted, axis=-1)
    terms = worked(found * counted) / t.rank
    return ratio(t, total(t, Worked(t.p.rounding.step(terms.value), terms.write), at=counted), _divisor(t))


def _one_rank_early(t: Table) -> Worked:
    """The sum without the last rank that counts."""
    return if_it_shows(t, ratio(t, total(t, _by_rank(t, t.found), t.end - 1), _divisor(t)))


def _one_rank_late(t: Table) -> Worked:
    return if_it_shows(t, ratio(t, total(t, _by_rank(t, t.found), t.end + 1), _divisor(t)))


def _graded(t: Table) -> Worked:
    return _by_rank(t, np.cumsum(grades_of_relevant(t), axis=-1))


def _found_anywhere(t: Table) -> Worked:
    """Divides by the relevant documents in the whole list; without a cutoff that is a convention."""
    if not t.p.k or t.p.divisor == "relevant-retrieved":
        return never(t)
    found = found_in_list(t)
    return only((t.found_at_end < found) & (found < t.R), again(t, missing_none(t)))


MISTAKES = (
    Mistake(
        "averages-every-rank",
        "averaged the precision at every rank",
        "Only the ranks of relevant documents count.",
        lambda t: ratio(t, _every_rank(t), np.minimum(t.end, t.length)),
        about=("divisor",),
    ),
    Mistake(
        "adds-every-rank",
        "added up the precision at every rank before dividing",
        "Only the ranks of relevant documents count.",
        lambda t: ratio(t, _every_rank(t), _divisor(t)),
    ),
    Mistake(
        "divides-by-the-ranks",
        "divided by the number of ranks [({ranks})]",
        "The divisor counts relevant documents.",
        _by_ranks,
        choices=lambda _: {"divisor": RANKS},
        about=("divisor",),
    ),
    Mistake(
        "forgets-to-divide",
        "added up the precisions and did not divide",
        "AP divides their sum by the number of relevant documents.",
        lambda t: only(_divisor(t) > 0, column_read(t, "sum")),
        about=("divisor",),
    ),
    _of_terms(
        "leaves-itself-out",
        "counted only the relevant documents above each relevant document",
        "The document itself counts as well.",
        lambda t: _by_rank(t, t.found - t.relevant),
    ),
    _of_terms(
        "reciprocal-ranks",
        "used 1 divided by the rank of each relevant document",
        "AP uses the precision at that rank.",
        lambda t: _by_rank(t, np.ones_like(t.found)),
    ),
    _of_terms(
        "adds-grades",
        "added up grades instead of counting documents",
        "A relevant document counts 1, whatever its grade.",
        _graded,
        any_graded,
    ),
    Mistake(
        "takes-found-for-all",
        "counted only the [{listed}] relevant {listed:document|documents} in the list, including those below {cutoff}",
        "The query has [{R}] relevant {R:document|documents} in all.",
        _found_anywhere,
        about=("divisor", "k"),
    ),
    FORGETS_THE_CUTOFF,
    COUNTS_UNJUDGED_AS_RELEVANT,
    _of_terms(
        "averages-interpolated-precisions",
        "used the interpolated precision, the highest at any rank from the relevant document onwards",
        "AP uses the precision at its own rank.",
        interpolated_from_rank,
        rare=True,
    ),
    _of_terms(
        "counts-ranks-from-0",
        "counted the ranks from 0",
        "The first rank is 1.",
        _from_0,
        rare=True,
    ),
    _of_terms("counts-ranks-from-2", "divided by the rank plus 1", "The first rank is 1.", _from_2, rare=True),
    _of_terms(
        "leaves-out-the-first",
        "left out the first relevant document",
        "Its precision belongs to the sum.",
        _without_first,
        rare=True,
    ),
    _of_terms(
        "leaves-out-the-last",
        "left out the last relevant document retrieved",
        "Its precision belongs to the sum.",
        _without_last,
        rare=True,
    ),
    Mistake(
        "counts-unjudged-as-found",
        "counted unjudged documents as relevant in the list, but not among the relevant documents of the query",
        "A document counts as relevant only if somebody judged it relevant.",
        lambda t: only(unjudged(t).any(axis=-1, keepdims=True), if_it_shows(t, _unjudged_as_found(t))),
        rare=True,
        about=("unjudged",),
    ),
    Mistake(
        "one-rank-early",
        "left out the last rank",
        "It counts as well.",
        _one_rank_early,
        rare=True,
        about=("k",),
    ),
    Mistake(
        "one-rank-late",
        "went one rank too far",
        "The last rank that counts is {cutoff}.",
        lambda t: _one_rank_late(t) if t.p.k else never(t),
        rare=True,
        about=("k",),
    ),
    *map(_by_divisor, OTHER_DIVISORS),
    *(stops_at(rank, "AP without a cutoff goes down the whole list.") for rank in (10, 5)),
)

MEASURE = Measure(
    name="AP",
    title="average precision",
    family="Average precision",
    sentence=(
        "The sum of the precisions at the ranks of the relevant documents, divided by the number of relevant documents."
    ),
    formula=_formula,
    where=(LEGEND_AP, LEGEND_R, LEGEND_RANK, LEGEND_P, LEGEND_REL, LEGEND_K, LEGEND_N),
    columns=(
        FOUND,
        precision_column(spelled=True, symbol="P@"),
        Column("term", "the term: precision where the document is relevant, else 0", symbol="rel", formula=_TERM),
        SUM_OF_TERMS,
        Column("AP", "the sum so far divided by the divisor"),
    ),
    compute=_compute,
    score="AP",
    has_nothing=lambda t: np.equal(_divisor(t), 0),
    exercise_columns=("P", "term"),
    order=20,
    source="TREC; Buckley and Voorhees 2000",
    publications=(BUCKLEY_2000,),
    counts_equal_scores_together=("sklearn",),
    defined_by=(
        *("lillis", "thesis", "blog", "kth", "trec_eval", "ir_measures", "ranx", "sklearn", "ragas", "llama_index"),
        *("haystack", "xgboost", "lightgbm", "torchmetrics", "ml_metrics", "beir", "ntcireval", "quepid"),
    ),
    variants={"AP": "AP", "AP@{k}": "AP@{k}"},
    aliases=("MAP",),
    tool_names={
        **{"ir_measures": ("AP", "AP@{k}"), "trec_eval": ("map", "map_cut_{k}"), "ranx": ("map", "map@{k}")},
        **{"sklearn": ("average_precision_score",), "ragas": ("context_precision",), "llama_index": ("ap",)},
        **{"haystack": ("DocumentMAPEvaluator",), "torchmetrics": ("RetrievalMAP",), "ml_metrics": ("apk", "mapk")},
        **{"xgboost": ("map", "map@{k}"), "lightgbm": ("map@{k}",), "beir": ("MAP@{k}",), "quepid": ("AP@{k}",)},
        "ntcireval": ("AP",),
    },
    cutoff=CUTOFF,
    mean_name="MAP",
    drawing=TermBars(
        term="term",
        total="sum",
        score="AP",
        divisor=_divisor,
        reason="P",
        reason_title="precision",
        sentence="precision {}",
        noun="precision",
        adds="precision ",
        line=True,
    ),
    beside="pr",
    conventions=("rel", "divisor", "unjudged", "no_relevant", "rounding", "decimals"),
    mistakes=MISTAKES,
)
