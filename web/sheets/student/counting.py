"""Whom a student's request counts for, so that nobody's answers are refused because of others at the same address."""

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


def counted(view: View) -> View:
    """A decorator of views that change a sheet; too many changes are refused."""

    @wraps(view)
    def counting(token: str, key: str) -> Response:
        limits.count(_student(token, key))
        return view(token, key)

    return counting


def counted_visit(view: View) -> View:
    """A decorator of views that an open page asks again and again, counted apart."""

    @wraps(view)
    def counting(token: str, key: str) -> Response:
        limits.count(_student(token, key), visit=True)
        return view(token, key)

    return counting


def _student(token: str, key: str) -> str:
    """A digest for the student of a roster who has this key; empty for everybody else, who counts for the address.

    Whoever reads the counts in the storage of rates learns no key from it.
    For practice, anybody gets a key, so that keys prove nothing there.
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
