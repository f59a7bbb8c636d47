"""Pairs of things done otherwise: each is what the measure gives if both are done, one list at a time."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from ireval.conventions import effective
from ireval.diagnosis.candidates import compute_with
from ireval.diagnosis.inquiry import inquiry
from ireval.measure.spelling import Spec
from tests.ireval.diagnosis import novelty_formulas
from tests.ireval.diagnosis.plausible_formulas import OF_PRESET, PLAUSIBLE, tally
from tests.ireval.diagnosis.test_inquiry_of_every_measure import LISTS, one, specs
from tests.ireval.metrics.test_mistakes import lists
from tests.ireval.metrics.test_wrong_values import queries

#: Of wrong numbers with three decimals, at least this share is named, and at most that blamed on something else.
NAMED, BLAMED = 0.9, 0.005

#: Of the pairs of a list, each of so many is computed again.
EACH = 3


@pytest.mark.parametrize("preset", ["lillis", "trec_eval"])
def test_every_pair_is_what_both_give_on_the_list_alone(preset: str) -> None:
    """Blocks with choices of their own in each row give what single lists give under the same choices."""
    checked = sum(_check(spec, preset, 3 + 7 * i) for i, spec in enumerate(specs(preset)))
    assert checked > 300


def _check(spec: Spec, preset: str, i: int) -> int:
    ready = inquiry(spec, one(lists(spec.measure, LISTS), i % LISTS), effective(preset))
    assert ready.pairs is not None
    chosen = range(i % EACH, len(ready.pairs.values), EACH)
    for place, value in ((place, ready.pairs.values[place]) for place in chosen):
        found = ready.pairs.candidate(place)
        if found.mistake:
            assert found.of is not None
            alone = float(found.mistake.compute(found.of.table)[..., 0])
        else:
            alone = float(compute_with(ready.pairs.right, found.choices).score)
        assert alone == pytest.approx(value, abs=1e-9) or math.isnan(alone), (str(spec), i, found.key)
    return len(chosen)


@pytest.mark.parametrize("preset", OF_PRESET)
def test_plausible_formulas_are_named_and_nothing_else_is_blamed(preset: str) -> None:
    """Over 350 formulas of the tests' own, each on a list; ``python -m benchmarks.diagnosis`` tries them on many."""
    counts = sum((tally(name, preset, queries()[i : i + 1]) for i, name in enumerate(PLAUSIBLE)), Counter[str]())
    print({what: f"{counts[what] / counts['all']:.1%}" for what in ("named", "blamed")}, counts["all"])  # noqa: T201
    assert counts["all"] > 300
    assert counts["named"] >= NAMED * counts["all"]
    assert counts["blamed"] <= BLAMED * counts["all"]


def test_plausible_formulas_of_novelty_are_named() -> None:
    counts = novelty_formulas.tally(4)
    assert counts["all"] > 60
    assert counts["named"] >= NAMED * counts["all"]
    assert counts["blamed"] <= 1
