"""How much is compared at a time: so much that the answer takes a few seconds, and a page can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, isqrt

from ireval.errors import InputError
from ireval.measure.spelling import FIELD, Spec
from ireval.messages import Message

MOST_RUNS, MOST_MEASURES = 8, 8
#: The most differences that are tested: topics times pairs of runs times measures. With its tests, its reason and its
#: part of the answer, each takes up to 1 ms of processor time.
MOST_DIFFERENCES = 5_000


def check_measures(specs: Sequence[Spec]) -> None:
    """Raise ``InputError`` if these are too many measures."""
    if len(specs) > MOST_MEASURES:
        raise InputError(FIELD, "too-many-measures-compared", count=len(specs), most=MOST_MEASURES)


def check_work(topics: int, runs: int, specs: Sequence[Spec]) -> None:
    """Raise ``InputError``, which says what to leave out, if a comparison would take too long."""
    differences = topics * comb(runs, 2) * len(specs)
    if differences > MOST_DIFFERENCES:
        ways = list(_ways(topics, runs, len(specs))) or [Message("compare-fewer-topics", most=MOST_DIFFERENCES)]
        raise InputError("run", "too-many-differences", count=differences, most=MOST_DIFFERENCES, ways=ways)


def _ways(topics: int, runs: int, measures: int) -> Iterator[Message]:
    """What may be left out."""
    fewer_runs = _most_runs(topics * measures)
    if fewer_runs > 1:
        yield Message("compare-fewer-runs", runs=fewer_runs, measures=measures)
    fewer_measures = MOST_DIFFERENCES // (topics * comb(runs, 2))
    if fewer_measures:
        yield Message("compare-fewer-measures", runs=runs, measures=fewer_measures)
    if fewer_runs < 2 and not fewer_measures and _most_runs(topics) > 1:
        yield Message("compare-fewer-runs", runs=_most_runs(topics), measures=1)


def _most_runs(differences: int) -> int:
    """The most runs whose pairs fit, each with so many differences: r (r - 1) / 2 is at most the number of pairs."""
    return (1 + isqrt(1 + 8 * (MOST_DIFFERENCES // differences))) // 2
