"""The lab's charts as SVG files, and the numbers of the chosen chart as a table."""

from __future__ import annotations

from typing import NoReturn

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from ireval.errors import InputError, nearest
from ireval.messages import Message
from web.charts.colours import LIGHT
from web.charts.scene import Chart
from web.charts.svg_drawing import Drawing
from web.charts.svg_file import sheet
from web.charts.unfolding import plain
from web.lab.page import View
from web.lists.list_charts import Figure
from web.server.htmx import varied, wants_fragment
from web.state.address import Reading, from_query
from web.state.lab_state import State

bp = Blueprint("pictures", __name__)


@bp.get("/lab/chart.svg")
def svg() -> Response:
    """The chosen chart of the open list."""
    shown = View(Reading(requested_state(), []), {}).picture
    return _file(shown.told, plain(shown.drawing) if shown.drawing else None)


@bp.get("/lab/beside/<key>.svg")
def beside(key: str) -> Response:
    """A chart of several lists."""
    state = requested_state()
    if state.cover:
        abort(404, Message("chart-hidden"))
    compared = View(Reading(state, []), {}).side
    found = {figure.key: figure for figure in compared.figures} if compared else {}
    if not found:
        abort(404, Message("no-list-charts"))
    if key not in found:
        abort(404, Message("unknown-list-chart", chart=key, hint=nearest(key, found)))
    return _file(found[key], found[key].drawing)


def _file(chart: Chart | Figure, drawing: Drawing | None) -> Response:
    """A drawing as a file in light colours, with title and legend, without style sheet or script."""
    laid_out = sheet(chart.sentence, drawing)
    response = make_response(render_template("charts/chart.svg", chart=chart, sheet=laid_out, inks=LIGHT))
    response.mimetype = "image/svg+xml"
    response.headers["Content-Disposition"] = f'inline; filename="{chart.key}.svg"'
    return response


@bp.get("/lab/chart-table")
def table() -> Response:
    """The numbers: only the tables for the page's script, otherwise a page with them."""
    state = requested_state()
    view = View(Reading(state, []), {})
    where = {"tables": view.chart_tables, "chart": view.picture.told}
    if wants_fragment():
        return varied(make_response(render_template("charts/chart_tables.html", **where)))
    address = f"{url_for('lab.lab')}?{state.query()}"
    return varied(make_response(render_template("charts/chart_page.html", address=address, **where)))


def requested_state() -> State:
    """The state in the address. An address with an error is refused."""
    reading = from_query(request.args)
    if reading.errors:
        refuse(*reading.errors)
    return reading.state


def refuse(*errors: InputError) -> NoReturn:
    """Refuse the request, saying what is wrong and how to correct it."""
    abort(400, " ".join(f"{e.message} {e.suggestion}".strip() for e in errors))
