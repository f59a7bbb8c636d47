"""Whether the averages of an output of trec_eval are those of the topics that it shows, and if not, why."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ireval.errors import InputError
from ireval.evaluation.results import GEOMETRIC, Scores
from ireval.evaluation.trec_eval_names import COUNTS
from ireval.measure import GEOMETRIC_FLOOR
from ireval.measure.spelling import parse
from ireval.messages import Figures, Message
from ireval.numbers.expression import fixed
from ireval.reproduction.printed_scores import Printed, PrintedScores

#: trec_eval's measures whose values of topics are other numbers than those that it averages: logarithms, or none.
_TOPICS = "num_q"


def average_of(name: str) -> str:
    """How values of this measure are averaged: ``arithmetic``, ``geometric`` or ``sum``."""
    if name in COUNTS:
        return "sum"
    try:
        return parse(name).measure.average
    except InputError:
        return "arithmetic"


def mean_notes(printed: PrintedScores) -> list[Message]:
    """A note for each measure group whose average is not that of the topics shown: over more topics, or unexplained."""
    groups: dict[tuple[str, int], list[str]] = {}
    examples: dict[tuple[str, int], tuple[Printed, float]] = {}
    for name, overall in printed.overall.items():
        shown = printed.values.get(name)
        if not shown or name == _TOPICS or math.isnan(overall.value):
            continue
        values = list(shown.values())
        if any(math.isnan(v.value) for v in values) or _fits(values, overall, average_of(name), 0):
            continue
        more = _further_topics(printed, values, overall, average_of(name))
        if more and average_of(name) == "sum":
            continue  # said with the means
        key = ("all-over-more-topics" if more else "all-not-explained"), more
        groups.setdefault(key, []).append(name)
        examples.setdefault(key, (overall, _mean(values, average_of(name), 0)))
    return [_note(printed, key, more, names, examples[key, more]) for (key, more), names in groups.items()]


def _note(printed: PrintedScores, key: str, more: int, names: Sequence[str], example: tuple[Printed, float]) -> Message:
    overall, mean = example
    shown = len(printed.values[names[0]])
    return Message(
        key,
        file=printed.name,
        count=len(names),
        measures=[*names[:5], *([Message("and-more-measures", count=len(names) - 5)] if len(names) > 5 else [])],
        measure=names[0],
        overall=Figures(overall.text),
        mean=Figures(fixed(mean, max(overall.places, 4))),
        shown=shown,
        topics=shown + more,
        more=more,
    )


def _further_topics(printed: PrintedScores, values: Sequence[Printed], overall: Printed, average: str) -> int:
    """How many topics with the score 0 that are not shown make the average right; 0 if none do."""
    counted = printed.overall.get(_TOPICS)
    if counted is not None:
        more = max(int(counted.value) - len(values), 0)
        if average == "sum":  # topics without a list have no documents, but relevant ones
            return more if overall.value >= _mean(values, average, 0) else 0
        return more if _fits(values, overall, average, more) else 0
    if average == "sum":
        return 0
    fitting = [more for more in range(1, 4 * len(values) + 1) if _fits(values, overall, average, more)]
    return fitting[0] if fitting else 0


def _fits(values: Sequence[Printed], overall: Printed, average: str, more: int) -> bool:
    """Whether the average of the values, and of ``more`` zeros, may be printed as ``overall``."""
    low, high = (_mean(values, average, more, sign) for sign in (-1, 1))
    return low - overall.slack <= overall.value <= high + overall.slack


def _mean(values: Sequence[Printed], average: str, more: int, sign: int = 0) -> float:
    """The average, with all values at the lower or upper end of what is printed the same."""
    ends = np.array([v.value + sign * v.slack for v in values] + [0.0] * more)
    if average == GEOMETRIC:
        ends = np.maximum(ends, GEOMETRIC_FLOOR)
    return Scores(ends, average).overall
