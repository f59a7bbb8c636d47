"""Tells a student's devices apart: a browser gets a random text for one sheet, in a cookie that goes nowhere else.

A page that is fetched without the cookie, as by a program that makes a preview of a link, counts as no device.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from flask import request, url_for
from werkzeug.wrappers import Response

from web import store
from web.store import Elsewhere
from web.store.tokens import device, is_device

COOKIE = "ireval-device"
SAVED = "X-Saved"  # of a request, when the page's answers were saved, as far as it knows; of an answer, when they were
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


def last_save(sheet: store.Sheet, key: str) -> str:
    """When this browser last saved answers under this key, as a text; empty if it has not, or is not known."""
    here = this_device()
    times = (v.saved for v in store.store().devices.visits(sheet, key) if v.device == here and v.saved)
    return next((time.isoformat() for time in times), "") if here else ""


def is_overtaken(sheet: store.Sheet, key: str) -> bool:
    """Whether this browser has saved answers since it sent this request, which arrived late.

    Computers go on sending for a minute what a dead network lost, even if the page has long given the request up and
    sent a newer one. A page says when its last answers were saved, as far as it knows.
    """
    known = request.headers.get(SAVED)
    return known is not None and known != last_save(sheet, key)


class News(NamedTuple):
    """What a page learns of other devices: whether the key is ``open`` on one, and when one changed its answers."""

    open: bool
    changed: datetime | None

    @property
    def plain(self) -> dict[str, object]:
        """For JSON."""
        return {"open": self.open, "changed": self.changed and self.changed.isoformat()}


def news(sheet: store.Sheet, key: str) -> News:
    """What happened on other devices since the time in the field ``since``; this device is noted."""
    found: Elsewhere = store.store().devices.elsewhere(sheet, key, this_device())
    return News(found.open, found.saved if found.saved and found.saved > _since() else None)


def _since() -> datetime:
    """The time in the field ``since``; now if there is none, so that nothing is newer."""
    try:
        return datetime.fromisoformat(request.values.get("since", "")).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.now(UTC)
