"""Subtopics as they are typed, what they say about grades, and how rankings carry them."""

from __future__ import annotations

import numpy as np
import pytest

from ireval import InputError, explain
from ireval.ranking.judgements import POOLED, UNJUDGED, Ranking
from ireval.ranking.labels import (
    MOST_SUBTOPICS,
    read_labels,
    read_ranking,
    read_subtopics,
    write_labels,
    write_subtopics,
)
from tests.ireval.random_lists import DIVERSE, Typed, diverse, examples, given, refusal, st


@given(diverse())
def test_written_and_read_is_the_same(listing: Typed) -> None:
    assert write_subtopics(read_subtopics(listing.subtopics)) == listing.subtopics


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("110,0x1", "group-has-other-character"),
        ("110,,011", "group-empty"),
        ("110,01", "group-of-other-length"),
        ("1,2", "group-has-other-character"),
        ("１", "group-has-other-character"),
        ("1" * (MOST_SUBTOPICS + 1), "too-many-subtopics"),
        (",".join(["1"] * 1001), "too-many-groups"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(text: str, key: str) -> None:
    for field in ("subtopics", "unretrieved_subtopics"):
        with pytest.raises(InputError) as error:
            explain(**{field: text})  # type: ignore[arg-type]
        assert error.value.field == field
        assert error.value.key == key
        assert error.value.message.endswith(".") and error.value.suggestion


@pytest.mark.slow
@given(st.text(max_size=20) | st.text(st.sampled_from("01,x "), max_size=20))
@examples(50)
def test_any_text_is_read_or_refused(text: str) -> None:
    error = refusal(read_subtopics, text)
    if error:
        assert error.field == "subtopics"
    else:
        assert len({len(group) for group in read_subtopics(text)}) <= 1


@pytest.mark.parametrize(
    ("given_parts", "field", "key"),
    [
        ({"labels": "10", "subtopics": "1"}, "subtopics", "groups-unlike-documents"),
        ({"labels": "10", "subtopics": "1,1"}, "subtopics", "non-relevant-covers-subtopic"),
        ({"labels": "1u", "subtopics": "1,1"}, "subtopics", "unjudged-covers-subtopic"),
        ({"labels": "p", "subtopics": "1"}, "subtopics", "unjudged-covers-subtopic"),
        (
            {"unretrieved": "01", "unretrieved_subtopics": "1,1"},
            "unretrieved_subtopics",
            "non-relevant-covers-subtopic",
        ),
        ({"unretrieved": "1", "unretrieved_subtopics": "1,1"}, "unretrieved_subtopics", "groups-unlike-documents"),
        ({"subtopics": "11", "unretrieved_subtopics": "1"}, "unretrieved_subtopics", "subtopics-of-parts-differ"),
    ],
)
def test_contradictions_are_refused(given_parts: dict[str, str], field: str, key: str) -> None:
    with pytest.raises(InputError) as error:
        explain(**given_parts)  # type: ignore[arg-type]
    assert (error.value.field, error.value.key) == (field, key)


def test_labels_may_be_left_out() -> None:
    ranking = read_ranking("", "", None, "110,000,001", "010,000")
    assert ranking.grades.tolist() == [1, 0, 1]
    assert ranking.unretrieved.tolist() == [1, 0]
    assert explain(subtopics="110,000").value("P@2") == 0.5


def test_labels_say_more_where_they_are_given() -> None:
    ranking = read_ranking("3u1", "2", None, "10,00,00")
    assert ranking.grades.tolist() == [3, UNJUDGED, 1]
    own, missed = ranking.groups
    assert own.astype(int).tolist() == [[1, 0], [0, 0], [0, 0]]
    assert missed.shape == (1, 2)


def test_a_block_keeps_ragged_lists_apart() -> None:
    lists = [x.ranking for x in DIVERSE.values()]
    block = Ranking.block([*lists, Ranking.one([1, 0])])
    assert block.subtopics is not None
    assert block.subtopics.shape == (len(lists) + 1, block.grades.shape[1], 4)
    for row, ranking in zip(block.subtopics, lists, strict=False):
        own, _ = ranking.groups
        assert np.array_equal(row[: own.shape[0], : own.shape[1]], own)
        assert np.count_nonzero(row) == np.count_nonzero(own)
    assert Ranking.block([Ranking.one([1]), Ranking.one([])]).subtopics is None


@given(diverse())
def test_the_condensed_list_keeps_groups_with_their_documents(listing: Typed) -> None:
    ranking = listing.ranking
    own, _ = ranking.groups
    kept, _ = ranking.condensed.groups
    assert np.array_equal(kept[: np.count_nonzero(ranking.grades >= 0)], own[ranking.grades >= 0])


def test_pooled_documents_are_unjudged_to_all_but_infap() -> None:
    assert read_labels("pP") == [POOLED, POOLED]
    assert write_labels([POOLED, UNJUDGED, 1]) == "pu1"
    pooled, outside = explain("1p0p1", "1"), explain("1u0u1", "1")
    for name in ("AP", "Bpref", "nDCG", "P@3", "Judged@5", "RBP", "R"):
        assert pooled.value(name) == outside.value(name)
    assert (pooled.value("infAP") or 0) > (outside.value("infAP") or 0)


def test_pooled_documents_are_no_judged_ones_that_were_missed() -> None:
    with pytest.raises(InputError, match="Document 2 of those not retrieved is unjudged"):
        explain("1", "1p")
