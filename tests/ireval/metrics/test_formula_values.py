"""The formula that is printed gives the score that is shown: for every measure, under every choice, on random lists.

The formula is read from its LaTeX (``latex``, ``latex_values``) and the words of its legend (``legends``), never from
the measure's code. So a formula or a legend that changes is read again, and a wrong one does not give the score.
"""

from __future__ import annotations

import math
from collections import Counter

import pytest

from ireval.conventions import CONVENTIONS
from ireval.measure import Measure
from ireval.measure.registry import measures
from ireval.measure.spelling import settings
from tests.ireval.metrics.formula_cases import WORKING, by_formula, cases
from tests.ireval.metrics.formula_trials import same, trials
from tests.ireval.random_lists import Typed


@pytest.mark.parametrize("name", measures())
def test_the_printed_formula_gives_the_score(name: str) -> None:
    for x in trials(name):
        assert x.printed == x.case.latex, "an override and a measure's own parameter print the same formula"
        read = by_formula(x.case, x.facts)
        assert all(same(value, x.shown) for value in read), (
            f"{x.case.spelling} is {x.shown}, but its formula with its legend says {read}:\n{x.printed}\n{x.lists}"
        )
        assert x.shown is not None or x.reason or len(x.lists) > 1, "no score, and nothing says why"


@pytest.mark.parametrize("name", measures())
def test_every_case_is_tried_and_every_formula_on_telling_lists(name: str) -> None:
    every, choices = cases(measures()[name]), choices_of(measures()[name])
    assert {x.case.spelling for x in trials(name)} == {case.spelling for case in every}
    assert len({case.spelling for case in every}) == len(every) >= math.prod(map(len, choices.values()))
    assert all(found <= {case.chosen[setting] for case in every} for setting, found in choices.items())
    dull = {None, 0.0, 1.0} - ({0.0, 1.0} if name == "Success" else set())
    telling = Counter(x.printed for x in trials(name) if x.shown not in dull)
    assert all(telling[case.latex] >= 3 for case in every), telling


def choices_of(measure: Measure) -> dict[str, set[str]]:
    """The choices of each setting that has some, as its name may spell them out."""
    return {n: {c.key for c in s.choices} for n, s in settings(measure).items() if s.choices and n != "rounding"}


def test_no_convention_is_left_out() -> None:
    followed = {name for m in measures().values() for name in m.conventions}
    assert followed == {name for name, c in CONVENTIONS.items() if c.scope == "list"}
    tried = {name for m in measures().values() for name in cases(m)[0].chosen}
    assert followed - tried == WORKING
    assert sum(len(cases(m)) for m in measures().values()) > 2400


def test_the_fallback_of_interpolation_is_printed() -> None:
    """No rank has a recall from 0.3 to 0.4 here, so the formula must say what is taken instead."""
    table = Typed("00100", "1").explained("mir").table("IPrec@0.3")
    assert table.value == 1 / 3
    assert r"\text{else}" in table.measure.formula(table.computed.table.p)
