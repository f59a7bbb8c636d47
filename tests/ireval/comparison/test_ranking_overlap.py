"""Jaccard and RBO against their definitions with sets, depth by depth."""

from __future__ import annotations

import numpy as np
import pytest

from ireval.comparison.ranking_overlap import DEPTH, PERSISTENCE, overlaps
from ireval.trec.plain_dicts import run_of
from ireval.trec.rank_order import RankOrder
from tests.ireval.random_lists import given, st

docs = st.lists(st.sampled_from([f"d{i}" for i in range(20)]), unique=True, max_size=16)


def run(lists: dict[str, list[str]]) -> dict[str, dict[str, float]]:
    return {topic: {doc: float(-i) for i, doc in enumerate(docs)} for topic, docs in lists.items()}


def rbo_by_sets(a: list[str], b: list[str], p: float) -> float:
    """Equation 32 of Webber, Moffat and Zobel (2010), term by term."""
    short, long = sorted([a, b], key=len)
    s, m = len(short), len(long)
    if not s:
        return 0.0
    x = [len(set(short[:d]) & set(long[:d])) for d in range(m + 1)]
    first = sum(x[d] / d * p**d for d in range(1, m + 1))
    second = sum(x[s] * (d - s) / (s * d) * p**d for d in range(s + 1, m + 1))
    return (1 - p) / p * (first + second) + ((x[m] - x[s]) / m + x[s] / s) * p**m


@given(docs, docs, docs)
def test_they_agree_with_their_definitions(a: list[str], b: list[str], other: list[str]) -> None:
    one, two = run_of(run({"0": ["z"], "1": a, "2": other})), run_of(run({"2": other, "1": b, "3": ["y"]}))
    found = overlaps(one, two, ["1", "2", "3"], RankOrder())
    if a or b:
        tops = set(a[:DEPTH]), set(b[:DEPTH])
        assert found["1"].jaccard == pytest.approx(len(tops[0] & tops[1]) / len(tops[0] | tops[1]))
        assert found["1"].rbo == pytest.approx(rbo_by_sets(a, b, PERSISTENCE))
    else:
        assert (found["1"].jaccard, found["1"].rbo) == (None, None)
    if other:
        assert found["2"].jaccard == 1.0
        assert found["2"].rbo == pytest.approx(1.0)
    assert (found["3"].jaccard, found["3"].rbo) == (0.0, 0.0)


def test_the_order_of_equal_scores_counts() -> None:
    one, two = run_of({"1": {"a": 1.0, "b": 1.0}}), run_of({"1": {"a": 2.0, "b": 1.0}})
    first = overlaps(one, two, ["1"], RankOrder("docno-ascending"))["1"]
    last = overlaps(one, two, ["1"], RankOrder("docno-descending"))["1"]
    assert first.rbo == pytest.approx(1.0)
    assert last.rbo == pytest.approx(rbo_by_sets(["b", "a"], ["a", "b"], PERSISTENCE))
    assert np.isclose(last.jaccard or 0, 1.0)
