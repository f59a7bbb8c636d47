"""Stores a sheet for a class."""

from __future__ import annotations

from datetime import timedelta

from ireval.exercises import Sheet
from web import store
from web.coursework.fresh_seed import with_fresh_seed


def publish_sheet(sheet: Sheet, lifetime: timedelta) -> store.Published:
    """Store the sheet with a fresh seed.

    The class gets lists that differ from those of the preview and of all files. Raises ``InputError`` if no lists are
    found.
    """
    text = with_fresh_seed(sheet).to_json().decode()
    mode = store.Mode.PRACTICE if sheet.policy == "practice" else store.Mode.ONCE
    return store.store().publish(text, title=sheet.title, mode=mode, lifetime=lifetime)
