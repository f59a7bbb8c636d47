"""The charts of the lab: one module for each chart. The server draws each chart as SVG; in a page, a script turns the
drawing into a Plotly chart.

May import `state`, `formulas` and `ireval`; the lab, files, comparisons and experiments use it.
`tests/web/charts` tests it, `tests/test_architecture.py` keeps its imports so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup

from ireval.measure import CONTINGENCY, RankCurve
from ireval.measure.registry import drawn
from ireval.messages import Message, say
from web.charts import (
    contingency_chart,
    figures,
    first_rank_chart,
    gain_chart,
    precision_recall_chart,
    svg_markup,
    term_bars,
)
from web.charts.ghost import with_ghost
from web.charts.scene import Chart, Table, nothing
from web.charts.step_drawing import drawing_up_to
from web.charts.svg_drawing import Drawing, drawing
from web.state.lab_state import CHARTS, FIGURE, State
from web.state.pinned_state import pinned_state
from web.state.step_position import StepPosition

#: Every other chart shows the terms of a measure.
_CHARTS = {FIGURE: figures, "pr": precision_recall_chart, "gain": gain_chart, CONTINGENCY: contingency_chart}
_CHARTS |= {m.chart: first_rank_chart for m, _ in drawn(RankCurve)}


@dataclass(frozen=True)
class Picture:
    """A drawing as markup for a page; empty if there is nothing to draw."""

    drawing: Drawing | None

    @property
    def lines(self) -> Markup:
        """The drawing's paths."""
        return svg_markup.paths(self.drawing.paths) if self.drawing else Markup()

    @property
    def labels(self) -> Markup:
        """The drawing's texts."""
        return svg_markup.page_texts(self.drawing.texts) if self.drawing else Markup()

    @property
    def legend(self) -> Markup:
        """The drawing's legend."""
        return svg_markup.page_legend(self.drawing.legend) if self.drawing else Markup()


@dataclass(frozen=True)
class ShownChart(Picture):
    """The chosen chart of a state. If there is nothing to draw, ``drawing`` is None.

    ``tabs`` are the charts to choose from, as (key, title, chosen); ``until`` is a sentence about the step, if the
    drawing ends there.
    """

    chart: Chart
    tabs: tuple[tuple[str, str, bool], ...]
    until: str = ""

    @property
    def up_to_step(self) -> Chart:
        """The chart with a sentence that says no more than the drawing shows."""
        return self.chart._replace(sentence=self.until or self.chart.sentence)

    @property
    def scales(self) -> Markup:
        """The data that scripts need beside the drawing to make a Plotly chart of it; empty for charts without one."""
        return svg_markup.scales(self.chart) if self.drawing and self.chart.panels else Markup()


def chosen_chart(state: State) -> ShownChart:
    """Return the chosen chart, ready for the template; no other chart is computed."""
    module = _CHARTS.get(state.chart, term_bars)
    chart: Chart = module.chart(state)
    pinned = pinned_state(state)
    if pinned is not None and chart.panels and not state.cover:
        chart = with_ghost(chart, module.chart(pinned))
    tabs = _tabs(state.chart, state.usual_chart)
    if state.chart == CONTINGENCY:  # two lines without axes, which Plotly does not draw
        return ShownChart(contingency_chart.drawing(state), chart, tabs)
    return ShownChart(drawing(chart) if chart.panels else None, chart, tabs)


@cache
def _tabs(chosen: str, usual: str) -> tuple[tuple[str, str, bool], ...]:
    """The charts to choose from; the contingency table is one of them only where it is usual or chosen."""
    known = [(key, title) for key, title in CHARTS.items() if key != CONTINGENCY or key in {chosen, usual}]
    return tuple((key, title, key == chosen) for key, title in known)


def without_drawing(instead: ShownChart) -> ShownChart:
    """Return the chart without its drawing, because the drawing would give an answer away."""
    chart = nothing(instead.chart.key, instead.chart.title, say(Message("chart-hidden")))
    return ShownChart(None, chart, instead.tabs)


def up_to_step(whole: ShownChart, position: StepPosition) -> ShownChart:
    """Return the chart with a drawing that ends at the step."""
    if not position.partial or not whole.drawing:
        return whole
    until = say(Message("chart-up-to", where=position.words))
    return replace(whole, drawing=drawing_up_to(whole.drawing, position), until=until)


def tables(state: State) -> Sequence[Table]:
    """Return the numbers of the chosen chart as tables; empty if there is nothing to draw."""
    found: Sequence[Table] = _CHARTS.get(state.chart, term_bars).tables(state)
    return found
