"""What each document adds to those above it, by hand and by the gains of the measure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ireval import explain
from ireval.experiments.redundancy import Novelty, novelties
from ireval.messages import say
from ireval.ranking.labels import write_subtopics

IN_FULL = "because repeated subtopics count in full"


def test_new_and_repeated_subtopics_by_hand() -> None:
    groups = [(1, 1, 0), (0, 1, 0), (0, 0, 0), (1, 0, 1)]
    assert novelties(["a", "b", "c", "d"], groups) == [
        Novelty("a", (1, 2), ()),
        Novelty("b", (), (2,)),
        Novelty("c", (), ()),
        Novelty("d", (3,), (1,)),
    ]


@pytest.mark.parametrize(
    ("new", "again", "gain", "sentence"),
    [
        ((1, 2), (), "2.000", "d3 is the first on subtopics 1 and 2."),
        ((), (), "0.000", "d3 covers no subtopic."),
        ((3,), (1,), "1.500", "d3 is the first on subtopic 3, and repeats subtopic 1. Its gain is 1.500 instead of 2."),
        (
            *((), (1, 2), "1.000"),
            "d3 adds nothing new: both of its subtopics are covered above. Its gain is 1.000 instead of 2.",
        ),
        (
            *((), (1, 2, 4), "0.750"),
            "d3 adds nothing new: all three of its subtopics are covered above. Its gain is 0.750 instead of 3.",
        ),
        ((), (1,), "1.000", f"d3 adds nothing new: its subtopic is covered above. Its gain is still 1.000, {IN_FULL}."),
    ],
)
def test_sentences_about_documents(new: tuple[int, ...], again: tuple[int, ...], gain: str, sentence: str) -> None:
    assert say(Novelty("d3", new, again).remark(str(len(new) + len(again)), gain)) == sentence


@given(st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=1, max_size=8))
def test_with_alpha_1_the_gain_counts_what_is_new(groups: list[tuple[int, int, int]]) -> None:
    gains = explain(subtopics=write_subtopics(groups)).columns("alpha_nDCG(alpha=1)")["G"]
    assert [len(added.new) for added in novelties(map(str, range(len(groups))), groups)] == gains[: len(groups)]
