"""What the projector asks for: the overlay's content, the QR code, and a page that leads to what was shown last."""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from web.classroom.access.controller_key import controlled, needed
from web.classroom.access.room_codes import join_address
from web.classroom.lecturer.room_state import Position
from web.classroom.screen.now_view import NowView
from web.coursework.secret_links import pages
from web.files.address_code import address_code

bp = pages("screen", __name__, "/classroom")


@bp.get("/screen")
def screen() -> Answer:
    """Lead to the view that the projector showed last, with the round in force over it."""
    room = needed()
    address = Position.of_room(room).address
    if address and "alone" not in request.args:
        return redirect(address, 303)
    return make_response(render_template("classroom/screen.html"))


@bp.get("/now")
def now() -> Answer:
    """The overlay's content: 204 if this browser controls no room, 304 as long as nothing else is to be shown."""
    room = controlled()
    if room is None or not room.is_open:
        return make_response("", 204)
    view = NowView.of(room, request.args.get("part", "")[:128], request.args.get("cause", "")[:200])
    if request.if_none_match.contains(view.state):
        return make_response("", 304)
    answer = make_response(render_template("classroom/screen_now.html", now=view))
    answer.set_etag(view.state)
    return answer


@bp.get("/code.svg")
def code() -> Response:
    """The QR code with which phones join the room."""
    return address_code(join_address(needed().code))
