"""A chart as paths and texts for an SVG template: for paper, for no script, until Plotly is there, and for files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from web.charts.scene import Bars, Chart, Dots, Layer, Line, Panel, Point, Signs

#: The drawing's size in its own units, and the margins for the axes.
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 360, 214, 50, 38, 8, 12
_DASHES = {"dot": "1 3", "dash": "5 3", "": ""}
_LINE_HEIGHT = 13


class Path(NamedTuple):
    """A path; empty texts leave an attribute out. ``key`` is its class in a page."""

    key: str
    d: str
    stroke: str = ""
    width: float = 1
    fill: str = ""
    dash: str = ""
    round: bool = False


class Text(NamedTuple):
    """A text at a place, anchored at its "start", "middle" or "end"; ``turned`` reads upwards."""

    x: str
    y: str
    text: str
    anchor: str = "middle"
    turned: bool = False


class Key(NamedTuple):
    """An entry of the legend: paths of a sample 10 units high, what it stands for, and more about it."""

    paths: Sequence[Path]
    text: str
    about: str = ""
    width: int = 10


@dataclass(frozen=True)
class Frame:
    """Where a panel's values come to stand."""

    chart: Chart
    panel: Panel

    @property
    def bottom(self) -> float:
        """The panel's lower edge."""
        return HEIGHT - BOTTOM - self.panel.span[0] * (HEIGHT - BOTTOM - TOP)

    @property
    def top(self) -> float:
        """The panel's upper edge."""
        return HEIGHT - BOTTOM - self.panel.span[1] * (HEIGHT - BOTTOM - TOP)

    def places(self, points: Sequence[Point]) -> list[Point]:
        """The points in the drawing's units."""
        axis, y, bottom = self.chart.x, self.panel.y, self.bottom
        wide = (WIDTH - LEFT - RIGHT) / (axis.high - axis.low)
        high = (bottom - self.top) / (y.high - y.low)
        return [(LEFT + (a - axis.low) * wide, bottom - (b - y.low) * high) for a, b in points]


@dataclass(frozen=True)
class Drawing:
    """What the template draws."""

    paths: Sequence[Path]
    texts: Sequence[Text]
    legend: Sequence[Key]
    frame: tuple[float, float, float, float]  #: left, right, top and bottom of the panel whose points are ranks
    width: int = WIDTH
    height: int = HEIGHT


def drawing(chart: Chart) -> Drawing:
    """The chart for the SVG template."""
    paths: list[Path] = []
    texts: list[Text] = []
    frame = (0.0, 0.0, 0.0, 0.0)
    for panel in chart.panels:
        here = Frame(chart, panel)
        paths.append(_grid(here))
        texts += _texts(here)
        for layer in panel.layers:
            paths += _paths(layer, here)
            if isinstance(layer, Dots | Bars) and layer.ranks:
                frame = (LEFT, WIDTH - RIGHT, here.top, here.bottom)
    texts += _below(Frame(chart, chart.panels[-1]))
    return Drawing(paths, texts, [key for panel in chart.panels for key in _keys(panel)], frame)


def _grid(here: Frame) -> Path:
    """The lines of the y axis and, where x is no rank, of the x axis."""
    across = here.places([(0, value) for value, _ in here.panel.y.ticks])
    d = "".join(f"M{LEFT},{y:.1f}H{WIDTH - RIGHT}" for _, y in across)
    if not here.chart.by_rank:
        up = here.places([(value, 0) for value, _ in here.chart.x.ticks])
        d += "".join(f"M{x:.1f},{here.bottom:.1f}V{here.top:.1f}" for x, _ in up)
    return Path("grid", d, "--line")


def _texts(here: Frame) -> Iterator[Text]:
    """The labels of the y axis, and the notes."""
    y = here.panel.y
    for (_, at), (_, label) in zip(here.places([(0, value) for value, _ in y.ticks]), y.ticks, strict=True):
        yield Text(f"{LEFT - 6}", f"{at + 4:.1f}", label, "end")
    yield Text("11", f"{(here.top + here.bottom) / 2:.1f}", y.title, turned=True)
    for note, (x, at) in zip(here.panel.notes, here.places([(n.x, n.y) for n in here.panel.notes]), strict=True):
        yield Text(
            f"{x - 4 if note.before else x + 4:.1f}", f"{at + 4:.1f}", note.text, "end" if note.before else "start"
        )


def _below(here: Frame) -> Iterator[Text]:
    """The labels of the x axis."""
    x = here.chart.x
    for (at, _), (_, label) in zip(here.places([(value, 0) for value, _ in x.ticks]), x.ticks, strict=True):
        for i, line in enumerate(label.split("\n")):
            yield Text(f"{at:.1f}", f"{HEIGHT - BOTTOM + 15 + i * _LINE_HEIGHT}", line)
    yield Text(f"{(LEFT + WIDTH - RIGHT) / 2}", f"{HEIGHT - 6}", x.title)


def _paths(layer: Layer, here: Frame) -> list[Path]:
    places = here.places(layer.points)
    if isinstance(layer, Bars):
        (left, floor), (right, _) = here.places([(0, 0), (layer.width, 0)])
        half = (right - left) / 2
        d = "".join(f"M{x - half:.1f},{floor:.1f}V{y:.1f}H{x + half:.1f}V{floor:.1f}z" for x, y in places if y != floor)
        return [Path(layer.key, d, layer.edge, 0.8, layer.colour)] if d else []
    if isinstance(layer, Dots):
        return _dots(layer.key, places, layer.filled)
    if isinstance(layer, Signs):
        return [_signs(layer, places)]
    return [_line(layer, places)]


def _line(layer: Line, places: Sequence[Point]) -> Path:
    d = "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in places) if places else ""
    return Path(layer.key, d, layer.colour, layer.width, "none", _DASHES[layer.dash])


def _dots(key: str, places: Sequence[Point], filled: Sequence[bool]) -> list[Path]:
    """A line of no length with round ends is a dot, and all dots of a kind are one path."""
    hits, misses = (
        "".join(f"M{x:.1f},{y:.1f}h0" for (x, y), hit in zip(places, filled, strict=True) if hit is wanted)
        for wanted in (True, False)
    )
    open_dots = [Path(f"{key} miss", misses, "--soft", 6, round=True), Path("hole", misses, "--card", 4, round=True)]
    return [*(open_dots if misses else []), *([Path(f"{key} hit", hits, "--accent", 8, round=True)] if hits else [])]


def _signs(layer: Signs, places: Sequence[Point]) -> Path:
    sign = "m0,-5l5,5l-5,5l-5,-5z" if layer.symbol == "diamond" else "m-3,-3l6,6m0,-6l-6,6"
    return Path(layer.key, "".join(f"M{x:.1f},{y:.1f}{sign}" for x, y in places), layer.colour, 1.5, "none")


def _keys(panel: Panel) -> Iterator[Key]:
    """The legend: what has a name in it, drawn as it is."""
    for layer in panel.layers:
        if isinstance(layer, Dots):
            if layer.legend:
                yield Key(_dots("hit", [(5, 5)], [True]), layer.legend)
                yield Key(_dots("miss", [(5, 5)], [False]), layer.legend_open)
        elif not layer.legend or not layer.points:
            continue
        elif isinstance(layer, Bars):
            yield Key([Path("", "M1,0.5h8v9h-8z", layer.edge, 0.8, layer.colour)], layer.legend)
        elif isinstance(layer, Signs):
            yield Key([_signs(layer, [(5, 5)])], layer.legend, layer.about)
        else:
            yield Key([_line(layer, [(0, 5), (16, 5)])], layer.legend, layer.about, 16)
