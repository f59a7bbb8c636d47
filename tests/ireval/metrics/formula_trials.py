"""Every case of a measure tried on random lists: the formula that is printed, and the score that is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, islice
from typing import Any

from ireval.conventions import effective
from ireval.evaluation.several_lists import SeveralLists
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.ireval.metrics.formula_cases import Case, cases, facts, random_lists
from tests.ireval.metrics.legend_facts import Facts
from tests.ireval.random_lists import Typed

#: How many lists are tried with a measure at least, and with each of its cases.
FOR_A_MEASURE, FOR_A_CASE = 200, 1
#: How many lists more are tried with a formula that gives the score of all of these.
MORE = 300


@dataclass(frozen=True)
class Trial:
    """A case tried on a list, or on several where the formula is that of a mean."""

    case: Case
    lists: tuple[Typed, ...]
    facts: Facts
    shown: float | None
    printed: str
    reason: str


@cache
def trials(name: str) -> tuple[Trial, ...]:
    """Random lists for every case: the choices stand in the measure's name, or in every other trial are overrides."""
    measure = measures()[name]
    draw = random_lists(name, diverse=measure.needs_subtopics)
    every = cases(measure)
    times = max(FOR_A_CASE, -(-FOR_A_MEASURE // len(every)))
    together = 3 if measure.average == "geometric" else 1
    return tuple(
        _try(case, tuple(islice(draw, together)), overrides=(place // 4 + place + time) % 2 == 1)
        for place, case in enumerate(every)
        for time in range(times)
    )


@cache
def more_trials(name: str, latex: str) -> tuple[Trial, ...]:
    """The cases in which this formula is printed, tried on more lists: for what shows on few of them only."""
    draw = random_lists(f"{name}, {latex}", diverse=measures()[name].needs_subtopics)
    printed = [case for case in cases(measures()[name]) if case.latex == latex]
    return tuple(_try(case, (next(draw),), overrides=False) for case in islice(cycle(printed), MORE))


def same(one: float | None, other: float | None) -> bool:
    """Whether two scores are equal, or both undefined."""
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


def _try(case: Case, lists: tuple[Typed, ...], *, overrides: bool) -> Trial:
    outside: Mapping[str, Any] = {}
    if overrides:
        outside = {name: value for name, value in case.chosen.items() if name in case.measure.conventions}
    inside = Case(case.measure, {name: value for name, value in case.chosen.items() if name not in outside})
    table = lists[0].explained("trec_eval", **outside).table(inside.spelling)
    shown = table.value
    if len(lists) > 1:
        several = SeveralLists([x.ranking for x in lists], effective("trec_eval", outside))
        shown = several.mean(parse(inside.spelling)).value
    first, *others = (facts(x, case.chosen) for x in lists)
    printed = table.measure.formula(table.computed.table.p)
    return Trial(case, lists, replace(first, together=tuple(others)), shown, printed, table.remark)
