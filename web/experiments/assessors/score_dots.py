"""The chart of scores by assessor: a row for each measure and ranking, and a sign for each assessor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ireval.experiments.assessors import AssessorComparison
from ireval.messages import Figures, Message, say
from ireval.numbers.expression import fixed
from web.charts.scene import Axis, Chart, Layer, Line, Panel, Signs
from web.charts.svg_drawing import Drawing, Key, Path, Text
from web.lists.list_charts import KINDS, Figure

#: The drawing's width in its own units, the margins, and the height of a row.
WIDTH, LEFT, RIGHT, TOP, BOTTOM, ROW = 440, 136, 14, 8, 40, 34
#: The signs of an assessor stand in lanes, so that equal scores do not hide each other.
LANES = 6
_LONGEST = 20
_MOST_ROWS = 40
_PLACES = 3


class _Row(NamedTuple):
    """A measure of a ranking, with the score of each assessor; NaN if there is none."""

    label: str
    scores: Sequence[float]


def dots_figure(found: AssessorComparison) -> Figure | None:
    """The scores of each assessor as signs on a line from the least to the most; None without a score."""
    rows = [row for row in _rows(found) if any(score == score for score in row.scores)][:_MOST_ROWS]
    if not rows:
        return None
    known = [score for row in rows for score in row.scores if score == score]
    low, high = min(0, math.floor(min(known))), max(1, math.ceil(max(known)))
    drawing = Drawing(
        [*_grid(rows, low, high), *_signs(rows, found.assessors, low, high)],
        (*_labels(rows), *_numbers(rows, low, high)),
        tuple(_legend(found.assessors)),
        WIDTH,
        TOP + ROW * len(rows) + BOTTOM,
        _chart(rows, found.assessors, low, high),
    )
    return Figure(drawing, "assessors", "Scores with the labels of each assessor", _sentence(found))


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
    of = Message("of-ranking", run=run) if len(found.runs) > 1 else ""
    return say(Message("chart-of-assessors", ends, measure=measure.name, run=of, least=least, most=most))


def _grid(rows: Sequence[_Row], low: float, high: float) -> list[Path]:
    bottom = TOP + ROW * len(rows)
    across = "".join(f"M{_x(value, low, high):.1f},{TOP}V{bottom}" for value in _ticks(low, high))
    ranges = []
    for place, row in enumerate(rows):
        known = [score for score in row.scores if score == score]
        left, right = (_x(end, low, high) for end in (min(known), max(known)))
        ranges.append(f"M{left:.1f},{_middle(place):.1f}H{right:.1f}")
    between = "".join(f"M{LEFT},{TOP + ROW * place}H{WIDTH - RIGHT}" for place in range(1, len(rows)))
    return [
        Path("grid", across, "--line"),
        Path("rows", between, "--line", dash="2 3"),
        Path("range", "".join(ranges), "--edge", 2),
    ]


def _signs(rows: Sequence[_Row], assessors: Sequence[str], low: float, high: float) -> Iterator[Path]:
    for place, row in enumerate(rows):
        for number, (who, score) in enumerate(zip(assessors, row.scores, strict=True)):
            if score == score:
                at = f"M{_x(score, low, high):.1f},{_middle(place) + _lane(number, len(assessors)):.1f}"
                yield _sign(number, len(assessors), at)._replace(about=f"{who}, {row.label}: {fixed(score, _PLACES)}")


def _sign(number: int, count: int, at: str) -> Path:
    """The sign of an assessor; those of every other kind are hollow. Many assessors have the same sign."""
    ink, _, marker = KINDS[number if count <= len(KINDS) else 0]
    if count > len(KINDS) or number % 2:
        return Path("marks", at + marker, ink, 1.6, "--card")
    return Path("marks", at + marker, "--card", 1, ink)


def _lane(number: int, count: int) -> float:
    """How far from the middle of the row the sign of an assessor is."""
    lanes = min(count, LANES)
    return (number % lanes - (lanes - 1) / 2) * min(7, (ROW - 10) / lanes)


def _legend(assessors: Sequence[str]) -> Iterator[Key]:
    if len(assessors) > len(KINDS):
        yield Key((_sign(0, len(assessors), "M6,5"),), say(Message("a-sign-an-assessor")), width=12)
        return
    for number, who in enumerate(assessors):
        yield Key((_sign(number, len(assessors), "M6,5"),), who, width=12)


def _labels(rows: Sequence[_Row]) -> Iterator[Text]:
    for place, row in enumerate(rows):
        yield Text(f"{LEFT - 10}", f"{_middle(place) + 4:.1f}", row.label, "end", inked=True)


def _numbers(rows: Sequence[_Row], low: float, high: float) -> Iterator[Text]:
    bottom = TOP + ROW * len(rows)
    for value in _ticks(low, high):
        yield Text(f"{_x(value, low, high):.1f}", f"{bottom + 16}", f"{value:g}")
    yield Text(f"{(LEFT + WIDTH - RIGHT) / 2:.1f}", f"{bottom + BOTTOM - 6}", "score")


def _chart(rows: Sequence[_Row], assessors: Sequence[str], low: float, high: float) -> Chart:
    """The same in numbers; the rows are counted from the bottom."""
    heights = [len(rows) - place - 0.5 for place in range(len(rows))]
    layers: list[Layer] = []
    for row, height in zip(rows, heights, strict=True):
        known = [score for score in row.scores if score == score]
        layers.append(Line("range", "", [(min(known), height), (max(known), height)], "--edge", 1))
    for number, who in enumerate(assessors):
        points = [
            (row.scores[number], height - _lane(number, len(assessors)) / ROW)
            for row, height in zip(rows, heights, strict=True)
            if row.scores[number] == row.scores[number]
        ]
        symbol = ("diamond", "cross")[number % 2]
        layers.append(Signs(f"assessor-{number + 1}", who, points, symbol, KINDS[number % len(KINDS)][0]))
    x = Axis("score", low, high, tuple((value, f"{value:g}") for value in _ticks(low, high)))
    y = Axis("", 0, len(rows), tuple((height, row.label) for row, height in zip(rows, heights, strict=True)))
    return Chart("assessors", "", "", x, [Panel(y, layers)], False)


def _ticks(low: float, high: float) -> list[float]:
    return [low + i * (high - low) / 4 for i in range(5)]


def _x(value: float, low: float, high: float) -> float:
    return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)


def _middle(place: int) -> float:
    return TOP + ROW * (place + 0.5)
