"""The addresses of phones. A phone is entered in its room when it comes back with its key, so that nobody can fill a
room with requests that keep no cookie.
"""

from __future__ import annotations

import json
from typing import Any

from flask import abort, make_response, redirect, render_template, request, url_for
from flask_limiter import RateLimitExceeded
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.messages import Message, say
from web import store
from web.classroom.access.code_limits import check_code, count_new_device
from web.classroom.access.phone_key import has_joined, in_room, phone_key, sending_key, with_key
from web.classroom.access.room_codes import LONGEST_TYPED, grouped_code, read_code
from web.classroom.phone.phone_answers import read_form
from web.classroom.phone.phone_page import PhonePage, is_state_of, state_of
from web.coursework.secret_links import pages
from web.server import limits
from web.server.htmx import wants_fragment
from web.store import Reason, Refused
from web.store.rooms.room_records import NOTED, AtDoor, Sent, Stage

bp = pages("phone", __name__, "/j")

#: The most bytes of a form with answers.
LARGEST = 100_000
#: The largest number of a round or a vote in a form.
LARGEST_NUMBER = 9_999


@bp.get("", strict_slashes=False)
def door() -> Response:
    """Show the field for a code, or lead to the room of the code that was typed there."""
    typed = request.args.get("code")
    if typed is None:
        return make_response(render_template("classroom/phone_door.html", typed="", problem=""))
    try:
        return redirect(url_for("phone.room", code=read_code(typed)), 303)
    except InputError as error:
        return _door(typed, 400, f"{error.message} {error.suggestion or ''}")


@bp.get("/<code>")
def room(code: str) -> Response:
    """Join a room, and show at once what is in force in it."""
    try:
        clean = read_code(code)
    except InputError as error:
        return _door(code, 404, f"{error.message} {error.suggestion or ''}")
    if clean != code:
        return redirect(url_for("phone.room", code=clean), 303)
    try:
        at = _at(code)
        page = _page(*_entered(at)) if at else None
    except RateLimitExceeded as error:
        reason, headers = limits.wait_after(error)
        answer = _door(code, 429, say(reason))
        answer.headers.extend(headers)
        return answer
    if page is None:
        return with_key(_door(code, 404, say(Message("no-room-with-code", code=grouped_code(code)))))
    return with_key(_whole(page))


@bp.get("/<code>/now")
def now(code: str) -> Response:
    """The part of the page that changes; 304 if the phone has it already, which takes at most one query."""
    if _is_known(code):
        return make_response("", 304)
    at = _at(code)
    if at is None:
        return make_response(render_template("classroom/phone_gone.html"), 404)
    limits.count(in_room(code) if at.place >= 0 else "", visit=True)
    at, full = _entered(at)
    if at.noted:
        store.store().rooms.glances.note(in_room(code))
    if request.if_none_match.contains(state_of(at, change=_changes(), full=full, place=_place())):
        return make_response("", 304)
    return _part(_page(at, full))


@bp.post("/<code>/answers")
@limits.at_most(LARGEST)
def answer(code: str) -> Response:
    """Store what a phone sends to the vote that is open; 409 if this one is not.

    The form has the device's signed key, the round, the vote, and the answers; or the wish for the ``next`` question.
    """
    sending_key()
    at = _at(code) or abort(404, Message("no-room-with-code", code=code[:LONGEST_TYPED]))
    limits.count(in_room(code) if at.place >= 0 else "")
    round_, vote = (_number(name) for name in ("round", "vote"))
    asked = store.store().rooms.round(at.room, round_) or abort(400, Message("answer-to-no-round"))
    if "next" in request.form:
        return _shown(_page(at), 200)
    read = read_form(json.loads(asked.body), at.place, request.form)
    if read.refused and at.room.place == (round_, vote, Stage.OPEN):
        return _shown(_page(at, typed=read.answers, refused=read.refused, place=read.place), 400)
    if at.place < 0:
        count_new_device(at.room.id)
    try:
        if read.refused:
            raise Refused(Reason.ROUND_CLOSED)
        stored = store.store().rooms.phones.answer(at.room, in_room(code), round_, vote, read.answers, once=read.once)
    except Refused as error:
        if error.reason is Reason.ROOM_FULL:
            return _shown(_page(at, full=True), 200)
        at, before = _again(at), _sent(at, round_).answers.get(vote, {})
        if before and all(before.get(part, "") == text for part, text in read.answers.items()):
            return _shown(_page(at, place=read.place), 200)  # it was stored before, and only the response was lost
        place = read.place if at.room.place == (round_, vote, Stage.OPEN) else -1
        return _shown(_page(at, late=read.words, place=place), error.status)
    store.store().rooms.glances.forget_device(in_room(code))
    at = at._replace(room=stored.room, place=stored.sent.place, latest=stored.saved)
    return _shown(PhonePage(at, asked, stored.sent, place=read.place), 200)


def _number(name: str) -> int:
    """A whole number of the form that the store can hold; -1 for anything else."""
    number = request.form.get(name, -1, type=int)
    return number if 0 <= number <= LARGEST_NUMBER else -1


def _is_known(code: str) -> bool:
    """Whether the phone has all there is, by what this process saw of the room and of the phone a moment ago.

    The phone's own answers are not looked at: after each of them, it has got the page that follows.
    """
    if not has_joined():
        return False
    glances = store.store().rooms.glances
    room = glances.room(code) if glances.is_noted(in_room(code), NOTED.total_seconds()) else None
    tags = request.if_none_match.as_set() if room else ()
    return room is not None and any(is_state_of(tag, room, change=_changes(), place=_place()) for tag in tags)


def _at(code: str) -> AtDoor | None:
    """The room with a code, and the phone in it; None for a wrong code, which is counted, or for one that has ended.

    A phone that was in a room still sees that the lecture is over. Raises ``RateLimitExceeded``.
    """
    found = store.store().rooms.phones.at_door(code, in_room(code))
    wrong = found is None or not (found.room.is_open or found.place >= 0)
    if found is None or wrong or found.place < 0:
        check_code(wrong=wrong, device=phone_key() if has_joined() else "")
    return None if wrong else found


def _again(at: AtDoor) -> AtDoor:
    """The room and the phone in it as they are now."""
    code = at.room.code
    return store.store().rooms.phones.at_door(code, in_room(code)) or at


def _entered(at: AtDoor) -> tuple[AtDoor, bool]:
    """The phone in its room, where its presence is noted; and whether the room is full without it.

    A phone whose key has not come back yet is not entered.
    """
    if at.noted or not at.room.is_open or not has_joined():
        return at, False
    if at.place < 0:
        count_new_device(at.room.id)
    try:
        place = store.store().rooms.phones.enter(at.room, in_room(at.room.code))
    except Refused as error:
        if error.reason is not Reason.ROOM_FULL:
            raise
        return at, True
    return at._replace(place=place, noted=True), False


def _page(at: AtDoor, full: bool = False, **more: Any) -> PhonePage:
    """The page of a phone, with the round in force and what it has sent to it."""
    rooms = store.store().rooms
    asked = rooms.round(at.room, at.room.round) if at.room.round else None
    more = {"place": _place()} | more
    if not at.room.is_open:
        more["bodies"] = [each.body for each in rooms.rounds(at.room)]
    return PhonePage(at, asked, _sent(at, at.room.round), _changes(), full, **more)


def _sent(at: AtDoor, round_: int) -> Sent:
    """What the phone has sent to a round."""
    return store.store().rooms.phones.sent(at.room, in_room(at.room.code), round_)


def _changes() -> bool:
    """Whether the form is wanted although something was sent."""
    return request.method == "GET" and "change" in request.args


def _place() -> int:
    """The place of the question that was just answered at free pace, whose result is shown; -1 for none."""
    return request.args.get("place", -1, type=int) if request.method == "GET" else -1


def _shown(page: PhonePage, status: int) -> Response:
    """The page after an answer: for a script the part that changes; otherwise, unless it failed, the page's address."""
    if wants_fragment():
        answer = _part(page)
    elif status == 200:
        place = page.place if page.place >= 0 else None
        return redirect(url_for("phone.room", code=page.room.code, place=place), 303)
    else:
        answer = _whole(page)
    answer.status_code = status
    return answer


def _part(page: PhonePage) -> Response:
    answer = make_response(render_template("classroom/phone_screen.html", page=page))
    answer.set_etag(page.state)
    return answer


def _whole(page: PhonePage) -> Response:
    return make_response(render_template("classroom/phone.html", page=page))


def _door(typed: str, status: int, problem: str) -> Response:
    """The page with the field, which says why a code leads nowhere."""
    values = {"typed": typed[:LONGEST_TYPED], "problem": problem.strip()}
    return make_response(render_template("classroom/phone_door.html", **values), status)
