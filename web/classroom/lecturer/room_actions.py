"""What a controller does to its room. A script gets an empty answer and then asks for the room as it is.

Without a script, each action leads back to the page of its form.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from ireval.messages import Message
from web import store
from web.classroom.access.controller_key import needed
from web.classroom.lecturer.own_address import lead_to
from web.classroom.lecturer.room_state import (
    COMMANDS,
    Position,
    newest_command,
    with_command,
    with_snapshot,
)
from web.classroom.rounds.room_settings import Settings
from web.classroom.rounds.stage_path import back, discussing, forward, shown
from web.coursework.secret_links import pages
from web.server import limits
from web.server.htmx import wants_fragment
from web.store.rooms.room_records import CODE_ALPHABET, CODE_LENGTH, Place, Room, Stage

bp = pages("room", __name__, "/classroom")

#: The most bytes of a form.
LARGEST = 100_000
_MOVES: dict[str, Callable[[Place], Place | None]] = {
    "forward": forward,
    "back": back,
    "discuss": discussing,
    **{
        str(stage): partial(shown, stage=stage)
        for stage in (Stage.OPEN, Stage.CLOSED, Stage.VOTES, Stage.ANSWER, Stage.OVER)
    },
}


@bp.post("/move")
@limits.at_most(LARGEST)
def move() -> Response:
    """Move the round to another stage: ``to`` from ``round``, ``vote`` and ``stage`` as the controller saw them."""
    room, form = needed(), request.form
    step = _MOVES.get(form.get("to", "")) or abort(400, Message("room-no-such-step"))
    after = step(_seen(form))
    if after:
        store.store().rooms.move(room, _seen(form), after)
    return _done()


@bp.post("/command")
@limits.at_most(LARGEST)
def command() -> Response:
    """Ask the screen to do something: ``what``, with a ``value`` for "go", which is the number of an item.

    A form that names the command that is the latest, as its ``after``, is obeyed only once.
    """
    what, value = request.form.get("what", ""), request.form.get("value", "")[:10]
    if what not in COMMANDS:
        abort(400, Message("room-no-such-step"))
    after = request.form.get("after", type=int)

    def added(room: Room) -> dict[str, str]:
        is_new = after is None or after == newest_command(room)
        return {"commands": with_command(room, what, value)} if is_new else {}

    return _changed(added)


@bp.post("/position")
@limits.at_most(LARGEST)
def position() -> Response:
    """Note what the screen shows now."""
    sent = Position.sent(request.form)

    def noted(room: Room) -> dict[str, str]:
        written = sent.noted(room).written()
        return {"position": written} if room.position != written else {}

    return _changed(noted, visit=True)


@bp.post("/pause")
def pause() -> Response:
    """Let all phones say "Look up", or go on; with ``to``, which of the two, "on" or "off"."""
    to = request.form.get("to", "")
    return _changed(lambda room: {"paused": to == "on" if to else not room.paused}, for_phones=True)


@bp.post("/snapshot")
def snapshot() -> Response:
    """Keep the view and the distribution of answers that are shown."""
    return _changed(lambda room: {"snapshots": with_snapshot(room)})


@bp.post("/settings")
def settings() -> Response:
    """Change the settings."""
    given = Settings.sent(request.form).written()
    return _changed(lambda _: {"settings": given}, for_phones=True)


@bp.post("/pairing")
def pairing() -> Response:
    """Make a code that pairs one more device. The answer to a script is the code alone."""
    room = needed()
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    store.store().rooms.controllers.new_pairing(room, code)
    return make_response(code) if wants_fragment() else redirect(url_for("classroom.door", pairing=code), 303)


@bp.post("/confirm")
def confirm() -> Response:
    """Give a paired device the lecturer's right, or take it away with ``no``."""
    room, digest = needed(), request.form.get("controller", "")
    known = store.store().rooms.controllers
    if "no" in request.form:
        known.remove(room, digest)
    else:
        known.confirm(room, digest)
    return _done()


@bp.post("/end")
def end() -> Response:
    """End the lecture: the code leads nowhere."""
    store.store().rooms.end(needed())
    return _done()


def _seen(form: Any) -> Place:
    try:
        return Place(int(form["round"]), int(form["vote"]), Stage(form["stage"]))
    except (KeyError, ValueError):
        abort(400, Message("room-no-such-step"))


def _changed(values: Any, *, for_phones: bool = False, visit: bool = False) -> Response:
    store.store().rooms.change(needed(visit=visit), values, for_phones=for_phones)
    return _done()


def _done() -> Response:
    """Nothing for a script; otherwise the page to which the form leads."""
    if wants_fragment():
        return make_response("", 204)
    return lead_to(request.form.get("page", ""))
