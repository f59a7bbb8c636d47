"""Shared by the mistakes of several measures: the same measure on another ranking, and mistakes with their texts.

All scores here have the shape (..., 1), and a mistake that cannot be made on a list is NaN there. A mistake
does not depend on how wide the table is: in a block a table may be wider than the list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ireval.measure import Mistake, Params, Table
from ireval.measure.outcome import Outcome
from ireval.metrics.shared.list_counts import found_in_list, unjudged
from ireval.metrics.shared.worked_steps import never, only, ratio
from ireval.numbers.arrays import anywhere
from ireval.numbers.expression import Num
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import ABSENT, Ranking

#: The wrong cells of a column, by its key.
Cells = Callable[[Table, str], Worked | None]


def again(t: Table, ranking: Ranking | None = None, **changed: Any) -> Worked:
    """The score of the same measure on another ranking, or with other conventions and parameters."""
    same = ranking is None and not changed
    other = t.share(_itself, t) if same else t.compute(ranking or t.ranking, Params(t.p.values | changed))
    return Worked(other.score[..., None], lambda _: other.calculation or Num(float(other.score)))


def _itself(t: Table) -> Outcome:
    """The measure on the table's own ranking, with which many mistakes are compared."""
    return t.compute(t.ranking, t.p)


def column_read(t: Table, key: str) -> Worked:
    """Return the cell of a column in the row of the score: the calculation without its last step."""
    return t.share(_itself, t).read(key)


def columns_of(other: Callable[[Table], Ranking] | None = None, **changed: Any) -> Cells:
    """The cells of any column of the same measure on another ranking, or with other conventions and parameters."""

    def cells(t: Table, key: str) -> Worked | None:
        outcome = t.compute(other(t) if other else t.ranking, Params(t.p.values | changed))
        values = outcome.columns[key]
        return Worked(values, lambda i: outcome.step(key, i) or Num(float(values[i])))

    return cells


def in_columns(**columns: Callable[[Table], Worked]) -> Cells:
    """The cells of some columns, by key."""
    return lambda t, key: columns[key](t) if key in columns else None


def missing_none(t: Table) -> Ranking:
    """Return the ranking as if the query had no relevant documents other than the retrieved ones."""
    missed = t.ranking.unretrieved
    return replace(t.ranking, unretrieved=np.where(missed >= t.p.rel, ABSENT, missed).astype(missed.dtype))


def unjudged_taken_for(t: Table, grade: int) -> Ranking:
    """Return the ranking as if every retrieved unjudged document had this grade."""
    grades = t.ranking.grades
    return replace(t.ranking, grades=np.where(unjudged(t), grade, grades).astype(grades.dtype))


def unjudged_as_relevant(t: Table) -> Ranking:
    """Return the ranking as if every retrieved unjudged document were relevant."""
    return unjudged_taken_for(t, t.p.rel)


def if_it_shows(t: Table, wrong: Worked) -> Worked:
    """Return ``wrong``, but NaN where it equals the correct score, because the mistake changes nothing there."""
    return only(wrong.value != again(t).value, wrong)


def _cut_at(move: int) -> Callable[[Table], Worked]:
    def work(t: Table) -> Worked:
        return if_it_shows(t, again(t, k=t.p.k + move)) if t.p.k and t.p.k + move else never(t)

    return work


def _cutoff(move: int, t: Table) -> Mapping[str, int]:
    return {"k": t.p.k + move} if t.p.k and t.p.k + move else {}


def stops_at(rank: int, instead: str) -> Mistake:
    """Return the mistake of a common cutoff in a measure that has none; ``instead`` says what is correct."""
    return Mistake(
        f"stops-at-rank-{rank}",
        f"stopped at rank {rank}",
        instead,
        lambda t: never(t) if t.p.k else only(t.length > rank, if_it_shows(t, again(t, k=rank))),
        rare=True,
        choices=lambda t: {} if t.p.k or not (t.length > rank).any() else {"k": rank},
    )


def takes_for(parameter: str, value: str, name: str, alike: tuple[float, ...] = ()) -> Mistake:
    """Return the mistake of another ``value`` of a parameter; ``name`` is its name at the start of a sentence.

    It cannot be made if the parameter has this value, or one of the values ``alike``.
    """
    changed: dict[str, Any] = {parameter: float(value)}

    def choices(t: Table) -> Mapping[str, float]:
        return {} if t.p.values[parameter] in {*changed.values(), *alike} else changed

    return Mistake(
        f"takes-{value.replace('.', '-')}-for-{parameter}",
        f"used {value} for {parameter}",
        f"{name} has another value here [({{{parameter}}})].",
        lambda t: only(bool(choices(t)), again(t, **changed)),
        rare=True,
        choices=choices,
        about=(parameter,),
    )


def averages_the_found(instead: str) -> Mistake:
    """Return the mistake of dividing the column ``sum`` by the relevant documents retrieved instead of by all."""
    return Mistake(
        "averages-the-found",
        "divided the sum by the [{found}] relevant {found:document|documents} retrieved",
        instead,
        lambda t: only(found_in_list(t) < t.R, ratio(t, column_read(t, "sum"), found_in_list(t))),
    )


FORGETS_THE_CUTOFF = Mistake(
    "forgets-the-cutoff",
    "used the whole list",
    "Only the ranks down to {cutoff} count.",
    lambda t: only(t.length > (t.p.k or np.inf), if_it_shows(t, again(t, k=None))),
    choices=lambda t: {"k": None} if t.p.k and (t.length > t.p.k).any() else {},
)
ONE_RANK_EARLY = Mistake(
    "one-rank-early", "stopped one rank above {cutoff}", "", _cut_at(-1), choices=partial(_cutoff, -1)
)
ONE_RANK_LATE = Mistake("one-rank-late", "went one rank below {cutoff}", "", _cut_at(1), choices=partial(_cutoff, 1))
WRONG_CUTOFFS = (FORGETS_THE_CUTOFF, ONE_RANK_EARLY, ONE_RANK_LATE)

#: The mistake of ignoring the documents that the list missed.
TAKES_FOUND_FOR_ALL = Mistake(
    "takes-found-for-all",
    "counted only the [{listed}] relevant {listed:document|documents} in the list",
    "The query has [{R}] relevant {R:document|documents} in all.",
    lambda t: only(found_in_list(t) < t.R, if_it_shows(t, again(t, missing_none(t)))),
    columns_of(missing_none),
    ranking=missing_none,
)

COUNTS_UNJUDGED_AS_RELEVANT = Mistake(
    "counts-unjudged-as-relevant",
    "counted unjudged documents as relevant",
    "A document counts as relevant only if somebody judged it relevant.",
    lambda t: only(anywhere(unjudged(t)), if_it_shows(t, again(t, unjudged_as_relevant(t)))),
    columns_of(unjudged_as_relevant),
    rare=True,
    ranking=unjudged_as_relevant,
)
