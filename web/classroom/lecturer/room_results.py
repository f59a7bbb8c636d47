"""The results of a room after the lecture: on one page by question and cause, and as CSV."""

from __future__ import annotations

from flask import make_response, render_template
from werkzeug.wrappers import Response

from web.classroom.access.controller_key import needed
from web.coursework.secret_links import pages

bp = pages("room_results", __name__, "/classroom")


@bp.get("/results")
def page() -> Response:
    """All rounds of the room, with their votes and causes."""
    return make_response(render_template("classroom/results.html", room=needed()))


@bp.get("/results.csv")
def csv_file() -> Response:
    """The answers as CSV."""
    needed()
    return make_response("")
