"""The chart of scores by assessor: a row for each measure and ranking, and a sign for each assessor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ireval.experiments.assessors.assessor_comparison import AssessorComparison
from ireval.messages import Figures, Message, say
from ireval.numbers.expression import fixed
from web.charts.lists.line_chart import KINDS
from web.charts.lists.list_charts import Figure
from web.charts.scene import Axis, Chart, Layer, Line, Panel, Signs
from web.charts.svg_drawing import Drawing, Key, Path, Text
from web.state.texts.score_texts import MINUS

#: The name of the chart's files.
CHART = "assessors"
#: The drawing's width in its own units, the margins.
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 440, 136, 14, 8, 40
#: The signs of the assessors stand in lanes within a row, so that equal scores do not hide each other.
MOST_LANES = len(KINDS)
LANE = 8.5
_LONGEST = 20
_MOST_ROWS = 40
_PLACES = 3


class _Row(NamedTuple):
    """A measure of a ranking, with the score of each assessor; NaN if there is none."""

    label: str
    scores: Sequence[float]

    @property
    def known(self) -> list[float]:
        """The scores that are defined."""
        return [score for score in self.scores if score == score]


@dataclass(frozen=True)
class _Frame:
    """The places of scores from ``low`` to ``high``, in rows that have a lane for each assessor."""

    rows: Sequence[_Row]
    assessors: Sequence[str]
    low: float
    high: float

    @property
    def row_height(self) -> float:
        """The height of a row."""
        return LANE * min(len(self.assessors), MOST_LANES) + 8

    @property
    def bottom(self) -> float:
        """The height at which the rows end."""
        return TOP + self.row_height * len(self.rows)

    @property
    def ticks(self) -> list[float]:
        """The scores at which there are lines."""
        return [self.low + i * (self.high - self.low) / 4 for i in range(5)]

    def across(self, score: float) -> float:
        """Return the place of a score, from left to right."""
        return LEFT + (score - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)

    def middle(self, place: int) -> float:
        """The middle of a row."""
        return TOP + self.row_height * (place + 0.5)

    def lane(self, number: int) -> float:
        """Return the distance of an assessor's sign from the middle of a row."""
        lanes = min(len(self.assessors), MOST_LANES)
        return (number % lanes - (lanes - 1) / 2) * LANE


def dots_figure(found: AssessorComparison) -> Figure | None:
    """Return the scores of each assessor as signs on a line from the lowest to the highest; None without a score."""
    rows = [row for row in _rows(found) if row.known][:_MOST_ROWS]
    if not rows:
        return None
    known = [score for row in rows for score in row.known]
    frame = _Frame(rows, found.assessors, min(0, math.floor(min(known))), max(1, math.ceil(max(known))))
    drawing = Drawing(
        [*_grid(frame), *_signs(frame)],
        tuple(_texts(frame)),
        tuple(_legend(found.assessors)),
        WIDTH,
        math.ceil(frame.bottom) + BOTTOM,
        _chart(frame),
    )
    return Figure(drawing, CHART, "Scores with the labels of each assessor", _sentence(found))


def _rows(found: AssessorComparison) -> Iterator[_Row]:
    for measure in found.measures:
        for run, means in measure.means.items():
            label = measure.name if len(found.runs) == 1 else f"{measure.name}, {run}"
            yield _Row(label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…", list(means.values()))


def _sentence(found: AssessorComparison) -> str:
    spreads = [(measure.spread(run) or 0.0, measure, run) for measure in found.measures for run in found.runs]
    _, measure, run = max(spreads, key=lambda item: item[0])
    means = {who: mean for who, mean in measure.means[run].items() if mean == mean}
    least, most = min(means, key=lambda who: means[who]), max(means, key=lambda who: means[who])
    ends = {"low": Figures(fixed(means[least], _PLACES)), "high": Figures(fixed(means[most], _PLACES))}
    key = "chart-of-assessors" if len(found.runs) == 1 else "chart-of-assessors-and-rankings"
    return say(Message(key, ends, measure=measure.name, run=run, least=least, most=most))


def _grid(frame: _Frame) -> Iterator[Path]:
    lines = "".join(f"M{frame.across(value):.1f},{TOP}V{frame.bottom:.1f}" for value in frame.ticks)
    yield Path("grid", lines, "--line")
    edges = (TOP + frame.row_height * place for place in range(1, len(frame.rows)))
    yield Path("rows", "".join(f"M{LEFT},{y:.1f}H{WIDTH - RIGHT}" for y in edges), "--line", dash="2 3")
    ranges = []
    for place, row in enumerate(frame.rows):
        left, right = (frame.across(end) for end in (min(row.known), max(row.known)))
        ranges.append(f"M{left:.1f},{frame.middle(place):.1f}H{right:.1f}")
    yield Path("range", "".join(ranges), "--edge", 2)


def _signs(frame: _Frame) -> Iterator[Path]:
    for place, row in enumerate(frame.rows):
        for number, (who, score) in enumerate(zip(frame.assessors, row.scores, strict=True)):
            if score == score:
                at = f"M{frame.across(score):.1f},{frame.middle(place) + frame.lane(number):.1f}"
                about = f"{who}, {row.label}: {fixed(score, _PLACES)}"
                yield _sign(number, len(frame.assessors), at)._replace(about=about)


def _sign(number: int, count: int, at: str) -> Path:
    """The sign of an assessor; every second sign is hollow. If there are many assessors, some have the same sign."""
    ink, _, marker = KINDS[number if count <= len(KINDS) else 0]
    if count > len(KINDS) or number % 2:
        return Path("marks", at + marker, ink, 1.6, "--card")
    return Path("marks", at + marker, "--card", 1, ink)


def _legend(assessors: Sequence[str]) -> Iterator[Key]:
    if len(assessors) > len(KINDS):
        yield Key((_sign(0, len(assessors), "M6,5"),), say(Message("a-sign-an-assessor")), width=12)
        return
    for number, who in enumerate(assessors):
        yield Key((_sign(number, len(assessors), "M6,5"),), who, width=12)


def _texts(frame: _Frame) -> Iterator[Text]:
    for place, row in enumerate(frame.rows):
        yield Text(f"{LEFT - 10}", f"{frame.middle(place) + 4:.1f}", row.label, "end", inked=True)
    for value in frame.ticks:
        yield Text(f"{frame.across(value):.1f}", f"{frame.bottom + 16:.1f}", f"{value:g}".replace("-", MINUS))
    yield Text(f"{(LEFT + WIDTH - RIGHT) / 2:.1f}", f"{frame.bottom + BOTTOM - 6:.1f}", "score")


def _chart(frame: _Frame) -> Chart:
    """The chart in numbers; the rows are counted from the bottom."""
    heights = [len(frame.rows) - place - 0.5 for place in range(len(frame.rows))]
    layers: list[Layer] = []
    for row, height in zip(frame.rows, heights, strict=True):
        layers.append(Line("range", "", [(min(row.known), height), (max(row.known), height)], "--edge", 1))
    for number, who in enumerate(frame.assessors):
        points = [
            (row.scores[number], height - frame.lane(number) / frame.row_height)
            for row, height in zip(frame.rows, heights, strict=True)
            if row.scores[number] == row.scores[number]
        ]
        symbol = ("diamond", "cross")[number % 2]
        layers.append(Signs(f"assessor-{number + 1}", who, points, symbol, KINDS[number % len(KINDS)][0]))
    x = Axis("score", frame.low, frame.high, tuple((value, f"{value:g}") for value in frame.ticks))
    y = Axis("", 0, len(heights), tuple((height, r.label) for r, height in zip(frame.rows, heights, strict=True)))
    return Chart(CHART, "", "", x, [Panel(y, layers)], False)
