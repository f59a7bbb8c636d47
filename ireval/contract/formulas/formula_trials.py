"""Compares the printed formula and the shown score of every case of a measure on random lists."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ireval.contract.formulas.formula_cases import Case, cases
from ireval.contract.formulas.list_facts import Facts
from ireval.contract.formulas.trial_lists import facts_of, trial_lists
from ireval.contract.sample_lists import SampleList
from ireval.conventions import effective
from ireval.evaluation.several_lists import SeveralLists
from ireval.explanation.explanation import Explanation
from ireval.measure import Measure
from ireval.measure.spelling import parse

#: The fewest lists for a measure, the lists for each of its cases, and the most cases.
FOR_A_MEASURE, FOR_A_CASE = 300, 1
MOST_CASES = 5000


@dataclass(frozen=True)
class Trial:
    """A case tried on a list, or on several if the formula is that of a mean."""

    case: Case
    lists: tuple[SampleList, ...]
    facts: Facts
    shown: float | None
    printed: str
    reason: str

    def __str__(self) -> str:
        return f"{self.case.spelling} of {' and '.join(map(str, self.lists))}"


def trials_of(measure: Measure) -> Iterator[Trial]:
    """Random lists for every case: the choices stand in the measure's name, or in every other trial are overrides.

    If there are very many cases, some are left out.
    """
    draw = trial_lists(measure.name, diverse=measure.needs_subtopics)
    every = some_of(cases(measure), MOST_CASES)
    times = max(FOR_A_CASE, -(-FOR_A_MEASURE // len(every)))
    together = 3 if measure.average == "geometric" else 1
    for place, case in enumerate(every):
        for time in range(times):
            lists = tuple(islice(draw, together))
            yield try_case(case, lists, overrides=(place // 4 + place + time) % 2 == 1)


def try_case(case: Case, lists: tuple[SampleList, ...], *, overrides: bool) -> Trial:
    """A case on lists. With ``overrides``, conventions are overridden instead of being parameters of the measure."""
    outside: Mapping[str, Any] = {}
    if overrides:
        outside = {name: value for name, value in case.chosen.items() if name in case.measure.conventions}
    inside = Case(case.measure, {name: value for name, value in case.chosen.items() if name not in outside})
    conventions = effective("trec_eval", outside)
    table = Explanation(lists[0].ranking, conventions).table(inside.spelling)
    shown = table.value
    if len(lists) > 1:
        shown = SeveralLists([x.ranking for x in lists], conventions).mean(parse(inside.spelling)).value
    first, *others = (facts_of(x, case.chosen) for x in lists)
    printed = table.measure.formula(table.computed.table.p)
    return Trial(case, lists, replace(first, together=tuple(others)), shown, printed, table.remark)


def same(one: float | None, other: float | None) -> bool:
    """Whether two scores are equal, or both undefined."""
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


def some_of(every: Sequence[Case], most: int) -> list[Case]:
    """All cases, or this many drawn at random, the same in every run."""
    draw = random.Random(11)  # noqa: S311 - nothing secret
    return list(every) if len(every) <= most else draw.sample(every, most)
