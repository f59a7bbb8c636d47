"""Passes a recovery code to the only page that shows it, in the cookie of the browser that made it."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

_NAME = "recovery"


def note_code(session: MutableMapping[str, Any], sheet: str, code: str) -> None:
    """Keep a sheet's code until its page of links is shown."""
    session[_NAME] = [sheet, code]


def take_code(session: MutableMapping[str, Any], sheet: str) -> str:
    """Take the sheet's code from the session; empty if there is none."""
    id_, code = session.get(_NAME, ("", ""))
    if id_ != sheet:
        return ""
    del session[_NAME]
    return str(code)
