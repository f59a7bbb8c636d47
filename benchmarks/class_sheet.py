"""A sheet that each student of a class submits once, in a database of a benchmark."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from typing import NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

from house import ROOT

sys.path.insert(0, str(ROOT))

from ireval.exercises import Sheet, new_key
from web.store import Mode
from web.store.records import Published
from web.store.records import Sheet as StoredSheet
from web.store.sheet_store import Store


class ClassSheet(NamedTuple):
    """The store with the sheet, the tokens of its links, and the keys of its students."""

    store: Store
    published: Published
    sheet: StoredSheet
    keys: list[str]


@contextmanager
def class_sheet(url: str, content: Sheet, title: str, students: int) -> Iterator[ClassSheet]:
    """The published sheet, with a roster of this many students; the store is closed at the end."""
    store = Store(url, lambda: datetime.now(UTC))
    try:
        published = store.publish(content.to_json().decode(), title=title, mode=Mode.ONCE, lifetime=timedelta(days=1))
        sheet = store.by_owner(published.owner)
        assert sheet
        store.rosters.enter(sheet, (f"Student {n}" for n in range(students)), new_key, after=0)
        yield ClassSheet(store, published, sheet, [seat.key for seat in store.rosters.seats(sheet)])
    finally:
        store.close_connections()


def permission(page: str) -> dict[str, str]:
    """The headers with which a browser that has opened this page may post its form: forgery token and cookie."""
    jar = CookieJar()
    text = build_opener(HTTPCookieProcessor(jar)).open(page).read()
    token = re.search(rb'name="csrf_token"[^>]*value="([^"]+)"', text)
    session = next(cookie for cookie in jar if cookie.name == "ireval")
    assert token
    return {"X-CSRFToken": token[1].decode(), "Cookie": f"ireval={session.value}"}
