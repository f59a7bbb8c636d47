"""Checks whether the averages in an output of trec_eval are the averages of the topics that it shows."""

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

#: The line with the number of topics.
_TOPICS = "num_q"


def average_of(name: str) -> str:
    """The kind of average of this measure: ``arithmetic``, ``geometric`` or ``sum``."""
    if name in COUNTS:
        return "sum"
    try:
        return parse(name).measure.average
    except InputError:
        return "arithmetic"


def mean_notes(printed: PrintedScores) -> list[Message]:
    """A note for each group of measures whose average is not that of the shown topics, with the reason if known."""
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
            continue  # the note on the means covers it
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
    """The number of topics with score 0 that are not shown and explain the average; 0 if no number does."""
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
    """Whether the average of the values and of ``more`` zeros may be printed as ``overall``."""
    low, high = (_mean(values, average, more, sign) for sign in (-1, 1))
    return low - overall.slack <= overall.value <= high + overall.slack


def _mean(values: Sequence[Printed], average: str, more: int, sign: int = 0) -> float:
    """The average if all exact values are at the lower (``sign`` -1) or upper end (1) of their printed values."""
    ends = np.array([v.value + sign * v.slack for v in values] + [0.0] * more)
    if average == GEOMETRIC:
        ends = np.maximum(ends, GEOMETRIC_FLOOR)
    return Scores(ends, average).overall
