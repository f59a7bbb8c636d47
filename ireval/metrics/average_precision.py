"""Average precision: the mean of the precisions at the ranks of the relevant documents.

>>> from ireval import explain
>>> scores = explain("101003000200003", "32211")
>>> scores.value("AP"), round(scores.value("AP(divisor='relevant-retrieved')"), 12)
(0.29, 0.58)
"""

from __future__ import annotations

import numpy as np

from ireval.conventions.divisors import Divisor
from ireval.measure import CUTOFF, Column, Measure, Mistake, Params, Strips, Table, TermBars
from ireval.metrics.shared import list_mistakes, symbols
from ireval.metrics.shared.interpolation import interpolated_from_rank
from ireval.metrics.shared.list_columns import FOUND, SUM_OF_TERMS, at_last_of_equals, precision, precision_column
from ireval.metrics.shared.list_counts import any_graded, found_in_list, grades_of_relevant, inside
from ireval.metrics.shared.mistakes import wrong_precisions
from ireval.metrics.shared.publications import BUCKLEY_2000
from ireval.metrics.shared.worked_steps import never, only, ratio, total
from ireval.numbers.worked_number import Worked

LEGEND_AP = (r"\mathrm{AP}", "0 if no relevant document was found")
RANKS = Divisor("ranks", "the number of ranks", "", count=lambda t: t.end, latex=lambda k: k or "n")

_TERM = r"\mathrm{term}[i] = \mathrm{P}[i]\cdot\mathrm{rel}_i"


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    precision = t.column("P", at_last_of_equals(t, t.ratio(found, t.rank)))
    term = t.column("term", t.product(precision, t.relevant))
    summed = t.column("sum", t.running_sum(term, in_full=t.relevant))
    t.column("AP", t.ratio(summed, wrong_precisions.divisor_of(t)))


def _formula(p: Params) -> str:
    cut, last = ("@k", "k") if p.k else ("", "n")
    divisor = p.chosen("divisor").latex("k" if p.k else "")
    return rf"\mathrm{{AP}}{cut} = \frac{{1}}{{{divisor}}}\sum_{{i=1}}^{{{last}}}\mathrm{{P@}}i\cdot\mathrm{{rel}}_i"


def _every_rank(t: Table) -> Worked:
    return total(t, precision(t) * inside(t))


def _by_ranks(t: Table) -> Worked:
    """Divides by the number of ranks; with a cutoff up to R, this is the convention min(R, k)."""
    other = t.end > t.R if t.p.k else t.end != t.R
    return only(other & (t.R > 0), list_mistakes.again(t, divisor=RANKS))


def _graded(t: Table) -> Worked:
    return wrong_precisions.by_rank(t, np.cumsum(grades_of_relevant(t), axis=-1))


def _found_anywhere(t: Table) -> Worked:
    """Divides by the relevant documents in the whole list; without a cutoff, this is a convention."""
    if not t.p.k or t.p.divisor == "relevant-retrieved":
        return never(t)
    found = found_in_list(t)
    return only((t.found_at_end < found) & (found < t.R), list_mistakes.again(t, list_mistakes.missing_none(t)))


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
        lambda t: ratio(t, _every_rank(t), wrong_precisions.divisor_of(t)),
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
        lambda t: only(wrong_precisions.divisor_of(t) > 0, list_mistakes.column_read(t, "sum")),
        choices=lambda t: {"divisor": wrong_precisions.ONE} if (wrong_precisions.divisor_of(t) > 0).all() else {},
    ),
    wrong_precisions.of_terms(
        "leaves-itself-out",
        "counted only the relevant documents above each relevant document",
        "The document itself counts as well.",
        lambda t: wrong_precisions.by_rank(t, t.found - t.relevant),
    ),
    wrong_precisions.of_terms(
        "reciprocal-ranks",
        "used 1 divided by the rank of each relevant document",
        "AP uses the precision at that rank.",
        lambda t: wrong_precisions.by_rank(t, np.ones_like(t.found)),
    ),
    wrong_precisions.of_terms(
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
    list_mistakes.FORGETS_THE_CUTOFF,
    list_mistakes.COUNTS_UNJUDGED_AS_RELEVANT,
    wrong_precisions.of_terms(
        "averages-interpolated-precisions",
        "used the interpolated precision, the highest at any rank from the relevant document onwards",
        "AP uses the precision at its own rank.",
        interpolated_from_rank,
        rare=True,
    ),
    *wrong_precisions.RARE_PRECISIONS,
    *wrong_precisions.OTHER_DIVISORS,
    *(list_mistakes.stops_at(rank, "AP without a cutoff goes down the whole list.") for rank in (10, 5)),
)

MEASURE = Measure(
    name="AP",
    title="average precision",
    family="Average precision",
    sentence="The precision at each relevant document, averaged over the relevant documents.",
    formula=_formula,
    where=(LEGEND_AP, symbols.R, symbols.RANK, symbols.P, symbols.REL, symbols.K, symbols.N),
    columns=(
        FOUND,
        precision_column(spelled=True, symbol="P@"),
        Column("term", "the term: precision where the document is relevant, else 0", symbol="rel", formula=_TERM),
        SUM_OF_TERMS,
        Column("AP", "the sum so far divided by the divisor"),
    ),
    compute=_compute,
    score="AP",
    has_nothing=lambda t: np.equal(wrong_precisions.divisor_of(t), 0),
    exercise_columns=("P", "term"),
    order=20,
    source="TREC; Buckley and Voorhees 2000",
    publications=(BUCKLEY_2000,),
    counts_equal_scores_together=("sklearn",),
    defined_by=("lillis", "thesis", "blog", "kth"),
    variants={"AP": "AP", "AP@{k}": "AP@{k}"},
    aliases=("MAP",),
    tool_names={
        "ir_measures": ("AP", "AP@{k}"),
        "trec_eval": ("map", "map_cut_{k}"),
        "ranx": ("map", "map@{k}"),
        "sklearn": ("average_precision_score",),
        "ragas": ("context_precision",),
        "llama_index": ("ap",),
        "haystack": ("DocumentMAPEvaluator",),
        "torchmetrics": ("RetrievalMAP",),
        "ml_metrics": ("apk", "mapk"),
        "xgboost": ("map", "map@{k}"),
        "lightgbm": ("map@{k}",),
        "beir": ("MAP@{k}",),
        "quepid": ("AP@{k}",),
        "ntcireval": ("AP",),
    },
    cutoff=CUTOFF,
    mean_name="MAP",
    drawing=TermBars(
        term="term",
        total="sum",
        score="AP",
        divisor=wrong_precisions.divisor_of,
        reason="P",
        reason_title="precision",
        sentence="precision {}",
        noun="precision",
        adds="precision ",
        line=True,
    ),
    figure=Strips("term", wrong_precisions.divisor_of, cells=lambda t: t.rank),
    beside="pr",
    conventions=("rel", "divisor", "unjudged", "no_relevant", "rounding", "decimals"),
    mistakes=MISTAKES,
)
