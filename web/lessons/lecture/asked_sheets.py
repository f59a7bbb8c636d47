"""The sheets with which a lecturer asked a class, by step, in a cookie of the lecturer's browser.

The owner's link of a sheet is in the cookie and not in the address, because the class can read the address on the
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

_NAME = "asked"
#: The number of sheets that are stored, the latest ones: a cookie has at most 4,000 characters.
MOST = 8


def note_sheet(session: MutableMapping[str, Any], place: str, owner: str) -> None:
    """Store the owner's token of the sheet with which a step's questions were asked."""
    kept = [[name, token] for name, token in session.get(_NAME, []) if name != place]
    session[_NAME] = [*kept, [place, owner]][-MOST:]


def asked_sheet(session: MutableMapping[str, Any], place: str) -> str:
    """Return the owner's token of the last sheet at a step; empty if there is none."""
    return str(dict(session.get(_NAME, [])).get(place, ""))
