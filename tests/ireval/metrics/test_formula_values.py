"""The contract tries each formula under every choice, on lists that tell a wrong formula from the correct one.

That the formula gives the score is in the contract, see ``test_kept_contract``.
"""

from __future__ import annotations

import math
from collections import Counter

import pytest

from ireval.contract.formulas.formula_cases import WORKING, cases
from ireval.contract.formulas.formula_trials import some_of
from ireval.conventions import CONVENTIONS
from ireval.measure import Measure
from ireval.measure.registry import measures
from ireval.measure.spelling import settings
from tests.ireval.metrics.formula_trials import trials
from tests.ireval.random_lists import Typed
from tests.tiers import sampled

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", sampled(measures(), 4))
def test_every_case_is_tried_and_every_formula_on_telling_lists(name: str) -> None:
    every, choices = cases(measures()[name]), choices_of(measures()[name])
    assert {x.case.spelling for x in trials(name)} == {case.spelling for case in every}
    assert len({case.spelling for case in every}) == len(every) >= math.prod(map(len, choices.values()))
    assert all(found <= {case.chosen[setting] for case in every} for setting, found in choices.items())
    scores = {x.shown for x in trials(name)}
    dull = {None} if scores <= {None, 0.0, 1.0} else {None, 0.0, 1.0}
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


def test_of_too_many_cases_every_choice_is_tried_all_the_same() -> None:
    every = cases(measures()["nDCG"])
    some = some_of(every, 200)
    assert len(some) == len({case.spelling for case in some}) == 200
    for name in every[0].chosen:
        assert {case.chosen[name] for case in some} == {case.chosen[name] for case in every}


def test_the_fallback_of_interpolation_is_printed() -> None:
    """No rank has a recall from 0.3 to 0.4 here, so the formula must say what is taken instead."""
    table = Typed("00100", "1").explained("mir").table("IPrec@0.3")
    assert table.value == 1 / 3
    assert r"\text{else}" in table.measure.formula(table.computed.table.p)
