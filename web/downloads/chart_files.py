"""The lab's charts as SVG files, and the numbers of the chosen chart as a table."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from flask import Blueprint, Response, abort, make_response, render_template, url_for

from ireval.errors import nearest
from ireval.explanation.table_formats import guarded
from ireval.messages import Message
from web.charts.lists.list_charts import Figure
from web.charts.step_drawing import without_steps
from web.files.figure_files import figure_file, measure_figure_file, svg_file, tex_file
from web.lab.page import View
from web.server.htmx import varied, wants_fragment
from web.state.address import Reading
from web.state.lab_state import FIGURE, State
from web.state.list_request import requested_state

bp = Blueprint("pictures", __name__)


@bp.get("/lab/chart.svg")
def svg() -> Response:
    """The chosen chart of the open list."""
    view = View(Reading(requested_state(), []), {})
    shown, drawn = view.picture, view.figure if view.state.chart == FIGURE else None
    if drawn:
        return measure_figure_file(drawn.title, drawn.sentence, drawn.wide)
    return svg_file(shown.up_to_step, without_steps(shown.drawing) if shown.drawing else None)


@bp.get("/lab/beside/<key>.svg")
def beside(key: str) -> Response:
    """A chart of several lists."""
    state = requested_state()
    return figure_file(_beside(state, key), "svg", _address(state))


def _beside(state: State, key: str) -> Figure:
    """The chart ``key`` of the state's lists; the answer is 404 if there is none, or if something is covered."""
    if state.cover:
        abort(404, Message("chart-hidden"))
    compared = View(Reading(state, []), {}).side
    found = {figure.key: figure for figure in compared.figures} if compared else {}
    if not found:
        abort(404, Message("no-list-charts"))
    if key not in found:
        abort(404, Message("unknown-list-chart", chart=key, hint=nearest(key, found)))
    return found[key]


@bp.get("/lab/chart.tex")
def tex() -> Response:
    """The chosen chart as a LaTeX document, with its numbers for pgfplots."""
    state = replace(requested_state(), comma=0)  # LaTeX reads numbers with a point
    return tex_file(View(Reading(state, []), {}).picture.chart, _address(state))


@bp.get("/lab/beside/<key>.tex")
def beside_tex(key: str) -> Response:
    """A chart of several lists as a LaTeX document."""
    state = replace(requested_state(), comma=0)
    return figure_file(_beside(state, key), "tex", _address(state))


def _address(state: State) -> str:
    return url_for("lab.lab", _external=True) + "?" + state.query()


@bp.get("/lab/chart.csv")
def numbers() -> Response:
    """Answer with the numbers of the chosen chart as CSV, one table after the other."""
    state = requested_state()
    view = View(Reading(state, []), {})
    tables = view.chart_tables
    if not tables:
        abort(400, view.picture.chart.sentence)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if state.comma else ",")
    for i, each in enumerate(tables):
        if i:
            writer.writerow([])
        writer.writerow(guarded(head) for head in each.heads)
        writer.writerows([guarded(cell) for cell in row] for row in each.rows)
    found = text.getvalue()
    response = Response(found if found.isascii() else "\ufeff" + found, mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{view.picture.chart.key}.csv"'
    return response


@bp.get("/lab/chart-table")
def table() -> Response:
    """Show the numbers of the chosen chart: only the tables for the page's script, otherwise a page with them."""
    state = requested_state()
    view = View(Reading(state, []), {})
    where = {"tables": view.chart_tables, "chart": view.picture.up_to_step}
    if wants_fragment():
        return varied(make_response(render_template("charts/chart_tables.html", **where)))
    address = f"{url_for('lab.lab')}?{state.query()}"
    return varied(make_response(render_template("charts/chart_page.html", address=address, **where)))
