"""Limits of the work of one comparison: the answer takes ten seconds or so, and fits on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

from ireval.errors import InputError
from ireval.measure.spelling import FIELD, Spec
from ireval.messages import Message

MOST_RUNS, MOST_MEASURES = 50, 8
#: The most comparisons, which are pairs of runs times measures: all pairs of the most runs in one measure, or of twelve
#: runs in eight measures. The number of resamples grows with them, so that twice as many take four times as long.
MOST_COMPARISONS = 1_300
#: The most differences that are tested: topics times comparisons.
MOST_DIFFERENCES = 150_000
#: The most pairs in all measures that a page shows with their topics; more pairs are a table, with one pair on demand.
MOST_OPEN = 48
#: The most differences whose reasons are in one answer: each takes up to 1 ms, and a line.
MOST_REASONS = 5_000


def check_measures(specs: Sequence[Spec]) -> None:
    """Raise ``InputError`` if there are too many measures."""
    if len(specs) > MOST_MEASURES:
        raise InputError(FIELD, "too-many-measures-compared", count=len(specs), most=MOST_MEASURES)


def check_work(topics: int, runs: int, specs: Sequence[Spec], *, baseline: bool = False) -> None:
    """Raise ``InputError`` if a comparison would take too long; the error says what to leave out.

    With a ``baseline`` the other runs are compared only with that one.
    """
    measures = len(specs)
    comparisons = _pairs(runs, baseline) * measures
    if _fits(topics, comparisons):
        return
    ways = list(_ways(topics, runs, measures, baseline)) or [Message("compare-fewer-topics", most=MOST_DIFFERENCES)]
    if not baseline and _fits(topics, (runs - 1) * measures):
        ways.append(Message("compare-with-a-baseline"))
    if comparisons > MOST_COMPARISONS:
        raise InputError("run", "too-many-comparisons", count=comparisons, most=MOST_COMPARISONS, ways=ways)
    raise InputError("run", "too-many-differences", count=topics * comparisons, most=MOST_DIFFERENCES, ways=ways)


def _pairs(runs: int, baseline: bool) -> int:
    return runs - 1 if baseline else comb(runs, 2)


def _fits(topics: int, comparisons: int) -> bool:
    return comparisons <= MOST_COMPARISONS and topics * comparisons <= MOST_DIFFERENCES


def _ways(topics: int, runs: int, measures: int, baseline: bool) -> Iterator[Message]:
    """Yield the ways to reduce the work of a comparison."""
    fewer_runs = _most_runs(topics, runs, measures, baseline)
    if fewer_runs > 1:
        yield Message("compare-fewer-runs", runs=fewer_runs, measures=measures)
    fewer_measures = sum(_fits(topics, _pairs(runs, baseline) * n) for n in range(1, measures))
    if fewer_measures:
        yield Message("compare-fewer-measures", runs=runs, measures=fewer_measures)
    if fewer_runs < 2 and not fewer_measures and _most_runs(topics, runs, 1, baseline) > 1:
        yield Message("compare-fewer-runs", runs=_most_runs(topics, runs, 1, baseline), measures=1)


def _most_runs(topics: int, runs: int, measures: int, baseline: bool) -> int:
    """The most runs that can be compared in this number of measures."""
    return 1 + sum(_fits(topics, _pairs(n, baseline) * measures) for n in range(2, runs + 1))
