"""A recovery code on its way to the one page that shows it: in the cookie of the browser that made it."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

_NAME = "recovery"


def note_code(session: MutableMapping[str, Any], sheet: str, code: str) -> None:
    """Keep a sheet's code until its page of links is shown."""
    session[_NAME] = [sheet, code]


def take_code(session: MutableMapping[str, Any], sheet: str) -> str:
    """The sheet's code, only once; empty if there is none to be shown."""
    id_, code = session.get(_NAME, ("", ""))
    if id_ != sheet:
        return ""
    del session[_NAME]
    return str(code)
