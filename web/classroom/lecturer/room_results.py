"""The results of a room after the lecture: on one page by question and cause, which also prints, and as CSV."""

from __future__ import annotations

import csv
import io

from flask import make_response, render_template
from werkzeug.wrappers import Response

from ireval.explanation.table_formats import guarded
from web.classroom.access.controller_key import needed
from web.classroom.lecturer.results_page import ResultsPage
from web.coursework.secret_links import pages

bp = pages("room_results", __name__, "/classroom")


@bp.get("/results")
def page() -> Response:
    """All rounds of the room, with their votes and causes."""
    room = needed()
    return make_response(render_template("classroom/results.html", room=room, page=ResultsPage(room)))


@bp.get("/results.csv")
def csv_file() -> Response:
    """A row for each answer, without formulas in cells."""
    room, text = needed(), io.StringIO()
    csv.writer(text).writerows([guarded(cell) for cell in row] for row in ResultsPage(room).rows())
    answer = make_response(f"\ufeff{text.getvalue()}")
    answer.headers["Content-Type"] = "text/csv; charset=utf-8"
    answer.headers["Content-Disposition"] = f'attachment; filename="classroom-{room.code}.csv"'
    return answer
