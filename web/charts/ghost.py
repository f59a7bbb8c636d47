"""The curve of an earlier state, drawn as a ghost behind the curve of a chart."""

from __future__ import annotations

from collections.abc import Sequence

from web.charts.scene import Bars, Chart, Layer, Line, Panel, Point

KEY = "ghost"


def with_ghost(chart: Chart, earlier: Chart) -> Chart:
    """Return ``chart`` with the curve of ``earlier`` in the axes of ``chart``; other ranks are left out."""
    old = _curve(earlier)
    if old is None or not old.points:
        return chart
    points = [(x, y) for x, y in old.points if chart.x.low <= x <= chart.x.high]
    return chart._replace(panels=[_beside(panel, chart.curve, points) for panel in chart.panels])


def _curve(chart: Chart) -> Line | Bars | None:
    layers = (layer for panel in chart.panels for layer in panel.layers if layer.key == chart.curve)
    return next((layer for layer in layers if isinstance(layer, Line | Bars)), None)


def _beside(panel: Panel, key: str, points: Sequence[Point]) -> Panel:
    """The panel with the ghost directly in front of the layer ``key``, if it has that layer."""
    layers: list[Layer] = []
    for layer in panel.layers:
        layers.append(layer)
        if layer.key != key:
            continue
        if isinstance(layer, Bars):
            layers.append(Bars(KEY, "pinned", [p for p in points if p[1]], "", 1.3 * layer.width, "--ink"))
        else:
            layers.append(Line(KEY, "pinned", points, "--k2", 2, "dash-dot"))
    if len(layers) == len(panel.layers):
        return panel
    top = max((y for _, y in points), default=0.0)
    return panel._replace(layers=layers, y=panel.y._replace(high=max(panel.y.high, 1.08 * top)))
