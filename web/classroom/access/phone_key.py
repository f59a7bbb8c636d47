"""The key of a phone: a signed random text in a cookie, so that one device has one voice however often it joins.

A form carries the key, too. So a page of another site, which cannot know it, cannot answer in the name of a phone; and
a browser without cookies keeps its voice as long as its page is open: its script sends the key in a header. A room
stores a digest of the key that differs from room to room.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta

from flask import abort, g, request, url_for
from itsdangerous import BadSignature, Signer
from werkzeug.wrappers import Response

from ireval.messages import Message
from web.server.forgery import secret_key
from web.store.tokens import device, is_device

COOKIE = "ireval-phone"
FIELD = "device"
HEADER = "X-Phone-Key"
#: So that a browser that is started again is the same voice for the whole lecture.
KEPT = timedelta(days=1)


def phone_key() -> str:
    """The key of the phone that sends the request; a new one if it has none."""
    if "phone_key" not in g:
        g.phone_key = _sent() or device()
    return str(g.phone_key)


def has_joined() -> bool:
    """Whether the phone has sent a key that this server gave out."""
    return bool(_sent())


def sending_key() -> str:
    """The key with which a form is sent. Ends the request with 400 if it has none, or not that of the phone."""
    sent, held = _read(request.form.get(FIELD, "")), _read(request.cookies.get(COOKIE, ""))
    if not sent or (held and held != sent):
        abort(400, Message("phone-key-unknown"))
    g.phone_key = sent
    return sent


def written_key() -> str:
    """The phone's key with its signature, for the cookie and for forms."""
    return _signer().sign(phone_key()).decode()


def in_room(code: str) -> str:
    """The text under which the room with this code stores the phone."""
    return hashlib.sha256(f"{phone_key()} in {code}".encode()).hexdigest()


def with_key(answer: Response) -> Response:
    """The answer, which also gives the phone its key, or lets it keep its own for longer."""
    answer.set_cookie(
        COOKIE,
        written_key(),
        max_age=KEPT,
        path=url_for("phone.door"),
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _sent() -> str:
    """The key in the cookie, or without one in the header; empty if there is none."""
    return _read(request.cookies.get(COOKIE, "")) or _read(request.headers.get(HEADER, ""))


def _signer() -> Signer:
    return Signer(secret_key(), salt="phone")


def _read(text: str) -> str:
    """The key in a signed text; empty if nobody here has signed it."""
    try:
        found = _signer().unsign(text).decode()
    except (BadSignature, UnicodeError):
        return ""
    return found if is_device(found) else ""
