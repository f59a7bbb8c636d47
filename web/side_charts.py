"""Charts of several lists as data for SVG: curves in one chart, averages with what they average, bars of differences.

Lines are told apart by dash and marker and by a label at their end, never by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ireval.curve import Curve, Points
from ireval.expression import decimal
from ireval.judgements import Floats
from web.side_shared import MINUS

#: The drawing's size in its own units, and the margins for axes and labels.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 486, 280, 58, 116, 12, 42
#: Kinds of lines that the style sheet tells apart.
KINDS = 6
#: More lines than this are labelled in the legend only.
MOST_LABELS = 12
_GAP = 15
_LONGEST = 12


class Label(NamedTuple):
    """A line's label at its right end: where it stands, and the way there from the line."""

    text: str
    y: str
    leader: str
    mark: str


@dataclass(frozen=True)
class Line:
    """A line: the ``kind`` tells its colour and dash, ``marks`` are its points as a path; faint ones stand behind."""

    title: str
    kind: str
    points: str
    marks: str = ""
    label: Label | None = None


@dataclass(frozen=True)
class Chart:
    """Lines over recall and precision."""

    lines: Sequence[Line]
    behind: Sequence[Line]
    grid: Sequence[tuple[str, str, str]]  #: (label, x, y) of the marks on the axes
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    label_x: int = WIDTH - RIGHT + 26

    @property
    def labelled(self) -> list[Line]:
        """The lines with a label at their end."""
        return [line for line in (*self.behind, *self.lines) if line.label]

    @property
    def samples(self) -> list[tuple[str, str, str]]:
        """The legend: kind, title and a marker for each line."""
        return [(line.kind, line.title, _marker(line.kind, 16, 6)) for line in self.lines]


class Bar(NamedTuple):
    """A difference: its bar as a path, and its number and the query's below it."""

    kind: str
    path: str
    x: str
    y: str
    text: str
    number: str
    title: str


@dataclass(frozen=True)
class Bars:
    """Bars above and below 0."""

    bars: Sequence[Bar]
    grid: Sequence[tuple[str, str]]  #: (label, y)
    zero: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - 12
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def curves(found: Sequence[tuple[str, Curve | None]]) -> Chart | None:
    """Precision-recall curves of several lists; None where there is none."""
    known = [(i, title, c) for i, (title, c) in enumerate(found) if c]
    if not known:
        return None
    labels = _labels([(f"s{i % KINDS}", title) for i, title, _ in known], [_end(c.staircase) for *_, c in known])
    lines = [
        Line(title, f"s{i % KINDS}", _path(c.staircase), _marks(f"s{i % KINDS}", _hits(c)), label)
        for (i, title, c), label in zip(known, labels, strict=True)
    ]
    return Chart(lines, (), _GRID)


def averages(
    levels: Floats, means: Sequence[tuple[str, Floats]], behind: Sequence[Sequence[tuple[str, Floats]]]
) -> Chart:
    """Average curves at recall levels, each with the curves behind it that it is the mean of; NaN ones are left out.

    Curves without a title have no label.
    """
    strong = [(f"s{i}", title, _points(levels, curve)) for i, (title, curve) in enumerate(means)]
    faint = [
        (f"b{i}", title, _points(levels, curve))
        for i, group in enumerate(behind)
        for title, curve in group
        if not math.isnan(curve[0])
    ]
    drawn = [*strong, *faint]
    titled = [line for line in drawn if line[1]]
    labels = iter(_labels([line[:2] for line in titled], [_end(line[2]) for line in titled]))
    lines = [
        Line(title, kind, _path(points), _marks(kind, points), next(labels) if title else None)
        for kind, title, points in drawn
    ]
    return Chart(lines[: len(strong)], lines[len(strong) :], _GRID)


def _points(levels: Floats, curve: Floats) -> Points:
    return list(zip(levels.tolist(), curve.tolist(), strict=True))


def bars(values: Sequence[float], texts: Sequence[str], titles: Sequence[str]) -> Bars | None:
    """Differences as bars; None where none is known."""
    known = [abs(v) for v in values if v == v]
    if not known:
        return None
    top = _nice(max(known))
    plot = Bars((), (), "")
    step = (plot.right - plot.left) / len(values)
    wide = min(step * 0.62, 46)
    place = _scale(top)
    drawn = []
    for i, (value, text, title) in enumerate(zip(values, texts, titles, strict=True)):
        middle = plot.left + (i + 0.5) * step
        height = 0.0 if value != value else value
        y, zero = place(height), place(0)
        path = f"M{middle - wide / 2:.1f},{zero:.1f}V{y:.1f}h{wide:.1f}V{zero:.1f}z"
        kind = "none" if value != value else "up" if value > 0 else "down" if value < 0 else "tie"
        at = y + 15 if kind == "down" else y - 6
        drawn.append(Bar(kind, path, f"{middle:.1f}", f"{at:.1f}", text, str(i + 1), title))
    marks = [top, top / 2, 0, -top / 2, -top]
    grid = [
        ((MINUS if v < 0 else "+" if v > 0 else "") + decimal(abs(v), 3).rstrip("0"), f"{place(v):.1f}") for v in marks
    ]
    return Bars(drawn, [(label or "0", y) for label, y in grid], f"{place(0):.1f}")


def _scale(top: float) -> Callable[[float], float]:
    """Where a value from -top to top stands; there is room for numbers beyond the longest bars."""
    plot = Bars((), (), "")
    middle, half = (plot.top + plot.bottom) / 2, (plot.bottom - plot.top) / 2 - 18
    return lambda value: middle - value / top * half


def _nice(value: float) -> float:
    """The next of 0.25, 0.5, 1, 2, 5, 10, 20, ... that is not smaller."""
    scale = 10 ** max(0, math.floor(math.log10(value))) if value > 0 else 1
    return next((n * scale for n in (0.25, 0.5, 1, 2, 5, 10) if n * scale >= value - 1e-9), value)


def _labels(wanted: Sequence[tuple[str, str]], ends: Sequence[tuple[float, float]]) -> list[Label | None]:
    """Labels right of the lines' ends, moved apart where they would overlap; none where there are too many."""
    if len(wanted) > MOST_LABELS:
        return [None] * len(wanted)
    at = [_place(end) for end in ends]
    order = sorted(range(len(at)), key=lambda i: (at[i][1], i))
    y = [TOP + 4.0] * len(at)
    above = TOP - _GAP + 4.0
    for i in order:
        above = y[i] = max(at[i][1], above + _GAP)
    below = HEIGHT - BOTTOM + _GAP - 2.0
    for i in reversed(order):
        below = y[i] = min(y[i], below - _GAP)
    edge = WIDTH - RIGHT
    return [
        Label(
            title if len(title) <= _LONGEST else title[: _LONGEST - 1] + "…",
            f"{y[i]:.1f}",
            f"M{at[i][0]:.1f},{at[i][1]:.1f}L{max(edge, at[i][0]):.1f},{at[i][1]:.1f}L{edge + 10},{y[i]:.1f}",
            _marker(kind, edge + 17, y[i]),
        )
        for i, (kind, title) in enumerate(wanted)
    ]


def _end(points: Points) -> tuple[float, float]:
    """The last point before a line drops to 0."""
    return max((point for point in points if point[1] > 0), default=points[-1])


def _hits(c: Curve) -> Points:
    return [point for point, hit in zip(c.points, c.relevant, strict=True) if hit]


def _path(points: Points) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_place, points))


def _marks(kind: str, points: Iterable[tuple[float, float]]) -> str:
    return "".join(_marker(kind, *_place(point)) for point in points)


#: A marker for each kind of line, as a path from its middle.
_MARKERS = (
    "m-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z",  # a circle
    "m-3.7,-3.7h7.4v7.4h-7.4z",  # a square
    "m0,-4.8l4.6,8.2h-9.2z",  # a triangle
    "m0,-5l5,5l-5,5l-5,-5z",  # a diamond
    "m0,4.8l4.6,-8.2h-9.2z",  # a triangle on its head
    "m-4.6,-1.5h3.1v-3.1h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1z",  # a cross
)


def _marker(kind: str, x: float, y: float) -> str:
    return f"M{x:.1f},{y:.1f}{_MARKERS[int(kind[1:])]}" if kind.startswith("s") else ""


def _place(point: tuple[float, float]) -> tuple[float, float]:
    return LEFT + point[0] * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - point[1] * (HEIGHT - BOTTOM - TOP)


_TICKS = (0, 0.25, 0.5, 0.75, 1)
_GRID = [(decimal(v, 2), f"{x:.1f}", f"{y:.1f}") for v, (x, y) in ((v, _place((v, v))) for v in _TICKS)]
