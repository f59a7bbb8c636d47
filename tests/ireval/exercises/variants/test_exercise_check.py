"""An exercise from which no question can be made is refused, and the error names the field that prevents it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, RankedList, Sheet, check, from_json
from tests.ireval.exercises.sample_sheets import FIXED, WHOLE, changed

LIST = RankedList("01")


def test_a_fixed_list_without_a_value_is_refused() -> None:
    text = changed("exercises.0.list", {"labels": "000"})
    with pytest.raises(InputError) as refused:
        from_json(text)
    assert (refused.value.field, refused.value.key) == ("exercises[0].list", "no-score-on-list")


def test_a_table_with_too_many_gaps_is_refused() -> None:
    wide = replace(FIXED, list=RankedList("1110" * 12), columns=("P", "term", "sum"), measure="AP")
    with pytest.raises(InputError) as refused:
        from_json(replace(WHOLE, exercises=(wide,)).to_json())
    assert (refused.value.field, refused.value.key) == ("exercises[0].list", "too-many-gaps")
    assert refused.value.values == {"count": 145, "most": 120}


@pytest.mark.parametrize(
    ("exercise", "field", "key"),
    [
        (Exercise("e1", "inverse", list=RankedList("01" * 11)), "x.list", "exercise-list-too-long"),
        (Exercise("e1", "inverse", task="luck"), "x.task", "unknown-task"),
        (Exercise("e1", "inverse", "AP"), "x.measure", "kind-without-field"),
        (Exercise("e1", "choose", list=LIST), "x.list", "kind-without-field"),
        (Exercise("e1", "better", "AP", list=LIST), "x.second", "second-list-missing"),
        (Exercise("e1", "better", "AP", second=LIST), "x.list", "second-list-missing"),
        (
            Exercise("e1", "number", "AP", list=RankedList("01"), second=LIST),
            "x.second",
            "kind-without-field",
        ),
        (
            Exercise("e1", "better", "AP", list=RankedList("01"), second=RankedList("00")),
            "x.second",
            "no-score-on-list",
        ),
    ],
)
def test_a_field_that_the_kind_does_not_take_is_refused(exercise: Exercise, field: str, key: str) -> None:
    with pytest.raises(InputError) as refused:
        check(Sheet("", 1, (), "lillis"), exercise, "x")
    assert (refused.value.field, refused.value.key) == (field, key)


def test_errors_of_exercises_say_what_is_wrong_and_what_to_do() -> None:
    """The words of ``exercises.toml``; other tests look at keys and values."""
    with pytest.raises(InputError) as refused:
        check(Sheet("", 1, (), "lillis"), Exercise("e1", "inverse", list=RankedList("01" * 11)), "x")
    assert str(refused.value) == "The list has 22 documents; at most 20 are allowed."
    assert refused.value.suggestion == "Shorten the list."
    with pytest.raises(InputError) as refused:
        check(Sheet("", 1, (), "lillis"), Exercise("e1", "inverse", "AP"), "x")
    assert str(refused.value) == "Exercises of the kind “inverse” have no “measure”."
    assert refused.value.suggestion == "Leave it out."
