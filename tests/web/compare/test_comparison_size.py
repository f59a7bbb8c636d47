"""The bytes that a comparison is said to take are about those that Python gives it."""

from __future__ import annotations

import gc
import tracemalloc
from io import BytesIO

import pytest

from ireval.comparison import RunComparison, compare
from ireval.trec import read_qrels, read_run
from tests.ireval.comparison.sixty_topics import RUNS
from tests.tiers import sampled
from tests.web.compare.several_runs import qrels_text, run_text
from web.compare.comparison_cache import bytes_of_results, bytes_of_sources

pytestmark = pytest.mark.slow

pytest.importorskip("scipy")

JUDGED = read_qrels(BytesIO(qrels_text().encode()))
READ = {name: read_run(BytesIO(run_text(run).encode())) for name, run in RUNS.items()}


def use(runs: int, measures: int) -> RunComparison:
    """A comparison of which everything was shown."""
    names = [f"P@{k}" for k in range(1, measures + 1)]
    found = compare(JUDGED, {name: READ[name] for name in list(READ)[:runs]}, names)
    assert found.overlaps and found.curves
    for measure in found.measures:
        assert measure.means and measure.quartiles
        for pair in measure.pairs:
            assert found.reasons(measure, pair, [0]) and pair.outcomes
    return found


@pytest.mark.parametrize(("runs", "measures"), sampled([(2, 1), (2, 8), (3, 8)], 1))
def test_what_is_computed_is_counted_measure_by_measure(runs: int, measures: int) -> None:
    use(runs, measures)  # fills the caches that do not belong to a comparison
    gc.collect()
    tracemalloc.start()
    try:
        found = use(runs, measures)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken / 1.6 < bytes_of_results(found) < taken * 1.6


def test_the_sources_are_counted_row_by_row() -> None:
    rows = len(JUDGED.grades) + len(READ["first"].scores) + len(READ["third"].scores)
    found = compare(JUDGED, {name: READ[name] for name in ("first", "third")})
    assert bytes_of_sources(found) == 80 * rows
