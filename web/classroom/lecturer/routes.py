"""The lecturer's page of a room, before and after the lecture, and the way into one."""

from __future__ import annotations

from flask import make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from web import store
from web.classroom.access.controller_key import controlled, kept, with_token
from web.classroom.lecturer.room_state import is_here
from web.coursework.recovery_notice import note_code
from web.coursework.secret_links import pages
from web.server import limits
from web.server.htmx import wants_fragment
from web.store.bounds import TITLE

bp = pages("classroom", __name__, "/classroom")


@bp.get("")
def door() -> Response:
    """Open a room, or see the one that this browser controls."""
    return make_response(render_template("classroom/door.html", room=controlled(), days=kept().days))


@bp.post("/open")
@limits.publishing
@limits.at_most(10_000)
def open_room() -> Response:
    """Open a room, which this browser then controls. A room that it controls already is kept, if its code is valid."""
    known = controlled()
    back_to = request.form.get("page", "")
    address = f"{request.script_root}{back_to}" if is_here(back_to) else url_for("classroom.door")
    answer = make_response("", 204) if wants_fragment() else redirect(address, 303)
    if known and known.is_open:
        return answer
    title = " ".join(request.form.get("title", "").split())[:TITLE]
    opened = store.store().rooms.open(title, kept())
    note_code(session, opened.id, opened.recovery)
    return with_token(answer, opened.owner)
