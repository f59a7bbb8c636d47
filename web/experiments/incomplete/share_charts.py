"""The charts of the experiment: scores and Kendall's tau against the judgements that are left, with their spread."""

from __future__ import annotations

import math
from typing import NamedTuple

from ireval.experiments.repeated_scores import SPREAD, RepeatedScores
from ireval.messages import Message, say
from ireval.numbers.arrays import Floats
from web.charts.lists.line_chart import KINDS, ChartLine, line_chart
from web.charts.lists.list_charts import Figure
from web.charts.scene import Axis

#: The labels of the x axis, in percent of the judgements left.
_LEFT = (100, 80, 60, 40, 20, 0)


class _Words(NamedTuple):
    """The words of a chart, and its key."""

    key: str
    title: str
    sentence: str
    height: str


def scores_figure(found: RepeatedScores) -> Figure | None:
    """The average scores of all systems."""
    sentence = say(Message("chart-of-shares", low=SPREAD[0], high=SPREAD[1], count=found.repeats))
    title = say(Message("title-of-scores", count=len(found.systems)))
    return _figure(found, found.averages, _Words("scores", title, sentence, "average score"))


def tau_figure(found: RepeatedScores) -> Figure | None:
    """Return the chart of how well the order of the systems is preserved; None for a single system."""
    if len(found.systems) < 2:
        return None
    sentence = say(Message("chart-of-orders", low=SPREAD[0], high=SPREAD[1], count=found.repeats))
    title = say(Message("title-of-orders"))
    return _figure(found, found.taus, _Words("orders", title, sentence, "Kendall's tau"))


def _figure(found: RepeatedScores, values: Floats, words: _Words) -> Figure | None:
    mean, low, high = found.summary(values)
    gone = [1 - left for left in found.left]
    lines = []
    for i, label in enumerate(found.labels):
        known = [j for j, value in enumerate(mean[i].tolist()) if value == value]
        if known:
            points = [(gone[j], float(mean[i, j])) for j in known]
            edges = [(gone[j], float(low[i, j])) for j in known], [(gone[j], float(high[i, j])) for j in known]
            lines.append(ChartLine(label, i % len(KINDS), points, points, band=[*edges[0], *reversed(edges[1])]))
    if not lines:
        return None
    ends = [value for line in lines for _, value in line.band]
    x = Axis("judgements left", 0, 1, tuple((1 - left / 100, f"{left} %") for left in _LEFT))
    return Figure(line_chart(lines, x, _heights(words.height, min(ends), max(ends))), *words[:3])


def _heights(title: str, low: float, high: float) -> Axis:
    """An axis with ticks at quarters, from 0 (or below the lowest value, if that is negative) to above the highest."""
    first, last = math.floor(4 * min(low, 0) + 1e-9), max(math.ceil(4 * high - 1e-9), 1)
    step = 1 if last - first <= 5 else 2
    first -= first % step
    ticks = tuple((n / 4, f"{n / 4:g}".replace("-", "\N{MINUS SIGN}")) for n in range(first, last + 1, step))
    return Axis(title, first / 4, last / 4, ticks)
