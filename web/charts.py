"""Charts as data: a figure for Plotly, and the same drawn as SVG for paper, for no script, and until Plotly is there.

Colours are names of CSS variables; the script and the style sheet put in what the colour scheme makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ireval.curve import Curve, Points
from ireval.expression import decimal, fixed
from web.state import State

#: The drawing's size in its own units, and the margins left and below for the axes.
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 360, 250, 44, 40, 10, 12

_AXIS = {
    "range": [-0.03, 1.05],
    "tickvals": [0, 0.25, 0.5, 0.75, 1],
    "zeroline": False,
    "gridcolor": "--line",
    "linecolor": "--line",
    "fixedrange": False,
}
_LAYOUT: dict[str, Any] = {
    "margin": {"l": 48, "r": 34, "t": 8, "b": 42},
    "paper_bgcolor": "--card",
    "plot_bgcolor": "--card",
    "font": {"color": "--soft", "size": 12, "family": "system-ui, sans-serif"},
    "hovermode": "closest",
    "hoverlabel": {"bgcolor": "--ink", "font": {"color": "--card"}},
    "showlegend": False,
    "modebar": {"orientation": "v"},  # beside the points: above it would cover those with precision 1
    "uirevision": "zoom",  # what a visitor zoomed to outlives a toggle
    "xaxis": {"title": {"text": "recall", "standoff": 6}, **_AXIS},
    "yaxis": {"title": {"text": "precision", "standoff": 6}, **_AXIS},
}
_CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "showSendToCloud": False,  # else a button offers to upload the chart to the library's makers
    "plotlyServerURL": "",
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    "toImageButtonOptions": {"format": "png", "filename": "precision-recall", "scale": 3},
}


def figure(curve: Curve, state: State) -> dict[str, Any]:
    """The precision-recall curve for Plotly: points at each rank, staircase, eleven points."""
    x, y = _split(curve.points)
    stairs_x, stairs_y = _split(curve.staircase)
    level_x, level_y = _split(curve.eleven)
    hover = [_hover(state, i, r, p) for i, (r, p) in enumerate(curve.points)]
    levels = [f"level {fixed(r, 1)}: interpolated precision {fixed(p, state.places)}" for r, p in curve.eleven]
    data = [
        _lines("interpolated precision", stairs_x, stairs_y, {"color": "--accent", "width": 2.5}),
        _lines("rank by rank", x, y, {"color": "--soft", "width": 1, "dash": "dot"}),
        _marks("11 points", level_x, level_y, levels, symbol="diamond-open", size=9, color="--gold"),
        _marks(
            "ranks",
            x,
            y,
            hover,
            symbol=["circle" if r else "circle-open" for r in curve.relevant],
            size=[9 if r else 6 for r in curve.relevant],
            color=["--accent" if r else "--soft" for r in curve.relevant],
        ),
    ]
    return {"data": data, "layout": _LAYOUT, "config": _CONFIG}


@dataclass(frozen=True)
class Drawing:
    """The same curve in the drawing's own units."""

    stairs: str
    ranks: str
    hits: str
    misses: str
    levels: str
    grid: Sequence[tuple[str, str, str]]  #: (label, x, y) of the marks on the axes
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def drawing(curve: Curve) -> Drawing:
    """The curve for the SVG template."""
    places = [_place(p) for p in curve.points]
    return Drawing(
        stairs=" ".join(map(",".join, map(_place, curve.staircase))),
        ranks=" ".join(map(",".join, places)),
        # a line of no length with round ends is a dot, and all dots of a kind are one path
        hits="".join(f"M{x},{y}h0" for (x, y), hit in zip(places, curve.relevant, strict=True) if hit),
        misses="".join(f"M{x},{y}h0" for (x, y), hit in zip(places, curve.relevant, strict=True) if not hit),
        levels="".join(f"M{x},{y}m0,-5l5,5l-5,5l-5,-5z" for x, y in map(_place, curve.eleven)),
        grid=_GRID,
    )


def _hover(state: State, index: int, recall: float, precision: float) -> str:
    name = state.name(index).replace("&", "&amp;").replace("<", "&lt;")
    at = f"precision {fixed(precision, state.places)}, recall {fixed(recall, state.places)}"
    return f"rank {index + 1}: {name}<br>{at}"


def _lines(name: str, x: list[float], y: list[float], line: dict[str, Any]) -> dict[str, Any]:
    return {"type": "scatter", "mode": "lines", "name": name, "x": x, "y": y, "line": line, "hoverinfo": "skip"}


def _marks(name: str, x: list[float], y: list[float], text: list[str], **marker: Any) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": x,
        "y": y,
        "text": text,
        "hovertemplate": "%{text}<extra></extra>",
        "marker": marker,
        "cliponaxis": False,
    }


def _split(points: Points) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]


def _place(point: tuple[float, float]) -> tuple[str, str]:
    x = LEFT + point[0] * (WIDTH - LEFT - RIGHT)
    y = HEIGHT - BOTTOM - point[1] * (HEIGHT - BOTTOM - TOP)
    return f"{x:.1f}", f"{y:.1f}"


_GRID = [(decimal(v, 2), *_place((v, v))) for v in (0, 0.25, 0.5, 0.75, 1)]
