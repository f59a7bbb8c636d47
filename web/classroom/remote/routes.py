"""The addresses of the remote: pairing, the page itself, and what it asks for every second or two.

Pairing codes have six characters of 31, so there are 887 million; a code works once, and for five minutes. A wrong code
belongs to no room, so wrong ones are counted by device and by network: 30 an hour and 300 a minute. In five minutes a
network finds a room's code with a probability of 1 in 590,000, and has no right even then, before the laptop confirms
the name on its page. Whoever sends wrong codes on purpose keeps the lecturer's device out for a minute, not for longer.
"""

from __future__ import annotations

import secrets

from flask import abort, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key
from ireval.messages import Message, say
from ireval.messages.catalogue import ADVICE
from web import store
from web.classroom.access.controller_key import counted, held, needed, tokens, with_token
from web.classroom.access.room_codes import is_code
from web.classroom.access.two_words import two_words
from web.classroom.access.wrong_codes import WrongCodes
from web.classroom.remote.asking_page import AskingPage
from web.classroom.remote.remote_page import RemotePage, state_of
from web.coursework.secret_links import pages
from web.files.address_code import address_code
from web.server import limits
from web.server.forgery import token as forgery_token

bp = pages("remote", __name__, "")

WRONG = WrongCodes("pairing", of_network="300/minute", of_device="30/hour")
#: The most bytes of a form.
LARGEST = 10_000
LONGEST_LINE = 1_000


@bp.get("/r")
@bp.get("/r/<code>")
def short(code: str = "") -> Response:
    """Lead to the form for the code, or to the remote. Only the form pairs, because a link may be opened unasked."""
    return redirect(url_for("remote.door", code=code or None), 303)


@bp.get("/classroom/remote")
def door() -> Response:
    """The remote, or what leads to it: the form for the code, and waiting until the laptop has confirmed."""
    code = request.args.get("code", "")
    if code or not tokens():
        return _form(code)
    return make_response(render_template("classroom/remote.html", page=RemotePage(held())))


@bp.post("/classroom/remote")
@limits.changes
@limits.at_most(LARGEST)
def pair() -> Response:
    """Pair this device by the code that the laptop shows."""
    typed, device = request.form.get("code", ""), _device()
    if WRONG.are_many(device):
        return _form(typed, Message("too-many-pairing-codes"), 429)
    try:
        code = clean_key(typed, "code")
    except InputError as error:
        return _form(typed, error.problem, 400)
    token = store.store().rooms.controllers.pair(code, two_words(secrets.token_hex(8)))
    if token is None:
        WRONG.note(device)
        return _form(typed, Message("pairing-code-unknown"), 404)
    return with_token(redirect(url_for("remote.door"), 303), token)


@bp.get("/classroom/remote/now")
def now() -> Response:
    """What the remote shows now, for its script; 304 if nothing has changed."""
    page = RemotePage(counted(visit=True) or held())
    state = state_of(page)
    if request.if_none_match.contains(state):
        return make_response("", 304)
    answer = make_response(render_template("classroom/remote_state.html", page=page))
    answer.set_etag(state)
    return answer


@bp.get("/classroom/remote/ask")
def asking() -> Response:
    """What can be asked now; with a ``line``, how it is understood, with its ``correct`` option."""
    line = request.args.get("line", "")[:LONGEST_LINE]
    page = AskingPage.of(needed(visit=True), line, request.args.get("correct", 0, int))
    return make_response(render_template("classroom/remote_ask.html", page=page), 400 if page.error else 200)


@bp.get("/classroom/remote/code.svg")
def code() -> Response:
    """The QR code of the address that opens the form with a pairing code."""
    text = request.args.get("code", "")
    if not is_code(text):
        abort(404)
    return address_code(url_for("remote.short", code=text, _external=True))


def _form(typed: str, problem: Message | None = None, status: int = 200) -> Response:
    said = f"{say(problem)} {say(problem, ADVICE)}".strip() if problem else ""
    shown = {"typed": typed[:40], "problem": said, "controls": held()}
    return make_response(render_template("classroom/pairing.html", **shown), status)


def _device() -> str:
    """A text for this browser: the random number of its forms."""
    forgery_token()
    return str(session.get("csrf_token", ""))
