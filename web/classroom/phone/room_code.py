"""The code of a room as students type it."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.messages import Message
from web.store.rooms.room_records import CODE_ALPHABET, CODE_LENGTH

FIELD = "code"
#: The most characters of a code as it is typed, with spaces and hyphens.
LONGEST_TYPED = 40
_LOOKALIKES = "0O1IL"
_GROUP = 3


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


def grouped(code: str) -> str:
    """A code as screens show it.

    >>> grouped("K7M2PX")
    'K7M-2PX'
    """
    return f"{code[:_GROUP]}-{code[_GROUP:]}"
