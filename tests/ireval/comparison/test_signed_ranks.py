"""The exact p-values of Wilcoxon's test against SciPy's, which looks at all ways to give the signs one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ireval.comparison.signed_ranks import MOST_EXACT, signed_rank_p
from ireval.comparison.significance import wilcoxon

stats = pytest.importorskip("scipy.stats")
RANDOM = np.random.default_rng(12)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 9])
def test_ties_and_zeros_are_treated_as_in_scipy(count: int) -> None:
    for _ in range(3):
        differences = RANDOM.integers(-3, 5, count) / 10
        if differences.any():
            assert signed_rank_p(differences) == pytest.approx(stats.wilcoxon(differences).pvalue, rel=1e-12)


@pytest.mark.parametrize("count", [1, 4, 10, 13, 20])
def test_without_ties_it_is_the_exact_test_of_scipy(count: int) -> None:
    differences = RANDOM.normal(0.3, 1, count)
    assert signed_rank_p(differences) == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, rel=1e-12)


def test_few_topics_with_ties_need_no_search_through_all_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: Any, **__: Any) -> None:
        raise AssertionError("SciPy looks at all ways to give the signs")

    monkeypatch.setattr(stats, "permutation_test", search)
    for count in range(2, MOST_EXACT + 3):
        differences = np.round(RANDOM.normal(0.1, 0.3, count), 1)
        differences[:2] = 0, 0.1
        assert 0 < wilcoxon(differences, 0) <= 1
