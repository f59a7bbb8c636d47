"""Exercises that no question can be made of are refused where that is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, RankedList, Sheet, check, from_json
from tests.ireval.exercises.sample_sheets import FIXED, WHOLE, changed


def test_a_fixed_list_without_a_value_is_refused() -> None:
    text = changed("exercises.0.list", {"labels": "000"})
    with pytest.raises(InputError, match="no value") as refused:
        from_json(text)
    assert refused.value.field == "exercises[0].list"


def test_a_table_with_too_many_gaps_is_refused() -> None:
    wide = replace(FIXED, list=RankedList("1110" * 12), columns=("P", "term", "sum"), measure="AP")
    with pytest.raises(InputError, match="145 gaps; 120 are allowed") as refused:
        from_json(replace(WHOLE, exercises=(wide,)).to_json())
    assert refused.value.field == "exercises[0].list"


@pytest.mark.parametrize(
    ("exercise", "field", "word"),
    [
        (Exercise("e1", "inverse", list=RankedList("01" * 11)), "x.list", "22 documents"),
        (Exercise("e1", "inverse", task="luck"), "x.task", "no task"),
        (Exercise("e1", "inverse", "AP"), "x.measure", "no measure"),
        (Exercise("e1", "choose", list=RankedList("01")), "x.list", "no list"),
        (Exercise("e1", "better", "AP", list=RankedList("01")), "x.second", "one is missing"),
        (Exercise("e1", "better", "AP", second=RankedList("01")), "x.list", "one is missing"),
        (Exercise("e1", "number", "AP", list=RankedList("01"), second=RankedList("01")), "x.second", "no second"),
        (Exercise("e1", "better", "AP", list=RankedList("01"), second=RankedList("00")), "x.second", "no value"),
    ],
)
def test_what_does_not_fit_the_kind_is_told(exercise: Exercise, field: str, word: str) -> None:
    with pytest.raises(InputError, match=word) as refused:
        check(Sheet("", 1, (), "lillis"), exercise, "x")
    assert refused.value.field == field
