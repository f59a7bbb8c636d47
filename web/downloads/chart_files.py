"""The lab's charts as SVG files, and the numbers of the chosen chart as a table."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import NoReturn

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from ireval.errors import InputError, nearest
from ireval.explanation.table_formats import guarded
from ireval.measure import CONTINGENCY
from ireval.messages import Message
from web.charts.colours import LIGHT
from web.charts.pgfplots import document
from web.charts.scene import Chart
from web.charts.svg_drawing import Drawing
from web.charts.svg_file import sheet
from web.charts.svg_markup import paths, texts
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
    return _file(shown.up_to_step, plain(shown.drawing) if shown.drawing else None)


@bp.get("/lab/beside/<key>.svg")
def beside(key: str) -> Response:
    """A chart of several lists."""
    figure = _beside(requested_state(), key)
    return _file(figure, figure.drawing)


def _beside(state: State, key: str) -> Figure:
    """The chart ``key`` of the state's lists; the request is refused if there is none, or if something is covered."""
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
    return _document(View(Reading(state, []), {}).picture.chart, state)


@bp.get("/lab/beside/<key>.tex")
def beside_tex(key: str) -> Response:
    """A chart of several lists as a LaTeX document."""
    state = replace(requested_state(), comma=0)
    figure = _beside(state, key)
    drawn = figure.drawing.chart if figure.drawing else None
    if drawn is None:
        abort(404, Message("no-list-charts"))
    return _document(drawn._replace(key=figure.key, title=figure.title, sentence=figure.sentence), state)


def _document(chart: Chart, state: State) -> Response:
    if not chart.panels:
        abort(400, Message("no-chart-in-latex") if chart.key == CONTINGENCY else chart.sentence)
    response = Response(
        document(chart, url_for("lab.lab", _external=True) + "?" + state.query()), mimetype="text/x-tex"
    )
    response.headers["Content-Disposition"] = f'attachment; filename="{chart.key}.tex"'
    return response


@bp.get("/lab/chart.csv")
def numbers() -> Response:
    """The numbers of the chosen chart as comma-separated values, one table after the other."""
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


def _file(chart: Chart | Figure, drawing: Drawing | None) -> Response:
    """A drawing as a file in light colours, with title and legend, without style sheet or script."""
    laid_out = sheet(chart.sentence, drawing)
    response = make_response(
        render_template("charts/chart.svg", chart=chart, sheet=laid_out, paths=paths, texts=texts, inks=LIGHT)
    )
    response.mimetype = "image/svg+xml"
    response.headers["Content-Disposition"] = f'inline; filename="{chart.key}.svg"'
    return response


@bp.get("/lab/chart-table")
def table() -> Response:
    """The numbers: only the tables for the page's script, otherwise a page with them."""
    state = requested_state()
    view = View(Reading(state, []), {})
    where = {"tables": view.chart_tables, "chart": view.picture.up_to_step}
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
