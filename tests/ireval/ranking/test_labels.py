"""Labels as they are typed."""

from __future__ import annotations

import pytest

from ireval import InputError
from ireval.ranking.judgements import POOLED, UNJUDGED
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED, read_labels, read_unretrieved, write_labels
from tests.ireval.random_lists import examples, given, refusal, st

CHARACTERS = "012345nrunRNU-"


@given(st.lists(st.integers(-1, 5), max_size=50))
def test_written_and_read_is_the_same(grades: list[int]) -> None:
    assert read_labels(write_labels(grades)) == grades


@given(st.text(st.sampled_from(CHARACTERS), max_size=50))
def test_reading_makes_one_grade_a_character(text: str) -> None:
    grades = read_labels(text)
    assert len(grades) == len(text)
    assert write_labels(read_labels(write_labels(grades))) == write_labels(grades)
    assert set(write_labels(grades)) <= set("012345u")


def test_every_character() -> None:
    assert read_labels("nNrRuU-") == [0, 0, 1, 1, UNJUDGED, UNJUDGED, UNJUDGED]
    assert read_labels("012345") == [0, 1, 2, 3, 4, 5]
    assert read_labels("") == []


@pytest.mark.parametrize(
    ("text", "place", "character"), [("101x", 4, "x"), ("6", 1, "6"), ("1 0", 2, " "), ("10,", 3, ","), ("١", 1, "١")]
)
def test_an_unknown_character_is_named_with_its_place(text: str, place: int, character: str) -> None:
    for read, field in ((read_labels, "labels"), (read_unretrieved, "unretrieved")):
        with pytest.raises(InputError) as error:
            read(text)
        assert error.value.field == field
        assert f"place {place} is “{character}”" in error.value.message
        assert "r for 1" in error.value.suggestion


@given(st.text(max_size=30) | st.text("0123456nrup-", max_size=30))
@examples(200)
def test_any_text_is_read_or_refused(text: str) -> None:
    error = refusal(read_labels, text)
    if error:
        assert error.field == "labels"
    else:
        assert all(POOLED <= g <= 5 for g in read_labels(text))


def test_as_long_as_allowed() -> None:
    assert len(read_labels("1" * MOST_RANKS)) == 1000
    assert len(read_unretrieved("1" * MOST_UNRETRIEVED)) == 1000
    for read, field in ((read_labels, "labels"), (read_unretrieved, "unretrieved")):
        with pytest.raises(InputError, match="1,001 documents are more than the 1,000") as error:
            read("1" * 1001)
        assert error.value.field == field


@pytest.mark.parametrize("text", ["1u", "1-", "0U"])
def test_documents_that_were_not_retrieved_are_judged(text: str) -> None:
    with pytest.raises(InputError, match="Document 2 of those not retrieved is unjudged") as error:
        read_unretrieved(text)
    assert error.value.field == "unretrieved"
    assert error.value.suggestion
