"""Sentences of the catalogue, as tests look for them in pages."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import escape

from ireval.messages import Message, say
from ireval.messages.catalogue import ADVICE, TEXT


def sentence(key: str, /, **values: object) -> str:
    """The sentence of a key, escaped as a page has it."""
    return str(escape(say(Message(key, values), TEXT)))


def advice(key: str, /, **values: object) -> str:
    """The advice of a key, escaped as a page has it."""
    return str(escape(say(Message(key, values), ADVICE)))


def carries(key: str, /, **values: object) -> Callable[[object], bool]:
    """A check for ``pytest.raises``: the error carries this key and, among its values, these."""

    def check(error: object) -> bool:
        found = getattr(error, "values", {})
        return getattr(error, "key", "") == key and values.items() <= dict(found).items()

    return check
