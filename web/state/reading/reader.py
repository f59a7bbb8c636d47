"""Reads the parts of an address or a form one by one, and collects the errors in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ireval.errors import InputError

#: The parts of an address that describe documents; a further list has its number after their names.
DOCUMENTS = ("labels", "unretrieved", "subtopics", "unretrieved_subtopics")
#: Parts that have a meaning when they are empty.
_MAY_BE_EMPTY = (*DOCUMENTS, "names")


class Reader:
    """Reads parts of input one by one and collects the errors, so that one error does not hide another.

    ``number`` follows the names of a further list's parts.
    """

    def __init__(self, source: Mapping[str, str], number: str = "", errors: list[InputError] | None = None) -> None:
        self.source = source
        self.number = number
        self.errors: list[InputError] = [] if errors is None else errors

    def get(self, name: str, read: Any, default: Any) -> Any:
        """The part ``name``, converted by ``read``; ``default`` if it is absent, empty or invalid."""
        text = self.source.get(name + self.number)
        if text is None or (not (text := text.strip()) and name not in _MAY_BE_EMPTY):
            return default
        try:
            return read(text)
        except InputError as error:
            self.errors.append(error.at(name + self.number))
            return default

    def attempt(self, read: Callable[[], Any], default: Any, field: str = "") -> Any:
        """The result of ``read``. If it raises an error, the error is collected, and the result is ``default``.

        ``field`` replaces the field of the error, if given.
        """
        try:
            return read()
        except InputError as error:
            self.errors.append(error.at((field or error.field) + self.number))
        return default

    def refuses(self, check: Callable[[], object]) -> bool:
        """Whether ``check`` finds an error in parts that were read one by one; the error is collected."""
        known = len(self.errors)
        self.attempt(check, None)
        return len(self.errors) > known
