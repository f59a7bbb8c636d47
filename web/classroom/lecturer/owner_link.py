"""The owner's link of a room, which gives any browser the lecturer's right, and the code that replaces a lost link.

As with sheets, the link is not stored, and the code is shown once.
"""

from __future__ import annotations

from flask import abort, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.messages import Message, say
from web import store
from web.classroom.access.controller_key import controlled, counted, tokens, with_token
from web.coursework.recovery_notice import note_code, take_code
from web.coursework.secret_links import pages
from web.server import limits
from web.store.rooms.room_records import Held

bp = pages("owner_link", __name__, "/classroom")


@bp.get("/links")
def links() -> Response:
    """The owner's link and, once, the recovery code. A device that was paired sees neither."""
    found = _owner()
    link = url_for("owner_link.enter", token=tokens()[0], _external=True)
    code = take_code(session, found.room.id)
    return make_response(render_template("classroom/owner_link.html", room=found.room, link=link, code=code))


@bp.post("/links")
def renew() -> Response:
    """Make a new recovery code in place of the old one, and show it."""
    room = _owner().room
    note_code(session, room.id, store.store().rooms.controllers.new_code(room))
    return redirect(url_for("owner_link.links", _anchor="recovery"), 303)


@bp.get("/o/<token>")
@limits.changes
def enter(token: str) -> Response:
    """Give this browser the lecturer's right to the room of an owner's link.

    A room that is open in this browser stays in force: anybody may send the lecturer a link to a room of their own.
    """
    found = store.store().rooms.controllers.held(token)
    if found is None or not found.controller.confirmed:
        abort(404, Message("owners-link-unknown"))
    known = controlled()
    is_busy = known is not None and known.is_open and known.id != found.room.id
    return with_token(redirect(url_for("classroom.door"), 303), token, in_force=not is_busy)


@bp.get("/recover")
def recovering() -> str:
    """The form for a recovery code."""
    return render_template("classroom/recovery.html", typed="", problem="")


@bp.post("/recover")
@limits.changes
def recover() -> Response:
    """Give this browser the right to the room of a recovery code; all other devices lose it."""
    typed, problem = request.form.get("code", "").strip()[:80], ""
    try:
        found = store.store().rooms.controllers.recover(typed)
        problem = "" if found else say(Message("unknown-room-recovery-code"))
    except InputError as error:
        found, problem = None, f"{error.message} {error.suggestion or ''}".strip()
    if found is None:
        return make_response(render_template("classroom/recovery.html", typed=typed, problem=problem), 400)
    note_code(session, found.id, found.recovery)
    return with_token(redirect(url_for("owner_link.links"), 303), found.owner)


def _owner() -> Held:
    """The room, with the right of the browser that opened it; ends the request with 403 for other devices."""
    found = counted()
    if found is None or found.controller.name:
        abort(403, Message("not-the-rooms-owner"))
    return found
