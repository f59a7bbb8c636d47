"""The end of a room: the lecture may go on again after it was ended, but deleted is deleted."""

from __future__ import annotations

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from web import store
from web.classroom.access.controller_key import needed, without_token
from web.coursework.deletion_words import deletion_in_words
from web.coursework.secret_links import pages

bp = pages("room_ending", __name__, "/classroom")


@bp.post("/reopen")
def reopen() -> Response:
    """Let the code lead to the room again, as long as its data are kept."""
    changed = {"ended": False}
    store.store().rooms.change(needed(), lambda room: {**changed, "active": room.now}, for_phones=True)
    return redirect(url_for("classroom.door"), 303)


@bp.post("/delete")
def delete() -> Response:
    """Ask before the room is deleted with all answers; with ``sure``, delete it at once."""
    room = needed()
    if request.form.get("sure") != "yes":
        return make_response(render_template("classroom/deletion.html", room=room))
    left = deletion_in_words(store.store().rooms.delete(room))
    return without_token(make_response(render_template("classroom/farewell.html", room=room, left=left)))
