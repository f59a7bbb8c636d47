"""Comparisons are kept within bounds, and never longer than what they compare."""

from __future__ import annotations

from ireval.comparison import RunComparison, compare
from web.compare.kept_comparisons import KeptComparisons, bytes_of_results, bytes_of_sources

QRELS = {"1": {"a": 1, "b": 0}}
RUNS = {"A": {"1": {"a": 2.0, "b": 1.0}}, "B": {"1": {"a": 1.0, "b": 2.0}}}


def make() -> RunComparison:
    return compare(QRELS, RUNS, "P@1")


SIZE = bytes_of_sources(make()) + bytes_of_results(make())


def test_a_comparison_is_computed_once_for_the_same_sources() -> None:
    kept, sources = KeptComparisons(), (QRELS, RUNS)
    found = kept.find("key", sources, make)
    assert kept.find("key", sources, make) is found
    assert kept.find("other", sources, make) is not found
    assert kept.size == 2 * SIZE


def test_other_sources_with_equal_content_are_compared_anew() -> None:
    kept = KeptComparisons()
    found = kept.find("key", (QRELS, RUNS), make)
    again = kept.find("key", (dict(QRELS), RUNS), make)
    assert again is not found
    assert (len(kept), kept.size) == (1, SIZE)
    assert kept.find("key", (QRELS,), make) is not again


def test_the_one_asked_for_longest_ago_makes_room() -> None:
    kept, sources = KeptComparisons(2 * SIZE), (QRELS,)
    first, second = kept.find(1, sources, make), kept.find(2, sources, make)
    assert kept.find(1, sources, make) is first
    kept.find(3, sources, make)
    assert kept.find(1, sources, make) is first
    assert kept.find(2, sources, make) is not second
    assert kept.size <= kept.most_bytes


def test_what_has_no_room_is_not_kept() -> None:
    kept = KeptComparisons(SIZE - 1)
    kept.find(1, (QRELS,), make)
    assert (len(kept), kept.size) == (0, 0)
