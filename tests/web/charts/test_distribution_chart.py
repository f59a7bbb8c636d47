"""The chart of distributions: a dot for each topic, at its score, with quartiles, median and mean."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ireval.comparison.measure_comparison import MeasureComparison
from ireval.measure.spelling import parse
from ireval.numbers.arrays import Floats
from web.charts.lists.distribution_chart import MOST_JOINED, distribution_figure
from web.charts.lists.list_charts import Figure
from web.charts.pgfplots import document
from web.charts.scene import Line, Signs
from web.charts.svg_drawing import Drawing

A, B = np.array([0.1, 0.5, 0.5, 0.9]), np.array([0.2, 0.2, 0.3, 1.0])


def figure(**scores: Floats) -> Figure:
    topics = tuple(map(str, range(1, len(next(iter(scores.values()))) + 1)))
    found = distribution_figure(MeasureComparison(parse("AP"), topics, (), scores, (), "sign-flip"), "key", 3)
    assert found
    return found


def drawing(found: Figure) -> Drawing:
    assert found.drawing
    return found.drawing


def starts(d: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"M([-\d.]+),([-\d.]+)", d)]


def test_the_dots_stand_at_the_scores() -> None:
    drawn = drawing(figure(A=A, B=B))
    dots = [path for path in drawn.paths if path.key == "dots"]
    assert [path.about for path in dots[:4]] == ["1: 0.100", "2: 0.500", "3: 0.500", "4: 0.900"]
    heights = [starts(path.d)[0][1] for path in dots]
    zero, one = (next(float(t.y) - 4 for t in drawn.texts if t.text == text) for text in ("0", "1"))
    expected = [zero + (one - zero) * score for score in [*A, *B]]
    assert heights == pytest.approx(expected, abs=0.11)
    equal = [starts(dots[i].d)[0] for i in (1, 2)]
    assert equal[0][1] == equal[1][1] and abs(equal[0][0] - equal[1][0]) > 6  # beside each other


def test_the_chart_in_numbers_has_quartiles_median_and_mean() -> None:
    chart = drawing(figure(A=A, B=B)).chart
    assert chart
    layers = chart.panels[0].layers
    boxes = [layer for layer in layers if isinstance(layer, Line) and layer.key == "box"]
    expected = [np.percentile(x, (25, 75)) for x in (A, B)]
    for box, (first, third) in zip(boxes, expected, strict=True):
        assert {y for _, y in box.points} == {first, third}
    medians = [layer.points[0][1] for layer in layers if isinstance(layer, Line) and layer.key == "median"]
    assert medians == [np.median(A), np.median(B)]
    means = [layer.points[0][1] for layer in layers if isinstance(layer, Signs) and layer.key == "mean"]
    assert means == pytest.approx([A.mean(), B.mean()])
    dots = [layer.points for layer in layers if isinstance(layer, Signs) and layer.key == "dots"]
    assert [[y for _, y in points] for points in dots] == [A.tolist(), B.tolist()]
    assert chart.x.ticks == ((1.0, "A"), (2.0, "B"))


def test_in_latex_each_kind_of_mark_has_the_name_that_the_page_gives_it() -> None:
    drawn = drawing(figure(A=A, B=B))
    assert drawn.chart
    named = re.findall(r"\\addlegendentry\{(.*)\}", document(drawn.chart))
    assert sorted(named) == sorted(key.text for key in drawn.legend)


def test_a_line_joins_the_scores_of_a_topic_while_they_are_few() -> None:
    (joined,) = [path for path in drawing(figure(A=A, B=B)).paths if path.key == "behind"]
    assert len(starts(joined.d)) == len(A)
    many = np.linspace(0, 1, MOST_JOINED + 1)
    paths = drawing(figure(A=many, B=many[::-1])).paths
    assert not [path for path in paths if path.key == "behind"]
    dots = [path for path in paths if path.key == "dots"]
    assert [len(starts(path.d)) for path in dots] == [MOST_JOINED + 1] * 2


def test_the_sentence_says_means_and_medians() -> None:
    whole, first, second = figure(A=A, B=B).sentence.removesuffix(".").split(". ")
    assert whole == "The scores of 4 topics in AP"
    assert first == "A has a mean of 0.500 and a median of 0.500"
    assert second == "B has a mean of 0.425 and a median of 0.250"


TOPS = [([0.1, 0.2], "0.25"), ([0.3, 0.4], "0.5"), ([3.0, 7.0], "10"), ([0.0, 0.0], "1")]


@pytest.mark.parametrize(("scores", "top"), TOPS)
def test_the_axis_ends_at_a_round_number(scores: list[float], top: str) -> None:
    drawn = drawing(figure(A=np.array(scores), B=np.array(scores)))
    ticks = [text for text in drawn.texts if text.anchor == "end"]
    assert min(ticks, key=lambda text: float(text.y)).text == top


def test_without_topics_there_is_no_chart() -> None:
    empty = MeasureComparison(parse("AP"), (), (), {"A": np.zeros(0), "B": np.zeros(0)}, (), "sign-flip")
    assert distribution_figure(empty, "key", 3) is None
