"""Asking the class: what can be asked about the view on the screen, and the round that begins with it."""

from __future__ import annotations

import json
from typing import Any

from flask import abort, make_response, render_template, request, session
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.messages import Message
from web import store
from web.classroom.access.controller_key import controlled, counted, kept, needed, with_token
from web.classroom.lecturer.own_address import lead_to, own_address
from web.classroom.lecturer.room_state import LONGEST_ADDRESS
from web.classroom.questions.offer import Offer
from web.classroom.questions.offers import offered_questions
from web.classroom.questions.round_body import KEY, Body, question_body
from web.classroom.questions.spoken_question import CORRECT, PREPARED, corrected, prepared_title, spoken_question
from web.coursework.recovery_notice import note_code
from web.coursework.secret_links import pages
from web.coursework.stored_sheets import sheet_of
from web.question.single_questions import question, same_for_all
from web.server import limits
from web.server.htmx import wants_fragment
from web.store.rooms.room_records import Room

bp = pages("asking", __name__, "/classroom")

LARGEST = 100_000


@bp.get("/offers")
def offers() -> Response:
    """The questions that can be asked about the view at the address ``view``, as a list with buttons.

    The first one is the ``question`` that was prepared for it, without its options: they may say what is correct.
    """
    view = request.args.get("view", "")[:LONGEST_ADDRESS]
    return make_response(_panel(view, prepared=prepared_title(request.args.get("question", ""))))


@bp.post("/ask")
@limits.at_most(LARGEST)
def ask() -> Response:
    """Ask one of the ``offer``s about a ``view``, an own question in a ``line``, or an ``exercise`` of a ``sheet``.

    If this browser controls no room, one is opened. Without a script, the answer leads to the ``page`` of the form, or
    to the screen.
    """
    form, known = request.form, counted()
    try:
        body = _body(form)
    except InputError as error:
        if not wants_fragment():
            raise
        return make_response(_panel(form.get("view", ""), form.get("line", ""), error), 400)
    room, token = (known.room, "") if known and known.room.is_open else _opened()
    store.store().rooms.ask(room, json.dumps(body, ensure_ascii=False))
    answer = make_response("", 204) if wants_fragment() else lead_to(form.get("page", ""), "screen.screen")
    return with_token(answer, token) if token else answer


@bp.post("/correct")
@limits.at_most(LARGEST)
def correct() -> Response:
    """Mark the ``correct`` option or number of the own question in force, ``round``, before its answer is shown."""
    room, form = needed(), request.form

    def changed(body: str) -> str:
        return json.dumps(corrected(json.loads(body), form.get(CORRECT, "")[:40]), ensure_ascii=False)

    store.store().rooms.rewrite(room, form.get("round", 0, type=int), changed)
    return make_response("", 204) if wants_fragment() else lead_to(form.get("page", ""))


def _panel(view: str, line: str = "", error: InputError | None = None, prepared: str = "") -> str:
    own = own_address(view).partition("#")[0]
    offered: list[Offer] = offered_questions(own) if own else []
    room, typed = controlled(), {"view": view, "line": line, "error": error}
    has_room = room is not None and room.is_open
    return render_template("classroom/offers.html", offered=offered, prepared=prepared, has_room=has_room, **typed)


@limits.publishing
def _opened() -> tuple[Room, str]:
    """A new room with the owner's token."""
    rooms = store.store().rooms
    opened = rooms.open("", kept())
    note_code(session, opened.id, opened.recovery)
    owner = rooms.controllers.held(opened.owner) or abort(403)
    return owner.room, opened.owner


def _body(form: Any) -> Body:
    view = own_address(form.get("view", "")[:LONGEST_ADDRESS]).partition("#")[0]
    if "sheet" in form:
        return _of_sheet(form["sheet"], form.get("exercise", ""))
    if form.get("offer", PREPARED) != PREPARED:
        found = next((x for x in offered_questions(view) if x.key == form["offer"]), None)
        return found.body() if found else abort(400, Message("room-no-such-question"))
    return spoken_question(form.get("line", ""), view)


def _of_sheet(owner: str, exercise_id: str) -> Body:
    """An exercise of a published sheet, with the same numbers for everybody."""
    stored = store.store().by_owner(owner) or abort(404)
    sheet = sheet_of(stored.body)
    exercise = next((x for x in sheet.exercises if x.id == exercise_id), None) or abort(404)
    title = question(sheet, exercise, KEY).name
    return question_body(sheet, same_for_all(sheet, exercise, KEY), title, "")
