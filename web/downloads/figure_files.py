"""A chart as a file: an SVG drawing of its own, or a LaTeX document with its numbers."""

from __future__ import annotations

from flask import Response, abort, make_response, render_template

from ireval.measure import CONTINGENCY
from ireval.messages import Message
from web.charts.colours import LIGHT
from web.charts.pgfplots import document
from web.charts.scene import Chart
from web.charts.svg_drawing import Drawing
from web.charts.svg_file import sheet
from web.charts.svg_markup import paths, texts
from web.lists.list_charts import Figure

#: The endings of a chart's files.
ENDINGS = ("svg", "tex")


def figure_file(figure: Figure, ending: str, address: str) -> Response:
    """A figure with this ending; ``address`` is the complete address of the page that shows it."""
    if ending == "svg" or figure.drawing is None or figure.drawing.chart is None:
        return svg_file(figure, figure.drawing)
    named = figure.drawing.chart._replace(key=figure.key, title=figure.title, sentence=figure.sentence)
    return tex_file(named, address)


def svg_file(chart: Chart | Figure, drawing: Drawing | None) -> Response:
    """A drawing as a file in light colours, with title and legend, without style sheet or script."""
    laid_out = sheet(chart.sentence, drawing)
    response = make_response(
        render_template("charts/chart.svg", chart=chart, sheet=laid_out, paths=paths, texts=texts, inks=LIGHT)
    )
    response.mimetype = "image/svg+xml"
    response.headers["Content-Disposition"] = f'inline; filename="{chart.key}.svg"'
    return response


def tex_file(chart: Chart, address: str) -> Response:
    """A chart as a LaTeX document; refused if it has no axes."""
    if not chart.panels:
        abort(400, Message("no-chart-in-latex") if chart.key == CONTINGENCY else chart.sentence)
    response = Response(document(chart, address), mimetype="text/x-tex")
    response.headers["Content-Disposition"] = f'attachment; filename="{chart.key}.tex"'
    return response
