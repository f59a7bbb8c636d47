"""A chart as a figure for Plotly, in plain dicts. Colours are names of CSS variables, which the script resolves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from web.charts.ghost import KEY
from web.charts.scene import MANY, Axis, Bars, Chart, Dots, Layer, Line, Panel, Signs

_CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "showSendToCloud": False,  # otherwise a button offers to upload the chart to the makers of the library
    "plotlyServerURL": "",
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
}
_LAYOUT: dict[str, Any] = {
    "margin": {"l": 48, "r": 34, "t": 8, "b": 42},
    "paper_bgcolor": "--card",
    "plot_bgcolor": "--card",
    "font": {"color": "--soft", "size": 12, "family": "system-ui, sans-serif"},
    "hoverlabel": {"bgcolor": "--ink", "font": {"color": "--card"}},
    "showlegend": False,
    "barmode": "overlay",
    "modebar": {"orientation": "v"},  # at the side: above the points it would cover those with precision 1
}
_SYMBOLS = {"diamond": "diamond-open", "cross": "x-thin-open"}


#: The same, readable from the last row of a hall.
_LARGE: dict[str, Any] = {
    "margin": {"l": 80, "r": 40, "t": 12, "b": 62},
    "font": _LAYOUT["font"] | {"size": 19},
    "hoverlabel": {"bgcolor": "--ink", "font": {"color": "--card", "size": 19}},
}


def figure(chart: Chart, *, large: bool = False) -> dict[str, Any]:
    """The figure, with the indexes of the traces whose points are rows of the open table.

    ``marked`` is the trace of the ranks, ``levels`` that of the recall levels, ``curve`` the one that is compared with
    its earlier course, ``ghost`` the pinned one; None if there is no such trace.
    """
    data: list[dict[str, Any]] = []
    marked, levels = 0, None
    keys: list[str] = []
    layout = (
        _LAYOUT
        | (_LARGE if large else {})
        | {
            "xaxis": _axis(chart.x) | {"showgrid": not chart.by_rank},
            "hovermode": "x" if chart.by_rank else "closest",
            "uirevision": chart.key,  # the zoom stays after a toggle, but not in another chart
            "annotations": [],
        }
    )
    for i, panel in enumerate(chart.panels):
        number = str(i + 1) if i else ""
        layout[f"yaxis{number}"] = _axis(panel.y) | {"domain": panel.span, "fixedrange": chart.by_rank}
        layout["annotations"] += _notes(panel, number)
        for layer in panel.layers:
            if isinstance(layer, Dots | Bars) and layer.ranks:
                marked = len(data)
            if isinstance(layer, Signs) and layer.rows:
                levels = len(data)
            keys.append(layer.key)
            data.append(_trace(layer) | _since(layer) | ({"yaxis": f"y{number}"} if number else {}))
    if len(chart.panels) > 1:
        layout["xaxis"]["anchor"] = f"y{len(chart.panels)}"
    config = _CONFIG | {"toImageButtonOptions": {"format": "png", "filename": chart.key, "scale": 3}}
    own = {name: keys.index(key) if key in keys else None for name, key in (("curve", chart.curve), ("ghost", KEY))}
    return {"data": data, "layout": layout, "config": config, "marked": marked, "levels": levels} | own


def _axis(axis: Axis) -> dict[str, Any]:
    return {
        "title": {"text": axis.title, "standoff": 6},
        "range": [axis.low, axis.high],
        "tickvals": [value for value, _ in axis.ticks],
        "ticktext": [label.replace("\n", "<br>") for _, label in axis.ticks],
        "tickangle": 0,
        "zeroline": False,
        "gridcolor": "--line",
        "linecolor": "--line",
    }


def _notes(panel: Panel, number: str) -> list[dict[str, Any]]:
    return [
        {"x": n.x, "y": n.y, "yref": f"y{number}", "text": n.text, "showarrow": False}
        | {"xanchor": "right" if n.before else "left", "yanchor": "middle", "xshift": -4 if n.before else 4}
        for n in panel.notes
    ]


def _trace(layer: Layer) -> dict[str, Any]:
    trace: dict[str, Any] = {"x": [x for x, _ in layer.points], "y": [y for _, y in layer.points], "name": layer.legend}
    if isinstance(layer, Line):
        line = {"color": layer.colour, "width": layer.width} | ({"dash": layer.dash} if layer.dash else {})
        return trace | {"type": "scatter", "mode": "lines", "line": line, "hoverinfo": "skip"}
    if isinstance(layer, Bars):
        edge = {"color": layer.edge, "width": 1} if layer.edge else {"width": 0}
        colour = layer.colour or "rgba(0,0,0,0)"
        bars = {"type": "bar", "width": layer.width, "marker": {"color": colour, "line": edge}}
        return trace | bars | _hover(layer.texts, layer.ranks) | ({"textposition": "none"} if layer.ranks else {})
    if isinstance(layer, Signs):
        marker: dict[str, Any] = {"symbol": _SYMBOLS[layer.symbol], "size": 9, "color": layer.colour}
        hover = _hover(layer.texts, layer.rows)
    else:
        sizes = (9, 6) if len(layer.points) <= MANY else (5, 3)
        marker = {
            "opacity": 1,  # otherwise different sizes make them transparent
            "size": [sizes[0] if hit else sizes[1] for hit in layer.filled],
            "color": ["--accent" if hit else "--card" for hit in layer.filled],
            "line": {"color": ["--accent" if hit else "--soft" for hit in layer.filled], "width": 1},
        }
        hover = _hover(layer.texts, layer.ranks)
    return trace | {"type": "scatter", "mode": "markers", "marker": marker, "cliponaxis": False} | hover


def _since(layer: Layer) -> dict[str, Any]:
    """The ranks from which on points are known, if they are no rows of the open table: a script filters by them."""
    rows = () if isinstance(layer, Line) else layer.rows if isinstance(layer, Signs) else layer.ranks
    return {} if rows or layer.known is None else {"since": layer.known}


def _hover(texts: Sequence[str], rows: Sequence[int]) -> dict[str, Any]:
    """The texts shown at points, and the rows of the open table that the points are tied to."""
    hover = {"text": texts, "hovertemplate": "%{text}<extra></extra>"} if texts else {"hoverinfo": "skip"}
    return hover | ({"customdata": rows} if rows else {})
