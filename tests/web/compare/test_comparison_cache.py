"""Comparisons are cached within bounds, and never for other sources than those they compare."""

from __future__ import annotations

from ireval.comparison import RunComparison, compare
from web.compare.comparison_cache import ComparisonCache, bytes_of_results, bytes_of_sources

QRELS = {"1": {"a": 1, "b": 0}}
RUNS = {"A": {"1": {"a": 2.0, "b": 1.0}}, "B": {"1": {"a": 1.0, "b": 2.0}}}


def make() -> RunComparison:
    return compare(QRELS, RUNS, "P@1")


SIZE = bytes_of_sources(make()) + bytes_of_results(make())


def test_a_comparison_is_computed_once_for_the_same_sources() -> None:
    cache, sources = ComparisonCache(), (QRELS, RUNS)
    found = cache.find("key", sources, make)
    assert cache.find("key", sources, make) is found
    assert cache.find("other", sources, make) is not found
    assert cache.size == 2 * SIZE


def test_other_sources_with_equal_content_are_compared_anew() -> None:
    cache = ComparisonCache()
    found = cache.find("key", (QRELS, RUNS), make)
    again = cache.find("key", (dict(QRELS), RUNS), make)
    assert again is not found
    assert (len(cache), cache.size) == (1, SIZE)
    assert cache.find("key", (QRELS,), make) is not again


def test_the_one_asked_for_longest_ago_makes_room() -> None:
    cache, sources = ComparisonCache(2 * SIZE), (QRELS,)
    first, second = cache.find(1, sources, make), cache.find(2, sources, make)
    assert cache.find(1, sources, make) is first
    cache.find(3, sources, make)
    assert cache.find(1, sources, make) is first
    assert cache.find(2, sources, make) is not second
    assert cache.size <= cache.most_bytes


def test_what_has_no_room_is_not_kept() -> None:
    cache = ComparisonCache(SIZE - 1)
    cache.find(1, (QRELS,), make)
    assert (len(cache), cache.size) == (0, 0)
