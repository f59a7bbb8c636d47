"""Pages that draw a whole sheet stop after a limited time, and get further with the next attempt."""

from __future__ import annotations

import pytest

from ireval.exercises import make_sheet, variant
from ireval.exercises.variants.exercise_check import check
from ireval.exercises.variants.time_limit import OutOfTimeError, time_limit


def test_nothing_is_drawn_after_the_limit_and_nothing_is_kept_of_that() -> None:
    sheet = make_sheet(90_210, 2)
    with pytest.raises(OutOfTimeError) as refused, time_limit(0):
        variant(sheet, "K7M2PX")
    assert refused.value.field == "e1"
    with pytest.raises(OutOfTimeError), time_limit(0):
        check(sheet, sheet.exercises[1], "exercises[1]")
    made = variant(sheet, "K7M2PX")
    check(sheet, sheet.exercises[1], "exercises[1]")
    with time_limit(0):
        assert variant(sheet, "K7M2PX") == made, "what was made before is kept"


def test_a_limit_inside_another_one_does_not_extend_it() -> None:
    with pytest.raises(OutOfTimeError), time_limit(0), time_limit(60):
        variant(make_sheet(90_211, 1), "K7M2PX")
