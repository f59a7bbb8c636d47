"""The numbers at the bars of a histogram of differences: none stands in another, in an axis or outside."""

from __future__ import annotations

import pytest

from web.charts.lists.difference_bars import CHARACTER, LINE, MOST_NUMBERS, bars
from web.charts.lists.line_chart import BOTTOM, HEIGHT
from web.state.lab_state import State

SAME = [0.5] * MOST_NUMBERS
STEPS = [0.054, 0.018, -0.01, -0.03, 0.2, 0.21, 0.2, -0.4, -0.39, -0.4]


@pytest.mark.parametrize("values", [SAME, [-v for v in SAME], STEPS], ids=["up", "down", "steps"])
def test_no_number_stands_in_another(values: list[float]) -> None:
    texts = [f"{value:+.3f}" for value in values]
    drawing = bars(State(), values, texts, [str(i) for i in range(len(values))])
    assert drawing
    numbers = [(float(text.x), float(text.y)) for text in drawing.texts if text.text in texts]
    assert len(numbers) == len(values)
    for i, (x, y) in enumerate(numbers):
        assert LINE - 3 <= y <= HEIGHT - BOTTOM
        for other_x, other_y in numbers[:i]:
            assert abs(x - other_x) >= CHARACTER * len(texts[i]) or abs(y - other_y) >= LINE - 0.11
