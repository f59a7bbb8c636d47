"""A chart as a file: an SVG drawing of its own, or a LaTeX document with its numbers; and links to such files."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from flask import Response, abort, make_response, render_template

from ireval.measure import CONTINGENCY
from ireval.messages import Message
from web.charts.colours import LIGHT
from web.charts.figures.figure_file import figure_file as measure_figure
from web.charts.lists.list_charts import Figure
from web.charts.pgfplots import document
from web.charts.scene import Chart
from web.charts.svg_drawing import Drawing
from web.charts.svg_file import sheet
from web.charts.svg_markup import paths, texts

#: The endings of a chart's files.
ENDINGS = ("svg", "tex")
#: The media types of files that pages link, by their endings, and the texts of the links.
MEDIA = {"csv": "text/csv", "json": "application/json", "svg": "image/svg+xml", "tex": "text/x-tex"}
_LABELS = {"csv": "CSV", "json": "JSON", "svg": "SVG", "tex": "LaTeX"}
#: Characters; longer files are not embedded in a page.
LONGEST = 300_000


class FileLink(NamedTuple):
    """A link to a file: its text, its address, and the name of the file."""

    text: str
    address: str
    name: str


def file_link(key: str, ending: str, address: str) -> FileLink:
    """The link to the file at this address."""
    return FileLink(_LABELS[ending], address, f"{key}.{ending}")


def embedded_file(key: str, ending: str, text: str) -> FileLink | None:
    """A link that contains the whole file, for pages without an address; None if the file is too long or empty."""
    if not 0 < len(text) <= LONGEST:
        return None
    return file_link(key, ending, f"data:{MEDIA[ending]};charset=utf-8,{quote(text)}")


def figure_links(figure: Figure, take: str) -> list[FileLink]:
    """The links to the files of a figure. ``take`` is their address without their names; empty if they have none."""
    if take:
        return [file_link(figure.key, ending, f"{take}{figure.key}.{ending}") for ending in ENDINGS]
    texts = [(ending, figure_file(figure, ending, "").get_data(as_text=True)) for ending in ENDINGS]
    return [link for ending, text in texts if (link := embedded_file(figure.key, ending, text))]


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


def measure_figure_file(title: str, sentence: str, drawing: str) -> Response:
    """The figure of a measure as a file in light colours, without a script or a style sheet of a page."""
    laid_out = measure_figure(title, sentence, drawing)
    response = make_response(render_template("charts/figure.svg", file=laid_out, inks=LIGHT))
    response.mimetype = "image/svg+xml"
    response.headers["Content-Disposition"] = 'inline; filename="figure.svg"'
    return response


def tex_file(chart: Chart, address: str) -> Response:
    """A chart as a LaTeX document; refused if it has no axes."""
    if not chart.panels:
        abort(400, Message("no-chart-in-latex") if chart.key == CONTINGENCY else chart.sentence)
    response = Response(document(chart, address), mimetype="text/x-tex")
    response.headers["Content-Disposition"] = f'attachment; filename="{chart.key}.tex"'
    return response
