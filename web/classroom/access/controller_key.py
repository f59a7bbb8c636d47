"""The lecturer's right: a controller's token in a cookie that lasts as long as a room is kept.

A browser may hold the tokens of several rooms, the one in force first. A token is in no address that a screen shows,
and in no page's source but that of the owner's link.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from ireval.messages import Message
from web import store
from web.server import limits
from web.store.rooms.room_records import Held, Room

COOKIE = "ireval-room"
#: The most rooms that one browser controls at a time.
MOST_HELD = 8
_BETWEEN = "."
#: The data of a room are kept this long, or as long as sheets are, if that is less.
LONGEST_KEPT = timedelta(days=30)


def kept() -> timedelta:
    """How long a room is kept, by the setting."""
    return min(store.lifetime(), LONGEST_KEPT)


def tokens() -> list[str]:
    """The tokens that the browser holds, the one in force first."""
    return [token for token in request.cookies.get(COOKIE, "").split(_BETWEEN)[:MOST_HELD] if token]


def held() -> Held | None:
    """The room in force that the browser controls, or will when it is confirmed."""
    return next(_found(tokens()[:1]), None)


def others() -> list[Room]:
    """The other rooms that the browser controls, the latest first."""
    return [found.room for found in _found(tokens()[1:]) if found.controller.confirmed]


def controlled() -> Room | None:
    """The room that the browser controls."""
    found = held()
    return found.room if found and found.controller.confirmed else None


def needed(*, visit: bool = False) -> Room:
    """The room that the browser controls; ends the request with 403 if there is none.

    The request is counted for the controller, as a change or as a ``visit``, so that no flood from the network of the
    hall keeps the lecturer from the room. Raises ``RateLimitExceeded``.
    """
    found = counted(visit=visit)
    return found.room if found else abort(403, Message("no-room-here"))


def counted(*, visit: bool = False) -> Held | None:
    """The controller with its room, for which the request is counted; None without a right, counted for the network."""
    found = held()
    right = found if found and found.controller.confirmed else None
    limits.count(right.controller.digest if right else "", visit=visit)
    return right


def token_of_room(id_: str) -> str:
    """The browser's token of a room, given by its id; empty if it has none."""
    known = store.store().rooms.controllers
    found = ((token, known.held(token)) for token in tokens())
    return next((token for token, there in found if there and there.room.id == id_), "")


def with_token(answer: Response, token: str, *, in_force: bool = True) -> Response:
    """The answer, which also gives the browser the right to a room, and puts it in force before all others.

    Otherwise the room in force remains, and this one is the next.
    """
    kept_tokens = [x for x in tokens() if x != token]
    kept_tokens.insert(0 if in_force else 1, token)
    return _with_tokens(answer, kept_tokens)


def without_token(answer: Response) -> Response:
    """The answer, which also takes the right to the room in force from the browser."""
    return _with_tokens(answer, tokens()[1:])


def _found(held_tokens: list[str]) -> Iterator[Held]:
    known = store.store().rooms.controllers
    return (found for token in held_tokens if (found := known.held(token)))


def _with_tokens(answer: Response, kept_tokens: list[str]) -> Response:
    path = url_for("classroom.door")
    if not kept_tokens:
        answer.delete_cookie(COOKIE, path=path)
        return answer
    answer.set_cookie(
        COOKIE,
        _BETWEEN.join(kept_tokens[:MOST_HELD]),
        max_age=kept(),
        path=path,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer
