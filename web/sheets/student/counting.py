"""Counts requests for each student, so that nobody is refused because of others at the same network address."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps

from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key
from web import store
from web.server import limits
from web.sheets.student.saving import check_key
from web.store import Mode, Refused

View = Callable[[str, str], Response]


def count_changes(view: View) -> View:
    """Decorate a view that changes a sheet: too many changes are refused."""

    @wraps(view)
    def counting(token: str, key: str) -> Response:
        limits.count(_student(token, key))
        return view(token, key)

    return counting


def count_visits(view: View) -> View:
    """Decorate a view that an open page requests regularly; these requests are count_changes separately."""

    @wraps(view)
    def counting(token: str, key: str) -> Response:
        limits.count(_student(token, key), visit=True)
        return view(token, key)

    return counting


def _student(token: str, key: str) -> str:
    """A digest for the student on a roster with this key; empty for others, who are count_changes by network address.

    The storage of counts contains only digests, so that it reveals no key.
    On sheets for practice anybody gets a key, so a key does not identify a student.
    """
    try:
        opened, key = store.store(), clean_key(key, "key")
        sheet = opened.remembered(token)
        if sheet.mode is not Mode.ONCE:
            return ""
        check_key(opened, sheet, key)
    except (InputError, Refused):
        return ""  # the view says why
    return hashlib.sha256(f"{sheet.id}/{key}".encode()).hexdigest()[:24]
