"""What a measure needs whose mean over queries is geometric: floor, formula and legend."""

from __future__ import annotations

from ireval.measure import GEOMETRIC_FLOOR, Column, Table
from ireval.numbers.arrays import Floats

_FLOOR = f"{GEOMETRIC_FLOOR:.5f}"


def at_least_the_floor(t: Table, name: str, score: Floats) -> None:
    """Keep the last column: the score of one query, or the floor where it is less, so that the mean is not 0."""
    t.column(name, t.most(score, t.exact(GEOMETRIC_FLOOR)), exact=True)


def floor_column(name: str, of: str) -> Column:
    """The column of ``at_least_the_floor``, where ``of`` is the column above it."""
    return Column(name, f"{of}, or {_FLOOR} where {of} is less", spelled=True, least=GEOMETRIC_FLOOR)


def geometric_latex(name: str, of: str) -> str:
    """The formula of the measure ``name``, the geometric mean of the measure ``of``."""
    return rf"\mathrm{{{name}}} = \Bigl(\prod_{{q=1}}^{{Q}}\max(\mathrm{{{of}}}_q,\,{_FLOOR})\Bigr)^{{1/Q}}"


def geometric_legend(of: str, title: str) -> tuple[tuple[str, str], ...]:
    """Its legend."""
    return (
        ("Q", "the number of queries"),
        ("q", "a query, counted from 1"),
        (rf"\mathrm{{{of}}}_q", f"{title} of query q; the score of a single list"),
    )
