"""The lecturer's page of a room, before and after the lecture, and the way into one."""

from __future__ import annotations

from flask import abort, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ireval.messages import Message
from web import store
from web.classroom.access.controller_key import (
    controlled,
    held,
    kept,
    needed,
    others,
    token_of_room,
    tokens,
    with_token,
    without_token,
)
from web.classroom.access.room_codes import grouped_code
from web.classroom.lecturer.lecturer_page import LecturerPage
from web.classroom.lecturer.own_address import lead_to
from web.coursework.recovery_notice import note_code
from web.coursework.secret_links import pages
from web.messages.moments import moment
from web.server import limits
from web.server.htmx import wants_fragment
from web.store.bounds import TITLE

bp = pages("classroom", __name__, "/classroom")
bp.add_app_template_filter(grouped_code, "room_code")
bp.add_app_template_filter(moment, "moment")


@bp.get("")
def door() -> Response:
    """Open a room, or see the one that this browser controls."""
    if held() is None and len(tokens()) > 1:  # the room in force was deleted; another one is left
        return without_token(redirect(url_for("classroom.door"), 303))
    room, rest = controlled(), others()
    if room is None:
        return make_response(render_template("classroom/door.html", days=kept().days, others=rest))
    page = LecturerPage(room, request.args.get("pairing", ""))
    return make_response(render_template("classroom/lecturer.html", page=page, room=room, others=rest))


@bp.get("/devices")
def devices() -> Response:
    """The part of the lecturer's page that follows the room: who is present, and the paired devices."""
    page = LecturerPage(needed(visit=True))
    if request.if_none_match.contains(page.state):
        return make_response("", 304)
    answer = make_response(render_template("classroom/lecturer_devices.html", page=page, room=page.room))
    answer.set_etag(page.state)
    return answer


@bp.post("/open")
@limits.publishing
@limits.at_most(10_000)
def open_room() -> Response:
    """Open a room, which this browser then controls. A room that it controls already is kept, if its code is valid."""
    known = controlled()
    answer = make_response("", 204) if wants_fragment() else lead_to(request.form.get("page", ""))
    if known and known.is_open:
        return answer
    title = " ".join(request.form.get("title", "").split())[:TITLE]
    opened = store.store().rooms.open(title, kept())
    note_code(session, opened.id, opened.recovery)
    return with_token(answer, opened.owner)


@bp.post("/switch")
@limits.changes
def switch() -> Response:
    """Put another room that this browser controls in force."""
    token = token_of_room(request.form.get("room", "")) or abort(403, Message("no-room-here"))
    return with_token(redirect(url_for("classroom.door"), 303), token)
