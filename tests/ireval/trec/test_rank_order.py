"""The order of a run's documents is that of Python's own sort, whatever part of the run is in order already."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ireval.trec.plain_dicts import run_of
from ireval.trec.rank_order import RankOrder, rank_rows
from tests.ireval.random_lists import composite, examples, given, st

#: The last two are equal in single precision.
SCORES = [3.0, 2.0, 1.5, 0.0, -0.0, -1.0, 1e300, 1.0, 1.0 + 1e-12]
DOCS = [f"d{i}" for i in range(12)] + ["d", "e" * 9, "e" * 9 + "a", "e" * 20, "é", "日本"]


@composite
def runs(draw: Any) -> dict[str, dict[str, float]]:
    """Topics of which some are in order, some have equal scores, and some are empty."""
    run: dict[str, dict[str, float]] = {}
    for topic in range(draw(st.integers(1, 6))):
        docs = draw(st.lists(st.sampled_from(DOCS), unique=True))
        scores = draw(st.lists(st.sampled_from(SCORES), min_size=len(docs), max_size=len(docs)))
        ordered = sorted(scores, reverse=True) if draw(st.booleans()) else scores
        run[str(topic)] = dict(zip(docs, ordered, strict=True))
    return run


@pytest.mark.parametrize("ties", ["docno-descending", "docno-ascending", "input-order"])
@pytest.mark.parametrize("precision", ["double", "single"])
@given(case=runs())
@examples(20)
def test_documents_are_ordered_as_pythons_sort_orders_them(
    ties: str, precision: str, case: dict[str, dict[str, float]]
) -> None:
    def compared(score: float) -> float:
        with np.errstate(over="ignore"):
            return float(np.float32(score)) if precision == "single" else score

    run = run_of(case)
    ranked = rank_rows(run, RankOrder(ties, precision)).by_rank(np.arange(len(run.scores)))
    found = iter([run.groups.docs[row] for row in ranked.tolist()])
    for mine in case.values():
        docs = list(mine)
        if ties != "input-order":
            docs.sort(key=lambda doc: doc.encode(), reverse=ties == "docno-descending")
        docs.sort(key=lambda doc: -compared(mine[doc]))
        assert [next(found) for _ in docs] == docs
