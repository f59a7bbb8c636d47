"""JSON taken apart field by field, with errors that name the place."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ireval.errors import InputError, nearest

#: More bytes are no sheet.
MOST_BYTES = 400_000


class JsonObject:
    """A JSON object that is taken apart field by field.

    Every method raises ``InputError`` that names the place; without a default, for a missing field too.
    """

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise InputError(where or "sheet", "An object in braces was expected here.", "")
        self.data = data
        self.where = where
        self._asked: set[str] = set()

    def path(self, name: str) -> str:
        """Where a field stands."""
        return f"{self.where}.{name}" if self.where else name

    def _take(self, name: str, default: Any, kind: Callable[[Any], bool], what: str) -> Any:
        self._asked.add(name)
        if name not in self.data:
            if default is None:
                raise InputError(self.path(name), "This field is missing.", f"Give {what}.")
            return default
        value = self.data[name]
        if not kind(value):
            raise InputError(self.path(name), f"{shown(value)} is not {what}.", "")
        return value

    def text(self, name: str, default: str | None = None, most: int = 60) -> str:
        """A line of text."""
        value: str = self._take(name, default, lambda v: isinstance(v, str), "text")
        if len(value) > most:
            raise InputError(self.path(name), f"{len(value)} characters are more than the {most} allowed.", "")
        return readable(value, self.path(name))

    def choice(self, name: str, known: Any, default: str | None = None) -> str:
        """One of ``known``."""
        value = self.text(name, default)
        if value not in known:
            raise InputError(self.path(name), f"“{value}” is not known here.", nearest(value, known))
        return value

    def number(self, name: str, least: float, most: float, default: float | None = None) -> float:
        """A number."""
        value: float = self._take(name, default, lambda v: _is_number(v, int | float), "a number")
        if not least <= value <= most:
            hint = f"Give a number from {least} to {most}."
            raise InputError(self.path(name), f"{shown(value)} is out of range.", hint)
        return value

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        self._take(name, default, lambda v: _is_number(v, int), "a whole number")
        return int(self.number(name, least, most, default))

    def scalar(self, name: str) -> Any:
        """Text or a number."""
        return self._take(name, None, lambda v: isinstance(v, str) or _is_number(v, int | float), "text or a number")

    def list(self, name: str, most: int, default: list[Any] | None = None) -> list[Any]:
        """A list."""
        value: list[Any] = self._take(name, default, lambda v: isinstance(v, list), "a list in square brackets")
        if len(value) > most:
            raise InputError(self.path(name), f"{len(value)} entries are more than the {most} allowed.", "")
        return value

    def object(self, name: str, default: dict[str, Any] | None = None) -> JsonObject:
        """An object in this one."""
        return JsonObject(
            self._take(name, default, lambda v: isinstance(v, dict), "an object in braces"), self.path(name)
        )

    def end(self) -> None:
        """Refuse fields that nobody asked for."""
        for name in self.data:
            if name not in self._asked:
                shown = name if len(name) <= 30 else name[:30] + "…"
                raise InputError(self.path(shown), "There is no such field.", nearest(shown, self._asked))


def parse_json(text: str | bytes) -> Any:
    """JSON as plain data. Raises ``InputError`` for what is none, has a name twice in an object, or is too long."""
    if len(text) > MOST_BYTES:
        raise InputError("sheet", f"{len(text):,} bytes are more than the {MOST_BYTES:,} of a sheet.", "")
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        return json.loads(plain, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_integer)
    except UnicodeDecodeError as error:
        raise InputError("sheet", f"Byte {error.start + 1} is not UTF-8.", "Save the file as UTF-8.") from None
    except json.JSONDecodeError as error:
        message = f"Line {error.lineno}, character {error.colno}: this is not JSON."
        raise InputError("sheet", message, "Give the file that “sheet make” wrote.") from None
    except RecursionError:
        raise InputError("sheet", "The file is nested too deeply for a sheet.", "") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(shown(name), "This field stands twice in one object.", "Keep one of them.")
        found[name] = value
    return found


def _no_number(text: str) -> Any:
    raise InputError("sheet", f"{text} is not a number of JSON.", "")


def _integer(text: str) -> int | float:
    return int(text) if len(text) < 20 else float(text)


def _is_number(value: Any, kind: Any) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def readable(value: str, where: str) -> str:
    """Text that can be printed. Raises ``InputError`` for any other."""
    wrong = next((c for c in value if not c.isprintable()), None)
    if wrong:
        raise InputError(where, f"{wrong!r} cannot be printed.", "Use letters, digits, signs and blanks.")
    return value


def shown(value: Any) -> str:
    """A value for a message, cut where it is long."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else text[:40] + "…"
