"""The sheets that a lecturer asked a class with, each under its step: in the cookie of the browser that asked.

The owner's link of such a sheet is kept there and not in the address, because a hall reads the address on the screen.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

_NAME = "asked"
#: The sheets that are kept, the latest ones: a cookie has at most 4,000 characters.
MOST = 8


def note_sheet(session: MutableMapping[str, Any], place: str, owner: str) -> None:
    """Keep the owner's token of the sheet that was asked at a step."""
    kept = [[name, token] for name, token in session.get(_NAME, []) if name != place]
    session[_NAME] = [*kept, [place, owner]][-MOST:]


def asked_sheet(session: MutableMapping[str, Any], place: str) -> str:
    """The owner's token of the sheet that was asked last at a step; empty if there is none."""
    return str(dict(session.get(_NAME, [])).get(place, ""))
