"""Tells a student's devices apart: a browser gets a random text for one sheet, in a cookie that goes nowhere else.

Requests without the cookie, such as those of programs that make previews of links, do not count as a device.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from flask import jsonify, make_response, request, url_for
from werkzeug.wrappers import Response

from web.store import Elsewhere
from web.store.tokens import device, is_device

COOKIE = "ireval-device"
SAVED = "X-Saved"  # the time at which the page's answers were last saved: in requests as the page knows it
KEPT = timedelta(days=7)  # so that a browser that is started again is the same device


def this_device() -> str:
    """The text of the browser that sends the request; empty if it has none."""
    found = request.cookies.get(COOKIE, "")
    return found if is_device(found) else ""


def with_device(answer: Response, token: str) -> Response:
    """The answer, which also gives the browser a text for this sheet, or lets it keep its own."""
    answer.set_cookie(
        COOKIE,
        this_device() or device(),
        max_age=KEPT,
        path=url_for("student.door", token=token),
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


class News(NamedTuple):
    """News of other devices for a page: whether the key is ``open`` on one, and when one changed the answers."""

    open: bool
    changed: datetime | None

    @property
    def plain(self) -> dict[str, object]:
        """Return the news as plain values, for JSON."""
        return {"open": self.open, "changed": self.changed and self.changed.isoformat()}


def news(found: Elsewhere) -> News:
    """Return the events on other devices since the time in the field ``since``."""
    return News(found.open, found.saved if found.saved and found.saved > _since() else None)


def acknowledge(found: Elsewhere, remarks: Mapping[str, str]) -> Response:
    """Respond to a page that sent answers: whether they are stored or arrived late, with news and remarks."""
    saved, fresh = {SAVED: found.saved_here}, news(found)
    if found.overtaken:
        return make_response("", 202, saved)
    if any(fresh) or remarks:
        return make_response(jsonify(fresh.plain | {"remarks": remarks}), saved)
    return make_response("", 204, saved)


def _since() -> datetime:
    """The time in the field ``since``; now if there is none, so that nothing is newer."""
    try:
        return datetime.fromisoformat(request.values.get("since", "")).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.now(UTC)
