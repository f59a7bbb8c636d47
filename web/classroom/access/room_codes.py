"""The codes of rooms, and those that pair a device, as people read and type them."""

from __future__ import annotations

from flask import url_for

from ireval.errors import InputError
from ireval.messages import Message
from web.store.rooms.room_records import CODE_ALPHABET, CODE_LENGTH

FIELD = "code"
#: The most characters of a code as it is typed, with spaces and hyphens.
LONGEST_TYPED = 40
_LOOKALIKES = "0O1IL"
_GROUP = 3


def grouped_code(code: str) -> str:
    """A code for people, in two groups.

    >>> grouped_code("K7M2PX")
    'K7M-2PX'
    """
    return f"{code[:_GROUP]}-{code[_GROUP:]}"


def is_code(text: str) -> bool:
    """Whether a text may be a code of a room, or one that pairs a device."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_ALPHABET)


def read_code(typed: str) -> str:
    """The code in capitals, without spaces and hyphens. Raises ``InputError``, which says what is wrong with it.

    >>> read_code(" k7m-2px ")
    'K7M2PX'
    """
    code = "".join(c for c in typed if c.isalnum()).upper()
    if not code:
        raise InputError(FIELD, "code-missing")
    wrong = next((c for c in code if c not in CODE_ALPHABET), None)
    if wrong:
        hint = Message("code-lookalikes" if wrong in _LOOKALIKES else "code-alphabet")
        raise InputError(FIELD, "not-in-codes", character=wrong, hint=hint)
    if len(code) != CODE_LENGTH:
        raise InputError(FIELD, "code-length", count=len(code), length=CODE_LENGTH)
    return code


def join_address(code: str = "") -> str:
    """The address of the QR code, with which a phone joins at once; without a code, that of the field for it."""
    return url_for("phone.room", code=code, _external=True) if code else url_for("phone.door", _external=True)
