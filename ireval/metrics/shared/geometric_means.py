"""Floor, formula and legend for measures whose mean over queries is geometric."""

from __future__ import annotations

from ireval.measure import GEOMETRIC_FLOOR, Column, Table
from ireval.numbers.arrays import Floats

_FLOOR = f"{GEOMETRIC_FLOOR:.5f}"


def at_least_the_floor(t: Table, name: str, score: Floats) -> None:
    """Store the last column: the score of one query, or the floor if that is larger, so that the mean is not 0."""
    t.column(name, t.most(score, t.exact(GEOMETRIC_FLOOR)), exact=True)


def floor_column(name: str, of: str) -> Column:
    """Return the column of ``at_least_the_floor``; ``of`` is the column from which it starts."""
    formula = rf"\mathrm{{{name}}}[i] = \max(\mathrm{{{of}}}[i],\,{_FLOOR})"
    title = f"{of}, or {_FLOOR} where {of} is less"
    return Column(name, title, spelled=True, least=GEOMETRIC_FLOOR, formula=formula)


def geometric_latex(name: str, of: str) -> str:
    """Return the formula of the measure ``name``, the geometric mean of the measure ``of``."""
    return rf"\mathrm{{{name}}} = \Bigl(\prod_{{q=1}}^{{Q}}\max(\mathrm{{{of}}}_q,\,{_FLOOR})\Bigr)^{{1/Q}}"


def geometric_legend(of: str, title: str) -> tuple[tuple[str, str], ...]:
    """Return the legend of the formula."""
    return (
        ("Q", "the number of queries"),
        ("q", "a query, counted from 1"),
        (rf"\mathrm{{{of}}}_q", f"{title} of query q; the score of a single list"),
    )
