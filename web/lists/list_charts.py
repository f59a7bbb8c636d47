"""Charts of several lists: curves in one chart, and average curves with the curves that they average.

Lines differ in dash and marker and have a label at their end, so that colour is never the only sign.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ireval.explanation.curve import Curve, Points
from ireval.numbers.arrays import Floats
from web.charts import Picture
from web.charts.annotations import number
from web.charts.scene import Axis, Chart, Layer, Line, Panel, Signs
from web.charts.svg_drawing import Drawing, Key, Path, Text
from web.state.lab_state import State

#: The drawing's size in its own units, and the margins for axes and labels.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 486, 280, 58, 116, 12, 42
#: The kinds of lines: the name of the colour, the dash, and the marker as a path that starts at its centre.
KINDS = (
    ("--accent", "", "m-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z"),  # a circle
    ("--k1", "7 4", "m-3.7,-3.7h7.4v7.4h-7.4z"),  # a square
    ("--k2", "2 3", "m0,-4.8l4.6,8.2h-9.2z"),  # a triangle
    ("--k3", "10 3 2 3", "m0,-5l5,5l-5,5l-5,-5z"),  # a diamond
    ("--k4", "4 2", "m0,4.8l4.6,-8.2h-9.2z"),  # a triangle that points down
    ("--k5", "1 4", "m-4.6,-1.5h3.1v-3.1h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1z"),  # a cross
)
#: If there are more lines than this, only the legend names them.
MOST_LABELS = 12
_GAP = 15
_LONGEST = 12
_TICKS = (0, 0.25, 0.5, 0.75, 1)


@dataclass(frozen=True)
class Figure(Picture):
    """A chart of several lists. ``key`` is the name of its file; ``sentence`` says what it shows."""

    key: str
    title: str
    sentence: str


class _Line(NamedTuple):
    """A line of one of the kinds with its ``marked`` points; ``faint`` lines are in the background, without marks."""

    title: str
    kind: int
    points: Points
    marked: Points = ()
    faint: bool = False


def curves(state: State, found: Sequence[tuple[str, Curve | None]]) -> Drawing | None:
    """Precision-recall curves of several lists; None if there are none."""
    lines = [_Line(title, i % len(KINDS), c.staircase, _hits(c)) for i, (title, c) in enumerate(found) if c]
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
        _Line(title, i, _points(levels, curve), faint=True)
        for i, group in enumerate(background)
        for title, curve in group
        if not math.isnan(curve[0])
    ]
    strong = [_Line(title, i, (points := _points(levels, curve)), points) for i, (title, curve) in enumerate(means)]
    return _drawing(state, [*faint, *strong], "interpolated precision")


def titles(x: str, y: str, right: float) -> list[Text]:
    """The titles of the axes; the x axis ends at ``right``."""
    upright = Text("14", f"{(TOP + HEIGHT - BOTTOM) / 2:.1f}", y, turned=True)
    return [Text(f"{(LEFT + right) / 2:.1f}", str(HEIGHT - 6), x), upright]


def _drawing(state: State, lines: Sequence[_Line], precision: str) -> Drawing:
    """``lines`` over recall and precision, with the strong ones in the legend."""
    faint, strong = ([line for line in lines if line.faint is wanted] for wanted in (True, False))
    heights = (_place((0, v))[1] for v in _TICKS)
    paths = [Path("grid", "".join(f"M{LEFT},{y:.1f}H{WIDTH - RIGHT}" for y in heights), "--line")]
    paths += [path for line in (*faint, *strong) for path in _paths(line)]
    named = [line for line in (*strong, *faint) if line.title]
    labelled = named if len(named) <= MOST_LABELS else []
    leaders, names = _labels(labelled)
    texts = names + titles("recall", precision, WIDTH - RIGHT)
    for value in _TICKS:
        x, y = _place((value, value))
        label = number(state, value, short=True)
        texts.append(Text(str(LEFT - 6), f"{y + 4:.1f}", label, "end"))
        texts.append(Text(f"{x:.1f}", str(HEIGHT - BOTTOM + 16), label))
    legend = tuple(Key(_sample(line.kind), line.title, width=32) for line in strong)
    width = WIDTH if labelled else WIDTH - RIGHT + 16
    drawn = _chart(state, lines, precision)
    return Drawing([*paths, *leaders], tuple(texts), legend, width, HEIGHT, drawn)


def _chart(state: State, lines: Sequence[_Line], precision: str) -> Chart:
    """The lines in numbers, the faint ones first."""
    layers: list[Layer] = []
    for line in sorted(lines, key=lambda line: not line.faint):
        ink, dash, _ = KINDS[line.kind]
        named = "" if line.faint else line.title
        style = ("dash" if float(dash.split()[0]) > 2 else "dot") if dash else ""
        layers.append(Line("curve", named, line.points, ink, 1 if line.faint else 2, style))
        if line.marked:
            layers.append(Signs("marks", "", line.marked, "diamond", ink))
    ticks = tuple((value, number(state, value, short=True)) for value in _TICKS)
    return Chart("curves", "", "", Axis("recall", 0, 1, ticks), [Panel(Axis(precision, 0, 1, ticks), layers)], False)


def _paths(line: _Line) -> list[Path]:
    ink, dash, _ = KINDS[line.kind]
    d = "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_place, line.points))
    if line.faint:
        return [Path("behind", d, ink, 1, dash="5 3" if dash else "", faint=True)]
    return [_stroke(line.kind, d), _marks(line.kind, map(_place, line.marked))]


def _stroke(kind: int, d: str) -> Path:
    ink, dash, _ = KINDS[kind]
    return Path("curve", d, ink, 2, dash=dash, round=dash == "1 4")


def _marks(kind: int, places: Iterable[tuple[float, float]]) -> Path:
    """Markers at places; those of every other kind are hollow."""
    ink, _, marker = KINDS[kind]
    d = "".join(f"M{x:.1f},{y:.1f}{marker}" for x, y in places)
    return Path("marks", d, ink, 1.6, "--card") if kind % 2 else Path("marks", d, "--card", 1, ink)


def _sample(kind: int) -> tuple[Path, ...]:
    return _stroke(kind, "M1,5H31"), _marks(kind, [(16, 5)])


def _labels(lines: Sequence[_Line]) -> tuple[list[Path], list[Text]]:
    """Labels to the right of the lines' ends, moved apart where they would overlap, and lines that lead to them."""
    at = [_place(_end(line.points)) for line in lines]
    order = sorted(range(len(at)), key=lambda i: (at[i][1], i))
    y = [TOP + 4.0] * len(at)
    above = TOP - _GAP + 4.0
    for i in order:
        above = y[i] = max(at[i][1], above + _GAP)
    below = HEIGHT - BOTTOM + _GAP - 2.0
    for i in reversed(order):
        below = y[i] = min(y[i], below - _GAP)
    edge = WIDTH - RIGHT
    paths, texts = [], []
    for i, line in enumerate(lines):
        way = f"M{at[i][0]:.1f},{at[i][1]:.1f}L{max(edge, at[i][0]):.1f},{at[i][1]:.1f}L{edge + 10},{y[i]:.1f}"
        paths.append(Path("leader", way, "--edge", dash="1 3"))
        if not line.faint:
            paths.append(_marks(line.kind, [(edge + 17, y[i])]))
        title = line.title if len(line.title) <= _LONGEST else line.title[: _LONGEST - 1] + "…"
        x = edge + (13 if line.faint else 26)
        texts.append(Text(str(x), f"{y[i] + 4:.1f}", title, "start", strong=not line.faint))
    return paths, texts


def _points(levels: Floats, curve: Floats) -> Points:
    return list(zip(levels.tolist(), curve.tolist(), strict=True))


def _end(points: Points) -> tuple[float, float]:
    """The last point before a line falls to 0."""
    return max((point for point in points if point[1] > 0), default=points[-1])


def _hits(c: Curve) -> Points:
    return [point for point, hit in zip(c.points, c.relevant, strict=True) if hit]


def _place(point: tuple[float, float]) -> tuple[float, float]:
    return LEFT + point[0] * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - point[1] * (HEIGHT - BOTTOM - TOP)
