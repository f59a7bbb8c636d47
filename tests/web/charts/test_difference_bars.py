"""The numbers at the bars of a histogram of differences: each at its own bar, none in another bar, number or tick."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from web.charts.lists.difference_bars import bars
from web.charts.lists.line_chart import BOTTOM, HEIGHT
from web.charts.svg_drawing import Text
from web.state.lab_state import State

#: Half the width of a digit and the height of a line, as browsers draw the text of charts: 13 units high.
DIGIT, HIGH = 7.2, 11.0
STEPS = [0.054, 0.018, -0.01, -0.03, 0.2, 0.21, 0.2, -0.4, -0.39, -0.4]
MIXED = [0.9, 0.0, -0.9, 0.01, -0.01, 0.8] * 6


class Box(NamedTuple):
    """A rectangle of the drawing."""

    left: float
    upper: float
    right: float
    lower: float

    def meets(self, other: Box) -> bool:
        """Whether two rectangles overlap."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0.1 and min(self.lower, other.lower) - max(self.upper, other.upper) > 0.1


def box_of(text: Text) -> Box:
    """The place that a text takes."""
    x, y, long = float(text.x), float(text.y), DIGIT * len(text.text)
    before = {"start": 0.0, "middle": long / 2, "end": long}[text.anchor]
    if text.turned:  # it reads upwards
        return Box(x - HIGH, y - long + before, x, y + before)
    return Box(x - before, y - HIGH, x - before + long, y)


@pytest.mark.parametrize("count", [1, 2, 6, 8, 14, 20, 32])
@pytest.mark.parametrize("values", [[0.5], [-0.5], [0.0], STEPS, MIXED], ids=["up", "down", "ties", "steps", "mixed"])
def test_each_number_stands_at_its_own_bar_and_in_nothing_else(values: list[float], count: int) -> None:
    shown = (values * count)[:count]
    texts = [f"{value:+.3f}" for value in shown]
    drawing = bars(State(), shown, texts, [f"q{i}" for i in range(count)])
    assert drawing
    columns = []
    for path in drawing.paths:
        if path.key.startswith("column"):
            x, zero, end, wide = map(float, re.findall(r"[-\d.]+", path.d)[:4])
            columns.append(Box(x, min(zero, end), x + wide, max(zero, end)))
    numbers = [box_of(text) for text in drawing.texts if text.inked]
    others = [box_of(text) for text in drawing.texts if not text.inked]
    assert [text.text for text in drawing.texts if text.inked] == texts
    for i, (number, column) in enumerate(zip(numbers, columns, strict=True)):
        middle = (column.left + column.right) / 2
        assert number.left < middle < number.right, "in the middle of its bar"
        gap = number.upper - column.lower if shown[i] < 0 else column.upper - number.lower
        assert 0 < gap < 8, "next to the end of its bar"
        assert number.upper >= 0
        assert number.lower <= HEIGHT - BOTTOM
        assert not any(number.meets(other) for other in (*columns, *numbers[:i], *others))


def test_no_line_of_the_grid_crosses_a_number() -> None:
    drawing = bars(State(), [0.45, -0.3, 1.0], ["+0.450", "\N{MINUS SIGN}0.300", "+1.000"], ["a", "b", "c"])
    assert drawing
    places = [path for path in drawing.paths if path.key == "place"]
    assert [path.fill for path in places] == ["--card"] * 3
    grid = next(i for i, path in enumerate(drawing.paths) if path.key == "grid")
    assert all(drawing.paths.index(path) > grid for path in places)


def test_many_bars_have_no_numbers() -> None:
    drawing = bars(State(), [0.5] * 50, ["+0.500"] * 50, [str(i) for i in range(50)])
    assert drawing
    assert not any(text.inked for text in drawing.texts)
