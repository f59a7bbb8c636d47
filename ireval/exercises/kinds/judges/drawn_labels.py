"""Labels that are drawn for an exercise on agreement, and the table in which the sheet shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ireval.agreement.coefficient import Labels
from ireval.agreement.label_counts import NAMES, LabelCounts
from ireval.agreement.labels_in_common import GivenLabels
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.judges.two_judges import TwoJudges
from ireval.exercises.question.question import Grid, GridCell
from ireval.messages import Message, say

#: Possible numbers of documents in a table of counts.
_TOTALS = (40, 50, 80, 120, 150, 200)
#: The assessors of an exercise in which each of them missed documents.
_THREE = ("A", "B", "C")
_GRADES = ("0", "1", "2")


class DrawnLabels(NamedTuple):
    """Labels, the key of the question about them, the table on the sheet, and the labels in words.

    ``usable`` is whether they have all cases that the exercise is about.
    """

    labels: Labels
    task: str
    grid: Grid
    words: str
    documents: int
    usable: bool


def binary_labels(length: int, stream: Stream, spread: bool) -> DrawnLabels:
    """The labels of two judges, document by document in random order."""
    judges = _two_judges(length, stream, spread)
    return _binary(judges, "assessors-task-of-labels", _label_grid(judges.labels, NAMES, stream))


def binary_counts(_length: int, stream: Stream, spread: bool) -> DrawnLabels:
    """The labels of two judges, counted."""
    judges = _two_judges(stream.choice(_TOTALS), stream, spread)
    return _binary(judges, "assessors-task-of-counts", _binary_grid(judges))


def graded_counts(_length: int, stream: Stream, _spread: bool) -> DrawnLabels:
    """Three grades of two judges, counted."""
    total = stream.choice(_TOTALS)
    near, far = max(2, total // 10), max(2, total // 16)
    a, b, c, d = (stream.between(1, near) for _ in range(4))
    e, f = (stream.between(0, far) for _ in range(2))
    rest = total - (a + b + c + d + e + f)
    low = stream.between(rest // 4, rest // 2)
    middle = stream.between(rest // 6, rest // 3)
    counts = LabelCounts(_GRADES, ((low, a, e), (b, middle, c), (f, d, rest - low - middle)), NAMES)
    return DrawnLabels(counts, "assessors-task-of-grades", _counts_grid(counts), "", total, e + f > 0)


def labels_with_gaps(length: int, stream: Stream, _spread: bool) -> DrawnLabels:
    """Grades of three judges; two documents lack one label, and one lacks two."""
    rows = []
    for _ in range(max(length, 5)):
        usual = stream.between(0, 2)
        rows.append([usual if stream.below(10) < 7 else stream.between(0, 2) for _ in _THREE])
    first, second, third = stream.sample(range(len(rows)), 3)
    for row, missed in ((first, 1), (second, 1), (third, 2)):
        for place in stream.sample(range(len(_THREE)), missed):
            rows[row][place] = -1
    chosen = np.array(rows, np.int64)
    pairs = tuple(("", f"d{place}") for place in range(1, len(rows) + 1))
    labels = GivenLabels(_THREE, _GRADES, pairs, chosen)
    counted = chosen[(chosen >= 0).sum(axis=1) > 1]
    usable = {*counted.ravel().tolist()} >= {0, 1, 2}
    grid = _grid_of([[_label(grade) for grade in row] for row in rows], _THREE)
    return DrawnLabels(labels, "assessors-task-of-gaps", grid, "", len(rows), usable)


def _two_judges(total: int, stream: Stream, spread: bool) -> TwoJudges:
    """Judges of ``total`` documents, who differ in how many they call relevant, more so with a wide ``spread``."""
    apart = stream.between(2, max(2, total // 2 if spread else 3 * total // 10))
    first = stream.between(0, apart)
    both = stream.between(1, max(1, total - apart - 1))
    return TwoJudges(both, first, apart - first, total - apart - both)


def _binary(judges: TwoJudges, task: str, grid: Grid) -> DrawnLabels:
    words = say(Message("assessors-counted", judges._asdict()))
    return DrawnLabels(judges.counts, task, grid, words, judges.total, min(judges.both, judges.neither) > 0)


def _label_grid(labels: Sequence[tuple[int, int]], names: Sequence[str], stream: Stream) -> Grid:
    return _grid_of([[str(label) for label in row] for row in stream.shuffled(labels)], names)


def _grid_of(rows: Sequence[Sequence[str]], names: Sequence[str]) -> Grid:
    """The labels document by document."""
    lines = tuple((GridCell(f"d{i}"), *map(GridCell, row)) for i, row in enumerate(rows, start=1))
    heads = (say(Message("column-of-assessor", name=name)) for name in names)
    return Grid((say(Message("column-of-documents")), *heads), ("",) * (len(names) + 1), lines)


def _label(grade: int) -> str:
    return str(grade) if grade >= 0 else say(Message("label-missing"))


def _binary_grid(judges: TwoJudges) -> Grid:
    """The documents counted by both labels, relevant ones first, with the sums."""
    counts = ((judges.both, judges.only_first), (judges.only_second, judges.neither))
    return _counts_grid(LabelCounts(("1", "0"), counts, NAMES))


def _counts_grid(counts: LabelCounts) -> Grid:
    """The documents counted by both labels, with the sums."""
    total = say(Message("sum-of-counts"))
    first, second = counts.assessors
    rows = [
        *((_says(first, label), row) for label, row in zip(counts.labels, counts.counts, strict=True)),
        (total, counts.columns),
    ]
    lines = tuple(tuple(GridCell(text) for text in (head, *map(str, row), str(sum(row)))) for head, row in rows)
    heads = (say(Message("counted-documents")), *(_says(second, label) for label in counts.labels), total)
    return Grid(heads, ("",) * len(heads), lines)


def _says(name: str, label: str) -> str:
    return say(Message("assessor-says", name=name, label=label))
