"""A chart as paths and texts for an SVG template: on paper, without scripts, until Plotly has loaded, and in files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from web.charts.scene import MANY, Axis, Bars, Chart, Dots, Layer, Line, Note, Panel, Point, Signs

#: The drawing's size in its own units, and the margins for the axes.
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 360, 214, 52, 38, 8, 16
_DASHES = {"dot": "1 3", "dash": "5 3", "": ""}
_LINE_HEIGHT = 13


class Path(NamedTuple):
    """A path; empty texts leave an attribute out. ``key`` is its class in a page, ``about`` the text of its tooltip.

    ``since`` are the ranks, or with ``by_level`` the rows of levels, from which on its parts are known; END for the
    end, None if they always are. ``whole`` is the complete path, if ``d`` is only what is known up to a step.
    """

    key: str
    d: str
    stroke: str = ""
    width: float = 1
    fill: str = ""
    dash: str = ""
    round: bool = False
    faint: bool = False
    about: str = ""
    since: Sequence[int] | None = None
    by_level: bool = False
    whole: str = ""


class Text(NamedTuple):
    """A text at a place, anchored at its "start", "middle" or "end"; ``turned`` text reads upwards.

    ``inked`` text is as dark as the text of the page; ``strong`` and ``large`` text is also bold.
    """

    x: str
    y: str
    text: str
    anchor: str = "middle"
    turned: bool = False
    inked: bool = False
    strong: bool = False
    large: bool = False


class Key(NamedTuple):
    """An entry of the legend: paths of a sample 10 units high, its name, and an explanation."""

    paths: tuple[Path, ...]
    text: str
    about: str = ""
    width: int = 10


class Frame:
    """The places of a panel's values in the drawing."""

    def __init__(self, x: Axis, y: Axis, span: tuple[float, float]) -> None:
        self.bottom, self.top = (HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP) for part in span)
        self._across = (WIDTH - LEFT - RIGHT) / (x.high - x.low)
        self._up = (self.bottom - self.top) / (y.high - y.low)
        self._x, self._y = LEFT - x.low * self._across, self.bottom + y.low * self._up

    def places(self, points: Sequence[Point]) -> list[Point]:
        """The points in the drawing's units."""
        x, y, across, up = self._x, self._y, self._across, self._up
        return [(x + a * across, y - b * up) for a, b in points]


class Drawing(NamedTuple):
    """What the template draws."""

    paths: Sequence[Path]
    texts: tuple[Text, ...]
    legend: tuple[Key, ...]
    frame: tuple[float, float, float, float]  #: left, right, top and bottom of the panel whose points are ranks
    width: int = WIDTH
    height: int = HEIGHT
    chart: Chart | None = None  #: the same in numbers, where the drawing is not made from a chart


def drawing(chart: Chart) -> Drawing:
    """The chart for the SVG template."""
    paths: list[Path] = []
    texts: tuple[Text, ...] = ()
    frame = (0.0, 0.0, 0.0, 0.0)
    for panel in chart.panels:
        here = Frame(chart.x, panel.y, panel.span)
        grid, labels = _upwards(chart.x, panel.y, panel.span, chart.by_rank)
        paths.append(grid)
        texts += (*labels, *_notes(panel.notes, here))
        for layer in panel.layers:
            paths += _paths(layer, here)
            if isinstance(layer, Dots | Bars) and layer.ranks:
                frame = (LEFT, WIDTH - RIGHT, here.top, here.bottom)
    return Drawing(paths, texts + _below(chart.x), tuple(key for p in chart.panels for key in _keys(p)), frame)


@lru_cache(maxsize=200)
def _upwards(x: Axis, y: Axis, span: tuple[float, float], by_rank: bool) -> tuple[Path, tuple[Text, ...]]:
    """The grid of a panel, with vertical lines unless x is the rank, and the labels of its y axis."""
    here = Frame(x, y, span)
    heights = [at for _, at in here.places([(0, value) for value, _ in y.ticks])]
    d = "".join(f"M{LEFT},{at:.1f}H{WIDTH - RIGHT}" for at in heights)
    if not by_rank:
        places = here.places([(value, 0) for value, _ in x.ticks])
        d += "".join(f"M{at:.1f},{here.bottom:.1f}V{here.top:.1f}" for at, _ in places)
    labels = [
        Text(f"{LEFT - 6}", f"{at + 4:.1f}", label, "end") for at, (_, label) in zip(heights, y.ticks, strict=True)
    ]
    title = Text("14", f"{(here.top + here.bottom) / 2:.1f}", y.title, turned=True)
    return Path("grid", d, "--line"), (*labels, title)


@lru_cache(maxsize=200)
def _below(x: Axis) -> tuple[Text, ...]:
    """The labels of the x axis."""
    places = Frame(x, Axis("", 0, 1, ()), (0, 1)).places([(value, 0) for value, _ in x.ticks])
    labels = [
        Text(f"{at:.1f}", f"{HEIGHT - BOTTOM + 15 + i * _LINE_HEIGHT}", line)
        for (at, _), (_, label) in zip(places, x.ticks, strict=True)
        for i, line in enumerate(label.split("\n"))
    ]
    return *labels, Text(f"{(LEFT + WIDTH - RIGHT) / 2}", f"{HEIGHT - 6}", x.title)


def _notes(notes: Sequence[Note], here: Frame) -> Iterator[Text]:
    for note, (x, y) in zip(notes, here.places([(n.x, n.y) for n in notes]), strict=True):
        aside, anchor = (-4, "end") if note.before else (4, "start")
        yield Text(f"{x + aside:.1f}", f"{y + 4:.1f}", note.text, anchor)


def _paths(layer: Layer, here: Frame) -> list[Path]:
    places = here.places(layer.points)
    if isinstance(layer, Bars):
        (left, floor), (right, _) = here.places([(0, 0), (layer.width, 0)])
        half = (right - left) / 2
        d = "".join(f"M{x - half:.1f},{floor:.1f}V{y:.1f}H{x + half:.1f}V{floor:.1f}z" for x, y in places if y != floor)
        since = layer.known and [n for n, (_, y) in zip(layer.known, places, strict=True) if y != floor]
        return [Path(layer.key, d, layer.edge, 0.8, layer.colour, since=since)] if d else []
    if isinstance(layer, Dots):
        return _dots(layer.key, places, layer.filled, layer.ranks)
    if isinstance(layer, Signs):
        return [_signs(layer, places)._replace(since=layer.known, by_level=bool(layer.rows))]
    return [_line(layer, places)._replace(since=layer.since)]


def _line(layer: Line, places: Sequence[Point]) -> Path:
    d = "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in places) if places else ""
    return Path(layer.key, d, layer.colour, layer.width, "none", _DASHES[layer.dash])


def _dots(key: str, places: Sequence[Point], filled: Sequence[bool], ranks: Sequence[int] = ()) -> list[Path]:
    """Dots as lines of no length with round ends, so that all dots of a kind are one path."""
    size = 8.0 if len(places) <= MANY else 4.0
    hits, misses = (
        "".join(f"M{x:.1f},{y:.1f}h0" for (x, y), hit in zip(places, filled, strict=True) if hit is wanted)
        for wanted in (True, False)
    )
    hits_at, misses_at = (
        [rank for rank, hit in zip(ranks, filled, strict=True) if hit is wanted] if ranks else None
        for wanted in (True, False)
    )
    open_dots = [Path(f"{key} miss", misses, "--soft", 0.75 * size, round=True, since=misses_at)]
    open_dots.append(Path("hole", misses, "--card", 0.75 * size - 2, round=True, since=misses_at))
    filled_dots = [Path(f"{key} hit", hits, "--accent", size, round=True, since=hits_at)]
    return [*(open_dots if misses else []), *(filled_dots if hits else [])]


def _signs(layer: Signs, places: Sequence[Point]) -> Path:
    sign = "m0,-5l5,5l-5,5l-5,-5z" if layer.symbol == "diamond" else "m-3,-3l6,6m0,-6l-6,6"
    return Path(layer.key, "".join(f"M{x:.1f},{y:.1f}{sign}" for x, y in places), layer.colour, 1.5, "none")


def _keys(panel: Panel) -> Iterator[Key]:
    """The legend: a sample of everything that has a name in it."""
    for layer in panel.layers:
        if not layer.legend or not layer.points:
            continue
        if isinstance(layer, Dots):
            yield _DOT
            yield _OPEN_DOT
        elif isinstance(layer, Bars):
            sample = Path("", "M1,0.5h8v9h-8z", layer.edge, 0.8, layer.colour)
            yield Key((sample,), layer.legend, layer.about)
        elif isinstance(layer, Signs):
            yield Key((_signs(layer, [(5, 5)]),), layer.legend, layer.about)
        else:
            yield Key((_line(layer, [(0, 5), (16, 5)]),), layer.legend, layer.about, 16)


_DOT, _OPEN_DOT = (Key(tuple(_dots("", [(5, 5)], [hit])), words) for hit, words in ((True, "relevant"), (False, "not")))
