"""A chart as paths and texts for an SVG template: on paper, without scripts, until Plotly has loaded, and in files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from web.charts.scene import MANY, Axis, Bars, Chart, Dots, Layer, Line, Note, Panel, Point, Signs

#: The drawing's size in its own units, and the margins for the axes.
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 360, 214, 52, 38, 8, 16
_DASHES = {"dot": "1 3", "dash": "5 3", "": ""}
_LINE_HEIGHT = 13


class Path(NamedTuple):
    """A path; empty texts leave an attribute out. ``key`` is its class in a page, ``about`` the text of its tooltip.

    ``since`` are the ranks, or with ``by_level`` the rows of levels, from which on its parts are known; END for the
    end, None if they always are. ``whole`` is the complete path, if ``d`` is only what is known up to a step.

    ``layer`` is the kind of the chart's layer that it draws in a ``panel``, empty if it draws none; ``texts`` are about
    its parts. Scripts make the library's chart of these.
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
    width: int = WIDTH
    height: int = HEIGHT
    chart: Chart | None = None  #: the same in numbers, where the drawing is not made from a chart


def drawing(chart: Chart) -> Drawing:
    """The chart for the SVG template."""
    paths: list[Path] = []
    texts: tuple[Text, ...] = ()
    for i, panel in enumerate(chart.panels):
        here = Frame(chart.x, panel.y, panel.span)
        grid, labels = _upwards(chart.x, panel.y, panel.span, chart.by_rank)
        paths.append(grid)
        texts += (*labels, *_notes(panel.notes, here))
        for layer in panel.layers:
            drawn = _paths(layer, here)
            paths += [p._replace(panel=i) for p in drawn] if i else drawn
    return Drawing(paths, texts + _below(chart.x), tuple([key for p in chart.panels for key in _keys(p)]))


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
        return _bars(layer, places, here)
    if isinstance(layer, Dots):
        return _dots(layer.key, places, layer.filled, layer.ranks, layer.texts)
    if isinstance(layer, Signs):
        known, by_level = layer.known, bool(layer.rows)
        return [_signs(layer, places)._replace(since=known, by_level=by_level, layer=layer.symbol, texts=layer.texts)]
    return [_line(layer, places)._replace(since=layer.since, layer="line")]


def _line(layer: Line, places: Sequence[Point]) -> Path:
    d = "M" + " ".join([f"{x:.1f},{y:.1f}" for x, y in places]) if places else ""
    return Path(layer.key, d, layer.colour, layer.width, "none", _DASHES[layer.dash])


def _bars(layer: Bars, places: Sequence[Point], here: Frame) -> list[Path]:
    """All bars as one path. Bars without a height are left out, unless they stand for ranks, which have texts."""
    (left, floor), (right, _) = here.places([(0, 0), (layer.width, 0)])
    half = (right - left) / 2
    drawn = [layer.ranks or y != floor for _, y in places]
    d = "".join(
        [
            f"M{x - half:.1f},{floor:.1f}V{y:.1f}H{x + half:.1f}V{floor:.1f}z"
            for (x, y), is_drawn in zip(places, drawn, strict=True)
            if is_drawn
        ]
    )
    since = layer.known and [n for n, is_drawn in zip(layer.known, drawn, strict=True) if is_drawn]
    bars = Path(layer.key, d, layer.edge, 0.8, layer.colour, since=since, layer="bars", texts=layer.texts)
    return [bars] if d else []


def _dots(
    key: str, places: Sequence[Point], filled: Sequence[bool], ranks: Sequence[int] = (), texts: Sequence[str] = ()
) -> list[Path]:
    """Dots as lines of no length with round ends, so that all dots of a kind are one path."""
    size = 8.0 if len(places) <= MANY else 4.0
    drawn = [f"M{x:.1f},{y:.1f}h0" for x, y in places]
    misses, hits = ("".join(_chosen(drawn, filled, is_hit)) for is_hit in (False, True))
    since_miss, since_hit = (_chosen(ranks, filled, is_hit) if ranks else None for is_hit in (False, True))
    layer = "dots" if ranks else ""
    found = []
    if misses:
        about, hole = _chosen(texts, filled, is_hit=False), 0.75 * size - 2
        miss = Path(
            f"{key} miss", misses, "--soft", 0.75 * size, round=True, since=since_miss, layer=layer, texts=about
        )
        found = [miss, Path("hole", misses, "--card", hole, round=True, since=since_miss)]
    if hits:
        about = _chosen(texts, filled, is_hit=True)
        found.append(Path(f"{key} hit", hits, "--accent", size, round=True, since=since_hit, layer=layer, texts=about))
    return found


def _chosen(what: Sequence[Any], filled: Sequence[bool], is_hit: bool) -> tuple[Any, ...]:
    """What belongs to the dots that are filled, or to the others; nothing where there is nothing for any dot."""
    return tuple([one for one, hit in zip(what, filled, strict=True) if hit is is_hit]) if what else ()


def _signs(layer: Signs, places: Sequence[Point]) -> Path:
    sign = "m0,-5l5,5l-5,5l-5,-5z" if layer.symbol == "diamond" else "m-3,-3l6,6m0,-6l-6,6"
    return Path(layer.key, "".join([f"M{x:.1f},{y:.1f}{sign}" for x, y in places]), layer.colour, 1.5, "none")


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
