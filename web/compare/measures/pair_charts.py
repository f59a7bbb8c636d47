"""The charts of a comparison: the histogram of differences, and average precision-recall curves."""

from __future__ import annotations

from ireval.comparison.comparison import RunComparison
from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.pair_comparison import PairComparison
from ireval.comparison.topic_differences import signed
from ireval.messages import Message, say
from web.charts.lists.difference_bars import bars
from web.charts.lists.distribution_chart import short_name
from web.charts.lists.list_charts import Figure, averages
from web.state.lab_state import State

#: A state with the decimals and the decimal sign of the charts.
_PLAIN = State()


def difference_figure(measure: MeasureComparison, pair: PairComparison, key: str) -> Figure | None:
    """The differences topic by topic as bars, those of B minus A; None without topics."""
    values = pair.differences.tolist()
    texts = [signed(value, _PLAIN.places) for value in values]
    systems = (short_name(pair.b), short_name(pair.a))
    drawing = bars(_PLAIN, values, texts, measure.topics, systems, axes=("topic, by place in the list", "difference"))
    if drawing is None:
        return None
    higher, lower = int((pair.differences > 0).sum()), int((pair.differences < 0).sum())
    sentence = say(Message("chart-of-differences", a=pair.a, b=pair.b, higher=higher, lower=lower, ties=pair.ties))
    return Figure(drawing, key, f"{measure.name}: {pair.b} minus {pair.a}, topic by topic", sentence)


def curves_figure(found: RunComparison, key: str) -> Figure | None:
    """The average precision-recall curve of each run in front of the curves of its topics; None without topics."""
    levels, curves = found.curves
    known = {name: rows for name, rows in curves.items() if len(rows)}
    if not known:
        return None
    means = [(name, rows.mean(axis=0)) for name, rows in known.items()]
    drawing = averages(_PLAIN, levels, means, [[("", row) for row in rows] for rows in known.values()])
    sentence = say(Message("chart-of-average-curves", runs=list(known)))
    return Figure(drawing, key, "Average precision-recall curves", sentence)
