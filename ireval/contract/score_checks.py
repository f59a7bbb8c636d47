"""Checks of scores: one list and a block agree, bounded scores stay within bounds, and a cutoff cuts."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, permutations
from typing import Any

import numpy as np

from ireval.contract.cases import distinct_presets, spellings
from ireval.contract.finding import Finding
from ireval.contract.sample_lists import AWKWARD, DIVERSE, Listing, SampleList, block_of, random_lists
from ireval.conventions import effective
from ireval.measure import Measure, Params, Table, run
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec
from ireval.numbers.arrays import Floats
from ireval.ranking.judgements import Ranking

CLOSE = 1e-12
#: With this rounding, sums may be larger than those of the ideal list, because every step is rounded.
ROUNDINGS: tuple[dict[str, object], ...] = (
    {"rounding": "exact"},
    {"rounding": "columns", "decimals": 0},
    {"rounding": "columns", "decimals": 1},
    {"rounding": "columns", "decimals": 3},
)


class _WatchedTable(Table):
    """A table that notes the line of the file at which each column was stored."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.kept_at: dict[str, tuple[str, int]] = {}

    def column(self, key: str, x: Floats, *, exact: bool = False) -> Floats:
        """Store a column, and note the line of the call."""
        frame = sys._getframe(1)  # the caller
        self.kept_at[key] = (frame.f_code.co_filename, frame.f_lineno)
        return super().column(key, x, exact=exact)


#: Lists whose order is changed, each with another list of the same judged documents that retrieved others of them.
ORDERS = (
    (SampleList("310u02", "21", 30), SampleList("010u02", "231", 30)),
    (SampleList("0011", "1", 9), SampleList("0001", "11", 9)),
)
DIVERSE_ORDERS = (
    (
        SampleList("", "", None, "110,010,001,000", "011"),
        SampleList("", "", None, "000,010,001,000", "011,110"),
    ),
)
ORDERS_TRIED, LONGEST_ORDER = 40, 1000


def check_columns(measure: Measure) -> Iterator[Finding]:
    """``compute`` gives the declared columns in their order, each with a number for every row of a list or a block."""
    one, other = AWKWARD["the lectures' fifteen"].ranking, AWKWARD["unjudged between"].ranking
    if measure.needs_subtopics:
        one, other = DIVERSE["the thesis' five"].ranking, DIVERSE["unjudged between"].ranking
    params = Params(spellings(measure)[0].effective(effective()))
    for ranking in (one, Ranking.block([one, other])):
        table = _WatchedTable(ranking, params, measure.rows(ranking, params), partial(run, measure))
        measure.compute(table)
        given, declared = list(table.columns), [c.key for c in measure.columns if not c.optional]
        if given != declared:
            wrong = f"It gives the columns {', '.join(given) or 'none'}; declared are {', '.join(declared)}."
            yield Finding("columns", "compute", wrong, "Keep each of them with t.column(key, numbers), in this order.")
            return
        for key, column in table.columns.items():
            yield from _column_shape(measure, key, column, table)


def _column_shape(measure: Measure, key: str, column: object, table: _WatchedTable) -> Iterator[Finding]:
    """Yield the faults in the shape of a column, with the line of the measure's file that stores it."""
    others = [x.shape[-1] for x in table.columns.values() if isinstance(x, np.ndarray) and x.ndim]
    rows = others[0] if measure.axis != "rank" and others else table.width
    expected = (*np.shape(table.rows)[:-1], rows)
    numbers = isinstance(column, np.ndarray) and column.dtype.kind in "fiub"
    if isinstance(column, np.ndarray) and numbers and column.shape == expected:
        return
    file, line = table.kept_at[key]
    own = file == getattr(getattr(measure.compute, "__code__", None), "co_filename", "")
    given = f"an array of shape {column.shape}" if isinstance(column, np.ndarray) and numbers else f"{column!r:.40}"
    lists = "a block of 2 lists" if len(expected) > 1 else "a list"
    wrong = f"It is {given}, where {lists} needs numbers of shape {expected}."
    fix = "Compute along the last axis, and keep all axes. t.every_row(x) makes a column of one number a list."
    yield Finding("column-shape", f"column {key}{f', line {line}' if own else ''}", wrong, fix)


def check_block(spec: Spec, block: Sequence[Listing], conventions: Mapping[str, Any], preset: str) -> Iterator[Finding]:
    """Each list has the same numbers in a block as alone."""
    rows = compute(spec, Ranking.block(x.ranking for x in block), conventions)
    fix = "Compute along the last axis, and keep the axes before it: keepdims=True, [..., None]."
    if np.shape(rows.score) != (len(block),) or np.shape(rows.score_rank) != (len(block),):
        wrong = f"{len(block)} lists give scores of shape {np.shape(rows.score)}, {spec} under {preset}."
        yield Finding("block", "compute", wrong, fix)
        return
    for i, listing in enumerate(block):
        alone = compute(spec, listing.ranking, conventions)
        pairs = {"score": (alone.score, rows.score[i]), "score_rank": (alone.score_rank, rows.score_rank[i])}
        for key, column in alone.columns.items():
            pairs[f"column {key}"] = (column, rows.columns[key][i, : len(column)])
        for where, (one, several) in pairs.items():
            if not same_numbers(one, several):
                wrong = (
                    f"It is {_shown(one)} alone and {_shown(several)} in a block, {spec} of {listing} under {preset}."
                )
                yield Finding("block", where, wrong, fix)


def same_numbers(one: Any, several: Any) -> bool:
    """Whether numbers are the same, also where they are undefined; ``np.allclose`` takes ten times as long."""
    with np.errstate(invalid="ignore"):
        close = (one == several) | (np.abs(np.subtract(one, several)) <= CLOSE)
    return bool(np.all(close | ((one != one) & (several != several))))


def check_blocks(measure: Measure) -> Iterator[Finding]:
    """Check all special cases as one block, random lists as another, in turn with every preset; and an empty block."""
    blocks = [list(AWKWARD.values()), list(random_lists(8))]
    if measure.needs_subtopics:
        blocks += [list(DIVERSE.values()), list(random_lists(8, subtopics=True))]
    for i, spec in enumerate(spellings(measure)):
        for j, preset in enumerate(distinct_presets(measure)):
            yield from check_block(spec, blocks[(i + j) % len(blocks)], effective(preset), preset)
        shape = np.shape(compute(spec, Ranking.block([]), effective()).score)
        if shape != (0,):
            fix = "Take no number of lists for granted."
            yield Finding("block", "compute", f"A block without lists gives scores of shape {shape}.", fix)


def check_bounds(measure: Measure) -> Iterator[Finding]:
    """Scores of a bounded measure stay between 0 and 1, also if they are quotients of rounded cells."""
    if not measure.bounded:
        return
    lists = random_lists(200, subtopics=measure.needs_subtopics)
    block = block_of(lists)
    for spec in spellings(measure):
        for preset in distinct_presets(measure):
            for rounding in ROUNDINGS:
                scores = compute(spec, block, effective(preset, rounding)).score
                for i in np.flatnonzero((scores < -CLOSE) | (scores > 1 + CLOSE))[:1].tolist():
                    wrong = f"{spec} of {lists[i]} is {scores[i]:.6g} under {preset}."
                    yield Finding("bounds", "score", wrong, "Correct it, or declare bounded=False.")


def check_defined(measure: Measure) -> Iterator[Finding]:
    """The measure has a score on some of the random lists."""
    block = block_of(random_lists(60, subtopics=measure.needs_subtopics))
    for spec in spellings(measure)[:1]:
        if np.isnan(compute(spec, block, effective()).score).all():
            wrong = f"{spec} has no score on any of 60 random lists."
            yield Finding("never-defined", "score", wrong, "Look at score_rank and at divisions by 0.")


def check_cutoff(measure: Measure) -> Iterator[Finding]:
    """Documents below the cutoff do not count: their order changes no score, and some cutoff changes a score."""
    if measure.cutoff is None or measure.cutoff.name != "k":
        return
    draw = random.Random(5)  # noqa: S311 - the same order in every run
    lists = random_lists(60, subtopics=measure.needs_subtopics)
    cut = [spec for spec in spellings(measure) if spec.own.get("k")]
    seen = set[bytes]()
    for spec in cut:
        k = int(spec.own["k"])
        before = compute(spec, block_of(lists), effective()).score
        after = compute(spec, Ranking.block(_shuffled(x, k, draw).ranking for x in lists), effective()).score
        seen.add(np.nan_to_num(before, nan=-1).round(9).tobytes())
        if measure.needs_subtopics:  # a greedy ideal list takes the first of equals, so the order may count there
            continue
        for i in np.flatnonzero(~np.isclose(before, after, rtol=0, atol=CLOSE, equal_nan=True))[:1].tolist():
            wrong = f"{spec} of {lists[i]} changes when documents below rank {k} change places."
            yield Finding("cutoff", "cutoff", wrong, "Read the score at t.end, and use ranks up to there only.")
    if cut and len(seen) == 1:
        wrong = "Every cutoff gives the same scores on 60 random lists."
        yield Finding("cutoff", "cutoff", wrong, "Use t.end, or declare no cutoff.")


def check_order(measure: Measure) -> Iterator[Finding]:
    """A set measure has the same score in any order of the ranks that count; other measures do not.

    A measure of only the ideal list depends neither on the order of the ranking nor on which documents it retrieved.
    """
    spec = spellings(measure)[0]
    moved, retrieved = "", False
    for listing, other in DIVERSE_ORDERS if measure.needs_subtopics else ORDERS:
        end = min(int(spec.own.get("k") or LONGEST_ORDER), listing.length)
        orders = islice(permutations(range(end)), ORDERS_TRIED)
        lists = [_reordered(listing, [*order, *range(end, listing.length)]) for order in orders]
        first, *others = [compute(spec, x.ranking, effective()).score for x in lists]
        changed = [x for x, score in zip(lists[1:], others, strict=True) if not same_numbers(score, first)]
        moved = moved or "".join(map(str, changed[:1]))
        retrieved = retrieved or not same_numbers(compute(spec, other.ranking, effective()).score, first)
    if measure.set_based and moved:
        wrong = f"It is declared to look at a set, but {spec} changes with the order, as of {moved}."
        yield Finding("set-based", "set_based", wrong, "Leave set_based out, or correct compute.")
    if not measure.set_based and not moved and retrieved:
        wrong = f"No order of the first ranks changes {spec}."
        yield Finding("set-based", "set_based", wrong, "Declare set_based=True, or correct compute.")


def _shuffled(listing: SampleList, k: int, draw: random.Random) -> SampleList:
    """The list with the documents below rank ``k`` in another order."""
    places = list(range(k, listing.length))
    draw.shuffle(places)
    return _reordered(listing, [*range(min(k, listing.length)), *places])


def _reordered(listing: SampleList, order: Sequence[int]) -> SampleList:
    """The list with the documents of these places, counted from 0, in this order."""
    groups = listing.subtopics.split(",") if listing.subtopics else []
    labels = "".join(listing.labels[i] for i in order) if listing.labels else ""
    return listing._replace(labels=labels, subtopics=",".join(groups[i] for i in order if groups))


def _shown(numbers: Any) -> str:
    return np.array2string(np.asarray(numbers), precision=4, threshold=6)
