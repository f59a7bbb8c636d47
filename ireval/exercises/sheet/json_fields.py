"""JSON objects read field by field; each error names the path of its field."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ireval.errors import InputError, nearest
from ireval.messages.message import Message
from ireval.stdlib.strict_json import JsonError, read_json

#: The most bytes of a sheet.
MOST_BYTES = 400_000
#: The most characters of an unknown field's name in messages.
_LONGEST_NAME = 30

_TEXT, _NUMBER, _WHOLE = Message("a-text"), Message("a-number"), Message("a-whole-number")
_SCALAR, _LIST, _OBJECT = Message("text-or-number"), Message("json-list"), Message("json-object")
_FLAG = Message("true-or-false")


class JsonObject:
    """A JSON object that is read field by field.

    Every method raises an ``InputError`` that names the field's path; a field without a default is required.
    """

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise InputError(where or "sheet", "json-object-expected")
        self.data = data
        self.where = where
        self._read: set[str] = set()

    def path(self, name: str) -> str:
        """The path of a field."""
        return f"{self.where}.{name}" if self.where else name

    def _take(self, name: str, default: Any, fits: Callable[[Any], bool], kind: Message) -> Any:
        self._read.add(name)
        if name not in self.data:
            if default is None:
                raise InputError(self.path(name), "json-field-missing", kind=kind)
            return default
        value = self.data[name]
        if not fits(value):
            raise InputError(self.path(name), "json-wrong-type", value=as_text(value), kind=kind)
        return value

    def text(self, name: str, default: str | None = None, most: int = 60) -> str:
        """A line of text."""
        value: str = self._take(name, default, lambda v: isinstance(v, str), _TEXT)
        if len(value) > most:
            raise InputError(self.path(name), "json-text-too-long", count=len(value), most=most)
        return readable(value, self.path(name))

    def markdown(self, name: str, most: int) -> str:
        """Text that may have several lines; empty if it is missing."""
        value: str = self._take(name, "", lambda v: isinstance(v, str), _TEXT)
        if len(value) > most:
            raise InputError(self.path(name), "json-text-too-long", count=len(value), most=most)
        lines = value.replace("\r\n", "\n").replace("\t", "    ").split("\n")
        return "\n".join(readable(line, self.path(name)) for line in lines)

    def flag(self, name: str) -> bool:
        """True or false; false if it is missing."""
        self._read.add(name)
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise InputError(self.path(name), "json-wrong-type", value=as_text(value), kind=_FLAG)
        return value

    def choice(self, name: str, known: Any, default: str | None = None) -> str:
        """One of ``known``."""
        value = self.text(name, default)
        if value not in known:
            raise InputError(self.path(name), "json-not-a-choice", value=value, hint=nearest(value, known))
        return value

    def number(self, name: str, least: float, most: float, default: float | None = None) -> float:
        """A number."""
        value: float = self._take(name, default, lambda v: _is_number(v, int | float), _NUMBER)
        return _in_range(self.path(name), value, least, most, _NUMBER)

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        value: int = self._take(name, default, lambda v: _is_number(v, int), _WHOLE)
        return int(_in_range(self.path(name), value, least, most, _WHOLE))

    def scalar(self, name: str) -> Any:
        """Text or a number."""
        return self._take(name, None, lambda v: isinstance(v, str) or _is_number(v, int | float), _SCALAR)

    def list(self, name: str, most: int, default: list[Any] | None = None) -> list[Any]:
        """A list."""
        value: list[Any] = self._take(name, default, lambda v: isinstance(v, list), _LIST)
        if len(value) > most:
            raise InputError(self.path(name), "json-list-too-long", count=len(value), most=most)
        return value

    def object(self, name: str, default: dict[str, Any] | None = None) -> JsonObject:
        """An object inside this one."""
        return JsonObject(self._take(name, default, lambda v: isinstance(v, dict), _OBJECT), self.path(name))

    def end(self) -> None:
        """Raise ``InputError`` if there is a field that was never read."""
        for name in self.data:
            if name not in self._read:
                hint = nearest(name[:_LONGEST_NAME], self._read)
                raise InputError(self.path(_shortened(name)), "json-unknown-field", name=name, hint=hint)


def parse_json(text: str | bytes) -> Any:
    """Return JSON as plain data. Raises ``InputError`` if it is too long, or if ``read_json`` cannot read it."""
    if len(text) > MOST_BYTES:
        raise InputError("sheet", "sheet-too-large", count=len(text), most=MOST_BYTES)
    try:
        return read_json(text.decode("utf-8-sig") if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        raise InputError("sheet", "sheet-not-utf-8", place=error.start + 1) from None
    except JsonError as error:
        raise _refusal(error) from None


def _refusal(error: JsonError) -> InputError:
    """The error in a sheet's JSON."""
    text = _shortened(error.text)
    if error.reason == "syntax":
        return InputError("sheet", "sheet-not-json", line=error.line, column=error.column)
    if error.reason == "depth":
        return InputError("sheet", "sheet-nested-too-deeply")
    if error.reason == "twice":
        return InputError(text, "json-field-twice")
    if error.reason == "number":
        return InputError("sheet", "json-no-such-number", text=text)
    return InputError(error.where or "sheet", "unprintable-character", character=text)


def _is_number(value: Any, kind: Any) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _in_range(where: str, value: float, least: float, most: float, kind: Message) -> float:
    if not least <= value <= most:
        raise InputError(where, "number-out-of-range", value=value, least=least, most=most, kind=kind)
    return value


def readable(value: str, where: str) -> str:
    """Return the text unchanged. Raises ``InputError`` if one of its characters cannot be printed."""
    wrong = next((c for c in value if not c.isprintable()), None)
    if wrong:
        raise InputError(where, "unprintable-character", character=wrong)
    return value


def as_text(value: Any) -> str:
    """Return a value for a message: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "…"
