"""Wrong ways to average precisions: other terms, and another divisor than the one in force."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ireval.conventions.divisors import Divisor
from ireval.measure import Mistake, Table
from ireval.metrics.shared.list_counts import unjudged, unjudged_in_rows
from ireval.metrics.shared.list_mistakes import again, if_it_shows, in_columns
from ireval.metrics.shared.worked_steps import never, only, ratio, running, total
from ireval.numbers.arrays import Bools, Floats, anywhere
from ireval.numbers.worked_number import Worked, worked

Terms = Callable[[Table], Worked]
Possible = Callable[[Table], Bools] | None
#: The divisor 1: nothing is divided.
ONE = Divisor("one", "1", "", count=lambda t: np.ones_like(t.R), latex=lambda _: "1")
#: Divisors for all relevant documents: what was done, and the number.
_DIVISORS: dict[str, tuple[str, Callable[[Table], Floats]]] = {
    "the-judged": ("divided by all [{judged}] judged {judged:document|documents}", lambda t: t.R + t.N),
    "r-minus-1": ("divided by R - 1", lambda t: t.R - 1),
    "r-plus-1": ("divided by R + 1", lambda t: t.R + 1),
}


def divisor_of(t: Table) -> Floats:
    """Return the divisor of the sum of precisions, shape (..., 1)."""
    divisor: Floats = t.p.chosen("divisor").count(t)
    return divisor


def by_rank(t: Table, counted: Floats) -> Worked:
    """Return the terms: the count at each relevant document, divided by its rank."""
    terms = worked(counted * t.relevant) / t.rank
    return Worked(t.p.rounding.step(terms.value), terms.write)


def of_terms(
    key: str, did: str, instead: str, terms: Terms, possible: Possible = None, *, rare: bool = False
) -> Mistake:
    """Return a mistake in the terms of a mean; it shows in the column of the terms and in that of their sum."""

    def score(t: Table) -> Worked:
        wrong = ratio(t, total(t, terms(t), at=t.relevant), divisor_of(t))
        return only(possible(t), wrong) if possible else if_it_shows(t, wrong) if rare else wrong

    return Mistake(key, did, instead, score, in_columns(term=terms, sum=lambda t: running(t, terms(t))), rare)


def _by_divisor(name: str) -> Mistake:
    did, count = _DIVISORS[name]
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
    """The terms if ranks are counted from 0; the precision at rank 0 cannot be divided, and counts 1."""
    terms = worked(t.found * t.relevant) / np.maximum(t.rank - 1, 1)
    return Worked(t.p.rounding.step(terms.value), terms.write)


def _from_2(t: Table) -> Worked:
    """The terms if ranks are counted from 2."""
    terms = worked(t.found * t.relevant) / (t.rank + 1)
    return Worked(t.p.rounding.step(terms.value), terms.write)


def _without_first(t: Table) -> Worked:
    return by_rank(t, np.where(t.found == 1, 0, t.found))


def _without_last(t: Table) -> Worked:
    return by_rank(t, np.where(t.found == t.found_at_end, 0, t.found))


def _last_is_above_the_end(t: Table) -> Bools:
    """Whether the last relevant document is above the last rank that counts; else ``one-rank-early`` is the mistake."""
    at_end = anywhere(t.relevant & (t.rank == t.end))
    return np.asarray((t.found_at_end > 0) & ~at_end)


def _unjudged_as_found(t: Table) -> Worked:
    """The sum over relevant and unjudged documents, with the usual divisor."""
    counted = t.relevant | unjudged_in_rows(t)
    found = np.cumsum(counted, axis=-1)
    terms = worked(found * counted) / t.rank
    return ratio(t, total(t, Worked(t.p.rounding.step(terms.value), terms.write), at=counted), divisor_of(t))


def _one_rank_early(t: Table) -> Worked:
    """The sum without the last rank that counts."""
    return if_it_shows(t, ratio(t, total(t, by_rank(t, t.found), t.end - 1), divisor_of(t)))


def _one_rank_late(t: Table) -> Worked:
    return if_it_shows(t, ratio(t, total(t, by_rank(t, t.found), t.end + 1), divisor_of(t)))


#: Mistakes in the terms, and in the end of the sum.
RARE_PRECISIONS = (
    of_terms("counts-ranks-from-0", "counted the ranks from 0", "The first rank is 1.", _from_0, rare=True),
    of_terms("counts-ranks-from-2", "divided by the rank plus 1", "The first rank is 1.", _from_2, rare=True),
    of_terms(
        "leaves-out-the-first",
        "left out the first relevant document",
        "Its precision belongs to the sum.",
        _without_first,
        rare=True,
    ),
    of_terms(
        "leaves-out-the-last",
        "left out the last relevant document retrieved",
        "Its precision belongs to the sum.",
        _without_last,
        _last_is_above_the_end,
        rare=True,
    ),
    Mistake(
        "counts-unjudged-as-found",
        "counted unjudged documents as relevant in the list, but not among the relevant documents of the query",
        "A document counts as relevant only if somebody judged it relevant.",
        lambda t: only(anywhere(unjudged(t)), if_it_shows(t, _unjudged_as_found(t))),
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
)
#: Another divisor if the correct one is the number of all relevant documents.
OTHER_DIVISORS = tuple(map(_by_divisor, _DIVISORS))
