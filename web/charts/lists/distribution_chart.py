"""The chart of distributions: for each run a dot for each topic, the quartiles, the median and the mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ireval.comparison.measure_comparison import MeasureComparison
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from web.charts.annotations import number
from web.charts.lists.difference_bars import nice
from web.charts.lists.line_chart import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, titles
from web.charts.lists.list_charts import Figure
from web.charts.scene import Axis, Chart, Layer, Line, Panel, Point, Signs
from web.charts.svg_drawing import Drawing, Key, Path, Text
from web.state.lab_state import State

#: With more topics than this, no lines join the dots of a topic, and no dot has a text of its own.
MOST_JOINED = 60
#: The name of a run is cut to this many characters in a chart.
LONGEST_NAME = 14
#: Half the width of a box, the radius of a dot, and the distance of dots beside each other.
_BOX, _DOT, _ASIDE = 34, 3.4, 7.4
#: Dots that are closer than this, from top to bottom, stand beside each other.
_NEAR = 6.0
_RIGHT = WIDTH - 12
_PLAIN = State()
_DIAMOND = "m0,-6l6,6l-6,6l-6,-6z"
_CIRCLE = f"m-{_DOT},0a{_DOT},{_DOT} 0 1 0 {2 * _DOT},0a{_DOT},{_DOT} 0 1 0 -{2 * _DOT},0z"


def distribution_figure(measure: MeasureComparison, key: str, places: int) -> Figure | None:
    """The scores of each run over the topics, side by side; None without topics."""
    if not measure.topics:
        return None
    scores = {name: values.tolist() for name, values in measure.scores.items()}
    top = nice(max(max(values) for values in scores.values()) or 1.0)
    low = min(0.0, *(min(values) for values in scores.values()))
    strips = [_Strip(i, len(scores), name, values, (low, top)) for i, (name, values) in enumerate(scores.items())]
    paths = [_grid(low, top), *_joins(strips, measure.topics)]
    texts = [Text(f"{s.middle:.1f}", str(HEIGHT - BOTTOM + 16), short_name(s.name), inked=True) for s in strips]
    for strip, name in zip(strips, scores, strict=True):
        paths += _marks(strip, measure.quartiles[name], measure.means[name], measure.topics, places)
    texts += [
        Text(str(LEFT - 6), f"{strips[0].height(v) + 4:.1f}", number(_PLAIN, v, short=True), "end")
        for v in _ticks(low, top)
    ]
    texts += titles("", measure.name, _RIGHT)
    runs = [
        Message(
            "run-mean-and-median", run=name, mean=fixed(mean, places), median=fixed(measure.quartiles[name][2], places)
        )
        for name, mean in measure.means.items()
    ]
    sentence = say(Message("chart-of-distributions", measure=measure.name, count=len(measure.topics), runs=runs))
    drawing = Drawing(paths, tuple(texts), _LEGEND, WIDTH, HEIGHT, _chart(strips, measure, low, top))
    return Figure(drawing, key, f"{measure.name}: the scores of all topics", sentence)


def short_name(name: str) -> str:
    """A name that is cut if it is too long."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


class _Strip:
    """A run's part of the chart, with a place for each of its topics."""

    def __init__(self, place: int, count: int, name: str, values: Sequence[float], ends: tuple[float, float]) -> None:
        self.place, self.name, self.values = place, name, values
        self._low, self._top = ends
        self.width = (_RIGHT - LEFT) / count
        self.middle = LEFT + (place + 0.5) * self.width
        self.asides = list(_asides([self.height(v) for v in values], self.width / 2 - _ASIDE))

    def height(self, value: float) -> float:
        """The height of a score, in the drawing's units."""
        return HEIGHT - BOTTOM - (value - self._low) / (self._top - self._low) * (HEIGHT - BOTTOM - TOP - 8)

    @property
    def points(self) -> list[Point]:
        """The places of the dots, in the drawing's units."""
        return [(self.middle + aside, self.height(v)) for v, aside in zip(self.values, self.asides, strict=True)]

    @property
    def in_numbers(self) -> list[Point]:
        """The places of the dots as numbers: the run, counted from 1, and the score."""
        both = zip(self.values, self.asides, strict=True)
        return [(self.place + 1 + aside / self.width, v) for v, aside in both]


def _asides(heights: Sequence[float], most: float) -> Iterator[float]:
    """Yield the sideways offset of each dot, so that dots of nearly the same height do not hide each other."""
    found: dict[int, float] = {}
    level, beside = float("-inf"), 0
    for i in sorted(range(len(heights)), key=lambda i: heights[i]):
        if heights[i] - level >= _NEAR:
            level, beside = heights[i], 0
        else:
            beside += 1
        step = (beside + 1) // 2 * _ASIDE
        found[i] = min(step, most) * (1 if beside % 2 else -1)
    yield from (found[i] for i in range(len(heights)))


def _joins(strips: Sequence[_Strip], topics: Sequence[str]) -> Iterator[Path]:
    """Faint lines between the scores of a topic, which show whether its score rises or falls from run to run."""
    if len(topics) > MOST_JOINED:
        return
    for one, other in pairwise(strips):
        both = zip(one.points, other.points, strict=True)
        d = "".join(f"M{a:.1f},{b:.1f}L{c:.1f},{e:.1f}" for (a, b), (c, e) in both)
        yield Path("behind", d, "--soft", 1, opacity=0.5)


def _marks(
    strip: _Strip, quartiles: Sequence[float], mean: float, topics: Sequence[str], places: int
) -> Iterator[Path]:
    _, first, median, third, _ = quartiles
    left, right = strip.middle - _BOX, strip.middle + _BOX
    box = f"M{left:.1f},{strip.height(first):.1f}H{right:.1f}V{strip.height(third):.1f}H{left:.1f}z"
    about = say(Message("quartiles-of-run", run=strip.name, first=fixed(first, places), third=fixed(third, places)))
    yield Path("box", box, "--edge", 1.2, "none", about=about)
    places_of_dots = [f"M{a:.1f},{b:.1f}{_CIRCLE}" for a, b in strip.points]
    if len(topics) > MOST_JOINED:
        yield Path("dots", "".join(places_of_dots), "--accent", 1.1, "none")
    else:
        for d, topic, value in zip(places_of_dots, topics, strip.values, strict=True):
            yield Path("dots", d, "--accent", 1.4, "--card", about=f"{topic}: {fixed(value, places)}")
    at = f"M{left:.1f},{strip.height(median):.1f}H{right:.1f}"
    yield Path("median", at, "--ink", 2.4, about=_value("median-of-run", strip.name, median, places))
    diamond = f"M{left:.1f},{strip.height(mean):.1f}{_DIAMOND}"
    yield Path("mean", diamond, "--card", 1.2, "--k1", about=_value("mean-of-run", strip.name, mean, places))


def _value(key: str, run: str, value: float, places: int) -> str:
    return say(Message(key, run=run, value=fixed(value, places)))


def _ticks(low: float, top: float) -> list[float]:
    return [low, *(top * part for part in (0.25, 0.5, 0.75, 1))] if low < 0 else [top * i / 4 for i in range(5)]


def _grid(low: float, top: float) -> Path:
    strip = _Strip(0, 1, "", [], (low, top))
    return Path("grid", "".join(f"M{LEFT},{strip.height(v):.1f}H{_RIGHT}" for v in _ticks(low, top)), "--line")


def _chart(strips: Sequence[_Strip], measure: MeasureComparison, low: float, top: float) -> Chart:
    """The chart in numbers; runs are counted from 1 along x."""
    layers: list[Layer] = []
    for strip in strips:
        at, half = strip.place + 1, _BOX / strip.width
        _, first, median, third, _ = measure.quartiles[strip.name]
        left, right = at - half, at + half
        box = [(left, first), (right, first), (right, third), (left, third), (left, first)]
        layers += [
            Line("box", "half of the topics" if at == 1 else "", box, "--edge", 1),
            Signs("dots", "a topic" if at == 1 else "", strip.in_numbers, "circle", "--accent", measure.topics),
            Line("median", "median" if at == 1 else "", [(left, median), (right, median)], "--ink", 2.4),
            Signs("mean", "mean" if at == 1 else "", [(left, measure.means[strip.name])], "diamond", "--k1"),
        ]
    names = tuple((float(s.place + 1), short_name(s.name)) for s in strips)
    x = Axis("", 0.5, len(strips) + 0.5, names)
    y = Axis(measure.name, low, top, tuple((v, number(_PLAIN, v, short=True)) for v in _ticks(low, top)))
    return Chart("distributions", "", "", x, [Panel(y, layers)])


_LEGEND = (
    Key((Path("", f"M5,5{_CIRCLE}", "--accent", 1.4, "--card"),), "a topic"),
    Key((Path("", "M1,1H9V9H1z", "--edge", 1.2, "none"),), "half of the topics"),
    Key((Path("", "M0,5H16", "--ink", 2.4),), "median", width=16),
    Key((Path("", f"M6,5{_DIAMOND}", "--card", 1.2, "--k1"),), "mean", width=12),
)
