"""The codes of rooms, and those that pair a device, as people read and type them."""

from __future__ import annotations

from web.store.rooms.room_records import CODE_ALPHABET, CODE_LENGTH


def grouped_code(code: str) -> str:
    """A room's code for people, in two groups.

    >>> grouped_code("K7M2PX")
    'K7M-2PX'
    """
    return f"{code[:3]}-{code[3:]}"


def is_code(text: str) -> bool:
    """Whether a text may be a code of a room, or one that pairs a device."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_ALPHABET)
