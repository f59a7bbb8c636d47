"""Labels as text: read, written and refused."""

from __future__ import annotations

from typing import Any

import pytest

from ireval import InputError
from ireval.ranking.judgements import POOLED, UNJUDGED
from ireval.ranking.labels import (
    MOST_RANKS,
    MOST_UNRETRIEVED,
    read_labels,
    read_ranking,
    read_unretrieved,
    write_labels,
)
from tests.ireval.random_lists import examples, given, refusal, st

CHARACTERS = "012345nrunRNU-"


@given(st.lists(st.integers(-1, 5), max_size=50))
def test_labels_that_were_written_read_back(grades: list[int]) -> None:
    assert read_labels(write_labels(grades)) == grades


@given(st.text(st.sampled_from(CHARACTERS), max_size=50))
def test_each_character_gives_one_grade(text: str) -> None:
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
        assert (error.value.field, error.value.key) == (field, "not-a-label")
        assert error.value.values == {"place": place, "character": character, "top": 5}


def test_an_unknown_character_in_words() -> None:
    with pytest.raises(InputError) as error:
        read_labels("101x")
    assert error.value.message == "Character 4 is “x”, which is not a label."
    assert error.value.suggestion == (
        "Write one character for each document: a grade from 0 to 5, n for 0, r for 1, u or - for unjudged."
    )


@given(st.text(max_size=30) | st.text("0123456nrup-", max_size=30))
@examples(100)
def test_any_text_is_read_or_refused(text: str) -> None:
    error = refusal(read_labels, text)
    if error:
        assert error.field == "labels"
    else:
        assert all(POOLED <= g <= 5 for g in read_labels(text))


def test_longer_lists_than_allowed_are_refused() -> None:
    assert len(read_labels("1" * MOST_RANKS)) == 1000
    assert len(read_unretrieved("1" * MOST_UNRETRIEVED)) == 1000
    for read, field in ((read_labels, "labels"), (read_unretrieved, "unretrieved")):
        with pytest.raises(InputError) as error:
            read("1" * 1001)
        assert (error.value.field, error.value.key) == (field, "too-many-documents")
        assert error.value.values == {"count": 1001, "most": 1000}


@pytest.mark.parametrize("text", ["1u", "1-", "0U"])
def test_documents_that_were_not_retrieved_must_be_judged(text: str) -> None:
    with pytest.raises(InputError) as error:
        read_unretrieved(text)
    assert (error.value.field, error.value.key) == ("unretrieved", "unretrieved-unjudged")
    assert error.value.values == {"place": 2}


@pytest.mark.parametrize(
    ("given", "field", "key", "values"),
    [
        (("11", "1", 2.0), "size", "collection-too-small", {"ranked": 2, "unretrieved": 1, "least": 3}),
        (("11", "", None, "110,1x"), "subtopics", "group-has-other-character", {"place": 2, "character": "x"}),
        (("11", "", None, "110,"), "subtopics", "group-empty", {"place": 2}),
        (("11", "", None, "110,1"), "subtopics", "group-of-other-length", {"place": 2, "count": 1, "first": 3}),
        (("11", "", None, "1" * 21 + "," + "1" * 21), "subtopics", "too-many-subtopics", {"count": 21, "most": 20}),
        (("11", "", None, "1,1,1"), "subtopics", "groups-unlike-documents", {"groups": 3, "documents": 2}),
        (("10", "", None, "1,1"), "subtopics", "non-relevant-covers-subtopic", {"place": 2}),
        (("1u", "", None, "1,1"), "subtopics", "unjudged-covers-subtopic", {"place": 2}),
        (("1", "1", None, "11", "1"), "unretrieved_subtopics", "subtopics-of-parts-differ", {"count": 1, "ranked": 2}),
    ],
)
def test_parts_that_contradict_each_other(given: tuple[Any, ...], field: str, key: str, values: dict[str, int]) -> None:
    with pytest.raises(InputError) as error:
        read_ranking(*given)
    assert (error.value.field, error.value.key) == (field, key)
    assert values.items() <= error.value.values.items()
    assert error.value.message.endswith(".")
    assert error.value.suggestion
