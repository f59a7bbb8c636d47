"""Several lines in one chart, each with a label at its end and perhaps a band around it.

Lines differ in dash and marker, so that colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ireval.explanation.curve import Points
from web.charts.scene import Axis, Chart, Layer, Line, Panel, Point, Signs
from web.charts.svg_drawing import Drawing, Key, Path, Text

#: The drawing's size in its own units, and the margins for axes and labels.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 496, 280, 58, 126, 12, 42
#: The kinds of lines: the name of the colour, the dash, and the marker as a path that starts at its centre.
KINDS = (
    ("--accent", "", "m-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z"),  # a circle
    ("--k1", "7 4", "m-3.7,-3.7h7.4v7.4h-7.4z"),  # a square
    ("--k2", "2 3", "m0,-4.8l4.6,8.2h-9.2z"),  # a triangle
    ("--k3", "10 3 2 3", "m0,-5l5,5l-5,5l-5,-5z"),  # a diamond
    ("--k4", "4 2", "m0,4.8l4.6,-8.2h-9.2z"),  # a triangle that points down
    ("--k5", "1 4", "m-4.6,-1.5h3.1v-3.1h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1z"),  # a cross
    ("--ink", "12 4", "m-4.4,-4.4h8.8l-8.8,8.8h8.8z"),  # an hourglass
    ("--gold", "6 2 1 2", "m-1.2,-4.8h2.4v9.6h-2.4z"),  # an upright bar
)
#: If there are more lines than this, only the legend names them.
MOST_LABELS = 12
#: The opacity of a band.
_BAND = 0.1
_GAP = 15
_LONGEST = 12


class ChartLine(NamedTuple):
    """A line of one of the kinds with its ``marked`` points; ``faint`` lines are in the background, without marks.

    Its label stands beside ``end``, or beside the last point if ``end`` is None. ``band`` outlines an area around it.
    """

    title: str
    kind: int
    points: Points
    marked: Points = ()
    faint: bool = False
    end: Point | None = None
    band: Points = ()


class _Frame:
    """The places of values between the ends of two axes."""

    def __init__(self, x: Axis, y: Axis) -> None:
        self._x, self._y = x, y

    def place(self, point: Point) -> Point:
        """A point in the drawing's units."""
        across = (point[0] - self._x.low) / (self._x.high - self._x.low)
        up = (point[1] - self._y.low) / (self._y.high - self._y.low)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - BOTTOM - TOP)

    def course(self, points: Points) -> str:
        """The path through points."""
        return "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.place, points))


def line_chart(lines: Sequence[ChartLine], x: Axis, y: Axis) -> Drawing:
    """``lines`` over two axes, with the strong ones in the legend."""
    frame = _Frame(x, y)
    faint, strong = ([line for line in lines if line.faint is wanted] for wanted in (True, False))
    heights = (frame.place((x.low, value))[1] for value, _ in y.ticks)
    paths = [Path("grid", "".join(f"M{LEFT},{at:.1f}H{WIDTH - RIGHT}" for at in heights), "--line")]
    paths += [_band(line, frame) for line in lines if line.band]
    paths += [path for line in (*faint, *strong) for path in _paths(line, frame)]
    named = [line for line in (*strong, *faint) if line.title]
    labelled = named if len(named) <= MOST_LABELS else []
    leaders, names = _labels(labelled, frame)
    texts = (*names, *titles(x.title, y.title, WIDTH - RIGHT), *_ticks(x, y, frame))
    legend = tuple(Key(_sample(line.kind), line.title, width=32) for line in strong)
    width = WIDTH if labelled else WIDTH - RIGHT + 16
    chart = Chart("curves", "", "", x, [Panel(y, _layers(lines))], False)
    return Drawing([*paths, *leaders], texts, legend, width, HEIGHT, chart)


def titles(x: str, y: str, right: float) -> list[Text]:
    """The titles of the axes; the x axis ends at ``right``."""
    upright = Text("14", f"{(TOP + HEIGHT - BOTTOM) / 2:.1f}", y, turned=True)
    return [Text(f"{(LEFT + right) / 2:.1f}", str(HEIGHT - 6), x), upright]


def _ticks(x: Axis, y: Axis, frame: _Frame) -> Iterator[Text]:
    for value, label in y.ticks:
        yield Text(str(LEFT - 6), f"{frame.place((x.low, value))[1] + 4:.1f}", label, "end")
    for value, label in x.ticks:
        yield Text(f"{frame.place((value, y.low))[0]:.1f}", str(HEIGHT - BOTTOM + 16), label)


def _layers(lines: Sequence[ChartLine]) -> list[Layer]:
    """The lines in numbers, the faint ones first."""
    layers: list[Layer] = []
    for line in sorted(lines, key=lambda line: not line.faint):
        ink, dash, _ = KINDS[line.kind]
        named = "" if line.faint else line.title
        style = ("dash" if float(dash.split()[0]) > 2 else "dot") if dash else ""
        layers.append(Line("curve", named, line.points, ink, 1 if line.faint else 2, style, band=line.band))
        if line.marked:
            layers.append(Signs("marks", "", line.marked, "diamond", ink))
    return layers


def _band(line: ChartLine, frame: _Frame) -> Path:
    return Path("band", f"{frame.course(line.band)}z", fill=KINDS[line.kind][0], opacity=_BAND)


def _paths(line: ChartLine, frame: _Frame) -> list[Path]:
    ink, dash, _ = KINDS[line.kind]
    d = frame.course(line.points)
    if line.faint:
        return [Path("behind", d, ink, 1, dash="5 3" if dash else "", opacity=0.5)]
    return [_stroke(line.kind, d), _marks(line.kind, map(frame.place, line.marked))]


def _stroke(kind: int, d: str) -> Path:
    ink, dash, _ = KINDS[kind]
    return Path("curve", d, ink, 2, dash=dash, round=dash == "1 4")


def _marks(kind: int, places: Iterable[Point]) -> Path:
    """Markers at places; those of every other kind are hollow."""
    ink, _, marker = KINDS[kind]
    d = "".join(f"M{x:.1f},{y:.1f}{marker}" for x, y in places)
    return Path("marks", d, ink, 1.6, "--card") if kind % 2 else Path("marks", d, "--card", 1, ink)


def _sample(kind: int) -> tuple[Path, ...]:
    return _stroke(kind, "M1,5H31"), _marks(kind, [(16, 5)])


def _labels(lines: Sequence[ChartLine], frame: _Frame) -> tuple[list[Path], list[Text]]:
    """Labels to the right of the lines' ends, moved apart where they would overlap, and lines that lead to them."""
    at = [frame.place(line.end or line.points[-1]) for line in lines]
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
