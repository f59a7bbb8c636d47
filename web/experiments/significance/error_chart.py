"""The chart of the simulation: the type I error of each test by the number of topics, with the nominal level."""

from __future__ import annotations

import math

from ireval.comparison.pair_comparison import test_name
from ireval.experiments.significance_tests.simulated_shares import SimulatedShares
from ireval.messages import Message, say
from web.charts.lists.line_chart import KINDS, ChartLine, line_chart
from web.charts.lists.list_charts import Figure
from web.charts.scene import Axis

#: Possible steps between the labels of the y axis, and the most labels.
_STEPS, _MOST_LABELS = (0.01, 0.02, 0.05, 0.1, 0.2), 6
#: The kind of the line at alpha.
_ALPHA = 6


def error_figure(found: SimulatedShares) -> Figure:
    """Type I errors against the number of topics, whose axis is logarithmic."""
    sizes = list(found.errors)
    lines = [
        ChartLine(test_name(key), i % len(KINDS), points, points)
        for i, key in enumerate(found.tests)
        if (points := [(math.log(size), of[key].value) for size, of in found.errors.items()])
    ]
    across = math.log(sizes[0]), math.log(sizes[-1])
    lines.append(ChartLine("alpha", _ALPHA, [(x, found.alpha) for x in across], faint=True))
    x = Axis("number of topics (logarithmic)", *across, tuple((math.log(size), str(size)) for size in sizes))
    highest = max(share.value for of in found.errors.values() for share in of.values())
    sentence = say(Message("chart-of-errors", count=found.count, alpha=f"{100 * found.alpha:g} %"))
    drawing = line_chart(lines, x, _heights(max(highest, found.alpha)))
    return Figure(drawing, "type-1-error", say(Message("title-of-errors")), sentence)


def _heights(highest: float) -> Axis:
    """An axis from 0 to above the highest share, in percent."""
    step = next((step for step in _STEPS if highest / step <= _MOST_LABELS), _STEPS[-1])
    count = max(math.ceil(highest / step - 1e-9), 1)
    ticks = tuple((n * step, f"{100 * n * step:g} %") for n in range(count + 1))
    return Axis("type I error", 0, count * step, ticks)
