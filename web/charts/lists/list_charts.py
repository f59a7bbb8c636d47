"""Charts of several lists: curves in one chart, and average curves with the curves that they average."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ireval.explanation.curve import Curve, Points
from ireval.numbers.arrays import Floats
from web.charts import Picture
from web.charts.annotations import number
from web.charts.lists.line_chart import KINDS, ChartLine, line_chart
from web.charts.scene import Axis
from web.charts.svg_drawing import Drawing
from web.state.lab_state import State

_TICKS = (0, 0.25, 0.5, 0.75, 1)


@dataclass(frozen=True)
class Figure(Picture):
    """A chart of several lists. ``key`` is the name of its file; ``sentence`` says what it shows."""

    key: str
    title: str
    sentence: str


def curves(state: State, found: Sequence[tuple[str, Curve | None]]) -> Drawing | None:
    """Precision-recall curves of several lists; None if there are none."""
    lines = [_line(title, i % len(KINDS), c.staircase, _hits(c)) for i, (title, c) in enumerate(found) if c]
    return _drawing(state, lines, "precision") if lines else None


def averages(
    state: State,
    levels: Floats,
    means: Sequence[tuple[str, Floats]],
    background: Sequence[Sequence[tuple[str, Floats]]],
) -> Drawing:
    """Average curves at recall levels, each in front of the curves that it averages. Curves of NaN are left out.

    Curves without a title have no label.
    """
    faint = [
        _line(title, i, _points(levels, curve), faint=True)
        for i, group in enumerate(background)
        for title, curve in group
        if not math.isnan(curve[0])
    ]
    strong = [_line(title, i, (points := _points(levels, curve)), points) for i, (title, curve) in enumerate(means)]
    return _drawing(state, [*faint, *strong], "interpolated precision")


def _line(title: str, kind: int, points: Points, marked: Points = (), *, faint: bool = False) -> ChartLine:
    """A curve, with its label beside the last point before it falls to 0."""
    end = max((point for point in points if point[1] > 0), default=points[-1])
    return ChartLine(title, kind, points, marked, faint, end)


def _drawing(state: State, lines: Sequence[ChartLine], precision: str) -> Drawing:
    """``lines`` over recall and precision."""
    ticks = tuple((value, number(state, value, short=True)) for value in _TICKS)
    return line_chart(lines, Axis("recall", 0, 1, ticks), Axis(precision, 0, 1, ticks))


def _points(levels: Floats, curve: Floats) -> Points:
    return list(zip(levels.tolist(), curve.tolist(), strict=True))


def _hits(c: Curve) -> Points:
    return [point for point, hit in zip(c.points, c.relevant, strict=True) if hit]
