"""The chosen chart of the lab by itself: as an SVG file, and its numbers as a table."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from web import charts
from web.address import from_query
from web.charts.colours import LIGHT
from web.charts.sheet import sheet
from web.htmx import varied, wants_fragment
from web.state import State

bp = Blueprint("pictures", __name__)


@bp.get("/lab/chart.svg")
def svg() -> Response:
    """The drawing as a file: light, with title and legend, and without style sheet or script."""
    shown = charts.shown(_state())
    laid_out = sheet(shown.chart, shown.drawing)
    response = make_response(render_template("lab/chart.svg", chart=shown.chart, sheet=laid_out, inks=LIGHT))
    response.mimetype = "image/svg+xml"
    response.headers["Content-Disposition"] = f'inline; filename="{shown.chart.key}.svg"'
    return response


@bp.get("/lab/chart-table")
def table() -> Response:
    """The numbers: the tables alone for the page's script, else a page with them."""
    state = _state()
    where = {"tables": charts.tables(state), "chart": charts.shown(state).chart}
    if wants_fragment():
        return varied(make_response(render_template("lab/chart_tables.html", **where)))
    address = f"{url_for('lab.lab')}?{state.query()}"
    return varied(make_response(render_template("lab/chart_page.html", address=address, **where)))


def _state() -> State:
    """The state that the address spells; one with a mistake is refused with what is wrong, and how to mend it."""
    reading = from_query(request.args)
    if reading.errors:
        abort(400, " ".join(f"{e.message} {e.suggestion}".strip() for e in reading.errors))
    return reading.state
