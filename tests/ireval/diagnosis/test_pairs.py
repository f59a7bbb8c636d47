"""Pairs of things done otherwise: each is what the measure gives if both are done, one list at a time."""

from __future__ import annotations

import math

import pytest

from ireval.conventions import effective
from ireval.diagnosis.candidates import compute_with
from ireval.diagnosis.inquiry import inquiry
from ireval.measure.spelling import Spec
from tests.ireval.diagnosis.test_inquiry_of_every_measure import LISTS, one, specs
from tests.ireval.metrics.test_mistakes import lists

#: Lists of a measure whose pairs are all computed again.
TRIED = 3


@pytest.mark.parametrize("preset", ["lillis", "trec_eval"])
def test_every_pair_is_what_both_give_on_the_list_alone(preset: str) -> None:
    """Blocks with choices of their own in each row give what single lists give under the same choices."""
    checked = 0
    for spec in specs(preset):
        for i in range(3, LISTS, LISTS // TRIED):
            checked += _check(spec, preset, i)
    assert checked > 1000


def _check(spec: Spec, preset: str, i: int) -> int:
    ready = inquiry(spec, one(lists(spec.measure, LISTS), i), effective(preset))
    assert ready.pairs is not None
    for place, value in enumerate(ready.pairs.values):
        found = ready.pairs.candidate(place)
        if found.mistake:
            assert found.of is not None
            alone = float(found.mistake.compute(found.of.table)[..., 0])
        else:
            alone = float(compute_with(ready.pairs.right, found.choices).score)
        assert alone == pytest.approx(value, abs=1e-9) or math.isnan(alone), (str(spec), i, found.key)
    return len(ready.pairs.values)
