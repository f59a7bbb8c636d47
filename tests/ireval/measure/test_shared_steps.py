"""Measures of one list share steps: each has the numbers that it has alone, whatever was computed before it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ireval.conventions import effective
from ireval.explanation.explanation import Explanation
from ireval.measure import Computed
from ireval.measure.listing import variants
from ireval.measure.scores import compute
from ireval.ranking.judgements import Ranking
from ireval.ranking.shared_steps import MOST_STEPS, SharedSteps

LISTS: dict[str, tuple[Any, ...]] = {
    "graded": ([1, 0, 1, 0, 0, 3, 0, -1, 0, 2, -2, 0], [3, 2, 0, 1], 800),
    "shorter than the cutoff": ([0, 1], [1], None),
    "nothing retrieved": ([], [1], 5),
    "nothing relevant": ([0, -1, 0], [], 9),
    "subtopics": ([1, 0, 2], [1], None, [[1, 0], [0, 0], [1, 1]], [[0, 1]]),
}
CONVENTIONS: list[tuple[str, dict[str, Any]]] = [
    ("lillis", {}),
    ("trec_eval", {}),
    ("blog", {"unjudged": "skipped", "rel": 2}),
    ("lillis", {"rounding": "columns", "decimals": 1}),
    ("kth", {"rounding": "carried", "interpolation": "following-interval"}),
]


def numbers(computed: Computed) -> dict[str, bytes]:
    columns = {f"{name} {key}": x for name in ("raw", "columns") for key, x in getattr(computed, name).items()}
    wanted = {**columns, "score": computed.score, "rank": computed.score_rank}
    return {key: np.ascontiguousarray(x, dtype=np.float64).tobytes() for key, x in wanted.items()}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(("preset", "overrides"), CONVENTIONS)
def test_a_measure_has_the_numbers_that_it_has_alone(name: str, preset: str, overrides: dict[str, Any]) -> None:
    given, conventions = LISTS[name], effective(preset, overrides)
    together = Explanation(Ranking.one(*given), conventions)
    chosen = {"k": 5, "level": 0.3, "beta": 2}
    specs = [spec for _, spec in variants(chosen, conventions, subtopics=len(given) > 3)]
    for spec in (*specs, *reversed(specs)):
        together.compute(spec)
    for spec in specs:
        alone = compute(spec, Ranking.one(*given), conventions)
        assert numbers(together.compute(spec)) == numbers(alone), str(spec)


def test_a_step_is_computed_once_for_the_same_objects() -> None:
    done: list[tuple[float, float]] = []

    def add(a: Any, b: Any) -> Any:
        done.append((float(a[0]), float(b[0])))
        return a + b

    steps, one, two = SharedSteps(), np.array([1.0]), np.array([2.0])
    first = steps.share(add, one, two)
    assert steps.share(add, one, two) is first
    assert steps.share(add, one, np.array([2.0])).tolist() == [3.0]
    assert done == [(1, 2), (1, 2)]


def test_no_more_steps_are_kept_than_a_page_needs() -> None:
    """An object that is gone is never taken for another one that has got its place in memory."""
    steps = SharedSteps()
    for i in range(3 * MOST_STEPS):
        assert steps.share(np.negative, np.array([float(i)])).tolist() == [-i]
        assert len(steps) <= MOST_STEPS


def test_blocks_keep_no_steps() -> None:
    done: list[int] = []
    block = Ranking.block([Ranking.one([1]), Ranking.one([0])])
    for _ in range(2):
        block.share(done.append, 1)
    assert done == [1, 1]
