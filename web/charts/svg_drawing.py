"""A chart as paths and texts of an SVG: used on paper, in files, without scripts, and until Plotly has loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, NamedTuple

from web.charts.scene import MANY, Axis, Bars, Chart, Dots, Layer, Line, Note, Panel, Point, Signs

#: The drawing's size in its own units, and the margins for the axes.
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 360, 214, 52, 38, 8, 16
_DASHES = {"dot": "1 3", "dash": "5 3", "dash-dot": "9 3 2 3", "": ""}
_SIGNS = {"diamond": "m0-5l5,5-5,5-5-5z", "cross": "m-3-3l6,6m0-6l-6,6", "circle": "m-4,0a4,4 0 1 0 8,0a4,4 0 1 0-8,0"}
_LINE_HEIGHT = 13


class Path(NamedTuple):
    """A path; empty texts leave an attribute out. ``key`` is its class in a page, ``about`` the text of its tooltip.

    ``since`` has for each part the rank from which on it is known, or with ``by_level`` the row of the level; END for
    the end of the list. It is None if all parts are always known. ``whole`` is the complete path, if ``d`` ends early.

    ``layer`` is the kind of the chart's layer that the path draws in a ``panel``, empty if it draws none; ``texts`` are
    about its parts. Scripts make the Plotly chart of these.
    """

    key: str
    d: str
    stroke: str = ""
    width: float = 1
    fill: str = ""
    dash: str = ""
    round: bool = False
    opacity: float = 1
    about: str = ""
    since: Sequence[int] | None = None
    by_level: bool = False
    whole: str = ""
    layer: str = ""
    panel: int = 0
    texts: Sequence[str] = ()


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
    """Converts values of panel ``number`` to coordinates; ``by_rank`` if x is the rank, whose values recur."""

    def __init__(self, x: Axis, y: Axis, span: tuple[float, float], number: int = 0, *, by_rank: bool = False) -> None:
        self.bottom, self.top = (HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP) for part in span)
        self.number, self._by_rank = number, by_rank
        self._across = (WIDTH - LEFT - RIGHT) / (x.high - x.low)
        self._up = (self.bottom - self.top) / (y.high - y.low)
        self._x, self._y = LEFT - x.low * self._across, self.bottom + y.low * self._up
        self._written: dict[int, str] = {}

    def places(self, points: Sequence[Point]) -> list[Point]:
        """The points in the drawing's units."""
        x, y, across, up = self._x, self._y, self._across, self._up
        return [(x + a * across, y - b * up) for a, b in points]

    def path_text(self, points: Sequence[Point]) -> str:
        """The points in the drawing's units as text, cached because several layers may have the same points."""
        key = id(points)  # a part of the chart, which exists as long as the frame
        if key not in self._written:
            self._written[key] = self._filled(_ranks_at if self._by_rank else _points_at, points)
        return self._written[key]

    def bars(self, points: Sequence[Point], width: float) -> str:
        """Bars from 0 to the points, in the drawing's units."""
        return self._filled(_bars_at, points, width, f"{self._y:.1f}")

    def _filled(self, gaps: Callable[..., str], points: Sequence[Point], *more: object) -> str:
        """The text that ``gaps`` returns for the points, with their heights filled in."""
        (xs, ys), y, up = zip(*points, strict=True) if points else ((), ()), self._y, self._up
        return gaps(self._x, self._across, xs, *more) % tuple([y - value * up for value in ys])


def _points_at(start: float, across: float, xs: tuple[float, ...]) -> str:
    """Points at values of x, with a gap for the height of each."""
    return " ".join([f"{start + x * across:.1f},%.1f" for x in xs])


_ranks_at = lru_cache(maxsize=64)(_points_at)


@lru_cache(maxsize=64)
def _bars_at(start: float, across: float, xs: tuple[float, ...], width: float, floor: str) -> str:
    """Bars at values of x, with a gap for the height of each."""
    half, middles = (start + width * across - start) / 2, [start + x * across for x in xs]
    return "".join([f"M{x - half:.1f},{floor}V%.1fH{x + half:.1f}V{floor}z" for x in middles])


class Drawing(NamedTuple):
    """The paths, texts and legend that a template draws."""

    paths: Sequence[Path]
    texts: tuple[Text, ...]
    legend: tuple[Key, ...]
    width: int = WIDTH
    height: int = HEIGHT
    chart: Chart | None = None  #: the chart in numbers, if the drawing was not made from one


def drawing(chart: Chart) -> Drawing:
    """The chart for the SVG template."""
    paths, texts = list[Path](), tuple[Text, ...]()
    for i, panel in enumerate(chart.panels):
        here = Frame(chart.x, panel.y, panel.span, i, by_rank=chart.by_rank)
        grid, labels = _upwards(chart.x, panel.y, panel.span, chart.by_rank)
        paths.append(grid)
        texts += (*labels, *_notes(panel.notes, here)) if panel.notes else labels
        for layer in panel.layers:
            paths += _paths(layer, here)
    return Drawing(paths, texts + _below(chart.x), tuple([key for p in chart.panels for key in _keys(p)]))


@lru_cache(maxsize=200)
def _upwards(x: Axis, y: Axis, span: tuple[float, float], by_rank: bool) -> tuple[Path, tuple[Text, ...]]:
    """The grid of a panel and the labels of its y axis; the grid has no vertical lines if x is the rank."""
    here = Frame(x, y, span)
    heights = [at for _, at in here.places([(0, value) for value, _ in y.ticks])]
    d = "".join(f"M{LEFT},{at:.1f}H{WIDTH - RIGHT}" for at in heights)
    if not by_rank:
        places = here.places([(value, 0) for value, _ in x.ticks])
        d += "".join(f"M{at:.1f},{here.bottom:.1f}V{here.top:.1f}" for at, _ in places)
    ticks = zip(heights, y.ticks, strict=True)
    labels = [Text(f"{LEFT - 6}", f"{at + 4:.1f}", label, "end") for at, (_, label) in ticks]
    labels.append(Text("14", f"{(here.top + here.bottom) / 2:.1f}", y.title, turned=True))
    return Path("grid", d, "--line"), tuple(labels)


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
    if isinstance(layer, Dots):
        return _dots(layer, here)
    if isinstance(layer, Bars):
        return _bars(layer, here)
    d, look, since = here.path_text(layer.points), _look(layer), layer.known
    if isinstance(layer, Line):
        return [Path(layer.key, d and f"M{d}", *look, since=since, layer="line", panel=here.number)]
    signs = Path(layer.key, _marks(d.split(), _SIGNS[layer.symbol]), *look, since=since, by_level=bool(layer.rows))
    return [signs._replace(layer=layer.symbol, panel=here.number, texts=layer.texts)]


def _look(layer: Line | Bars | Signs) -> tuple[str, float, str, str]:
    """Stroke, width, fill and dash of a layer's path."""
    if isinstance(layer, Bars):
        return layer.edge, 0.8, layer.colour, ""
    return layer.colour, *((layer.width, "none", _DASHES[layer.dash]) if isinstance(layer, Line) else (1.5, "none", ""))


def _bars(layer: Bars, here: Frame) -> list[Path]:
    """All bars as one path. Bars without a height are left out, unless they stand for ranks, which have texts."""
    points, since = layer.points, layer.known
    if not layer.ranks:
        high = [y != 0 for _, y in points]
        points, since = list(compress(points, high)), since and list(compress(since, high))
    d = here.bars(points, layer.width)
    bars = Path(layer.key, d, *_look(layer), since=since, layer="bars", panel=here.number, texts=layer.texts)
    return [bars] if d else []


def _dots(layer: Dots, here: Frame) -> list[Path]:
    """All dots of a kind as one path."""
    size, found = 8.0 if len(layer.points) <= MANY else 4.0, list[Path]()
    places = here.path_text(layer.points).split()
    for is_hit, chosen in ((False, [not hit for hit in layer.filled]), (True, layer.filled)):
        if True in chosen:
            since, texts = (list(compress(parts, chosen)) for parts in (layer.ranks, layer.texts))
            ranks = {"since": since, "layer": "dots", "panel": here.number, "texts": texts}
            found += _round(layer.key, compress(places, chosen), size, is_hit=is_hit, **ranks)
    return found


def _round(key: str, places: Iterable[str], size: float, *, is_hit: bool, **of_ranks: Any) -> list[Path]:
    """Dots as lines of length 0 with round ends; dots of non-relevant documents are hollow."""
    d = _marks(places, "h0")
    if is_hit:
        return [Path(f"{key} hit", d, "--accent", size, round=True, **of_ranks)]
    edges = Path(f"{key} miss", d, "--soft", 0.75 * size, round=True, **of_ranks)
    return [edges, Path("hole", d, "--card", 0.75 * size - 2, round=True, since=edges.since, panel=edges.panel)]


def _marks(places: Iterable[str], shape: str) -> str:
    return "".join([f"M{place}{shape}" for place in places])


def _keys(panel: Panel) -> Iterator[Key]:
    """The legend: a sample of everything that has a name in it."""
    for layer in (each for each in panel.layers if each.legend and each.points):
        if isinstance(layer, Dots):
            yield from (_DOT, _OPEN_DOT)
        elif isinstance(layer, Line):
            yield _key((layer.key, "M0.0,5.0 16.0,5.0", *_look(layer)), layer.legend, layer.about, 16)
        elif isinstance(layer, Bars):
            yield _key(("", "M1,0.5h8v9h-8z", *_look(layer)), layer.legend, layer.about)
        else:
            yield _key((layer.key, _marks(["5.0,5.0"], _SIGNS[layer.symbol]), *_look(layer)), layer.legend, layer.about)


@lru_cache(maxsize=200)
def _key(sample: tuple[str, str, str, float, str, str], text: str, about: str, width: int = 10) -> Key:
    return Key((Path(*sample),), text, about, width)


_DOT = Key(tuple(_round("", ["5.0,5.0"], 8.0, is_hit=True)), "relevant")
_OPEN_DOT = Key(tuple(_round("", ["5.0,5.0"], 8.0, is_hit=False)), "not")
