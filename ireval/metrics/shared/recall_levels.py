"""The mean of interpolated precision over recall levels: its table, its calculation and its mistakes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ireval.measure import Column, Measure, Mistake, Params, Table
from ireval.metrics.shared.interpolation import LEGEND as RULE
from ireval.metrics.shared.interpolation import best
from ireval.metrics.shared.interpolation import formula as interpolated
from ireval.metrics.shared.list_columns import precision
from ireval.metrics.shared.list_mistakes import in_columns
from ireval.metrics.shared.mistakes.level_mistakes import at_first_rank, looking_back, on_straight_lines
from ireval.metrics.shared.worked_steps import only, ratio, summed
from ireval.numbers.arrays import Bools, Floats, counts
from ireval.numbers.worked_number import Worked

LEGEND = (("r", "a recall level"), *RULE)


def points(t: Table, levels: Floats) -> Floats:
    """Interpolated precision at every level, shape (..., levels)."""
    return best(t, precision(t), levels)


def averaged(t: Table, levels: Floats, every: Bools) -> None:
    """Compute the columns of ``columns``; ``every`` is true for each level."""
    precisions = points(t.arrays, levels)
    t.column("r", levels if precisions.ndim == 1 else np.broadcast_to(levels, precisions.shape))
    summed = t.running_sum(t.column("P", precisions), in_full=every)
    t.column("mean", t.ratio(t.column("sum", summed), len(levels)))


def columns(levels: Floats) -> tuple[Column, ...]:
    """Return the columns of a table with a row for every level."""
    count = len(levels)
    return (
        Column("r", "recall level"),
        Column("P", "interpolated precision at this level"),
        Column("sum", "sum so far", rounded=True),
        Column(
            "mean",
            f"the sum so far divided by {count}",
            spelled=True,
            formula=rf"\mathrm{{mean}} = \frac{{\mathrm{{sum}}}}{{{count}}}",
        ),
    )


def formula(p: Params, mean: str) -> str:
    """Return the mean over the levels, written as ``mean``, and the rule for each level, in LaTeX."""
    return rf"\mathrm{{mean}} = {mean},\qquad " + interpolated(p)


def mean(t: Table, wrong: Worked) -> Worked:
    """Return the mean of the wrong precisions at all levels."""
    return ratio(t, every(t, wrong.value), wrong.value.shape[-1])


def every(t: Table, precisions: Floats) -> Worked:
    """Return the sum over all levels, including those with precision 0."""
    return summed(t, precisions, at=np.ones_like(precisions, dtype=bool))


def level_mistake(
    key: str,
    did: str,
    instead: str,
    levels: Floats,
    wrong: Callable[[Table, Floats], Worked],
    *,
    rare: bool = False,
) -> Mistake:
    """Return a mistake in the precision at every level, which shows in its column and in the mean."""
    cells = in_columns(P=lambda t: wrong(t, levels))
    return Mistake(key, did, instead, lambda t: mean(t, wrong(t, levels)), cells, rare)


def straight_lines(levels: Floats) -> Mistake:
    """The mistake of drawing lines between the points."""
    return level_mistake(
        "interpolates-linearly",
        "drew straight lines between the points of the curve",
        "The interpolated precision is the highest precision at this recall or a higher one.",
        levels,
        on_straight_lines,
        rare=True,
    )


def mistakes(levels: Floats) -> tuple[Mistake, Mistake, Mistake]:
    """Return the mistakes that are possible with any levels: two in the precision at a level, one in the mean."""

    def reached_only(t: Table) -> Worked:
        p = points(t, levels)
        reached = counts(p > 0)
        return only((reached < len(levels)) & (t.R > 0), ratio(t, summed(t, p), reached))

    return (
        level_mistake(
            "does-not-interpolate",
            "took the precision at the first rank that reaches each level",
            "A later rank may have a higher precision.",
            levels,
            at_first_rank,
        ),
        level_mistake(
            "looks-back",
            "took the highest precision at any recall up to each level",
            "Interpolation looks from the level upwards.",
            levels,
            looking_back,
        ),
        Mistake(
            "averages-reached-levels",
            "left the levels that the list never reaches out of the mean",
            "Those levels count 0.",
            reached_only,
        ),
    )


def mean_at(levels: Floats) -> partial[Measure]:
    """Return a function that declares a measure as the mean over these levels."""
    every = np.ones_like(levels, dtype=bool)
    return partial(
        Measure,
        where=LEGEND,
        columns=columns(levels),
        compute=lambda t: averaged(t, levels, every),
        score="mean",
        score_rank=lambda t: t.ranking.everywhere(len(levels)),
        axis="recall level",
        conventions=("rel", "interpolation", "unjudged", "no_relevant", "rounding", "decimals"),
    )
