"""The lecturer's right: a controller's token in a cookie that lasts as long as a room is kept.

The token is in no address that a screen shows, and in no page's source.
"""

from __future__ import annotations

from datetime import timedelta

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from ireval.messages import Message
from web import store
from web.store.rooms.room_records import Held, Room

COOKIE = "ireval-room"
#: The data of a room are kept this long, or as long as sheets are, if that is less.
LONGEST_KEPT = timedelta(days=30)


def kept() -> timedelta:
    """How long a room is kept, by the setting."""
    return min(store.lifetime(), LONGEST_KEPT)


def held() -> Held | None:
    """The room that the browser controls, or will when it is confirmed."""
    token = request.cookies.get(COOKIE, "")
    return store.store().rooms.controllers.held(token) if token else None


def controlled() -> Room | None:
    """The room that the browser controls."""
    found = held()
    return found.room if found and found.controller.confirmed else None


def needed() -> Room:
    """The room that the browser controls; ends the request with 403 if there is none."""
    return controlled() or abort(403, Message("no-room-here"))


def with_token(answer: Response, token: str) -> Response:
    """The answer, which also gives the browser the right to a room."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=kept(),
        path=url_for("classroom.door"),
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def without_token(answer: Response) -> Response:
    """The answer, which also takes the right to its room from the browser."""
    answer.delete_cookie(COOKIE, path=url_for("classroom.door"))
    return answer
