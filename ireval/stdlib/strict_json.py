"""Reads JSON from outside as plain data, within limits: a greatest depth, finite numbers, and valid characters.

Python's own reader accepts values that other programs may not support: names that occur twice in an object, NaN,
numbers too large for a double, and unpaired surrogates, which no file can contain. Here each of them is an error that
says where it is.

>>> read_json('{"k": [1, 2.5]}')
{'k': [1, 2.5]}
>>> read_json('{"k": [1, 1e999]}')
Traceback (most recent call last):
ireval.stdlib.strict_json.JsonError: number: 1e999
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Literal

#: The greatest depth of nesting; no data of this program is deeper.
DEEPEST = 20
#: Whole numbers with more digits become floating-point numbers, before they reach Python's own limit.
_MOST_DIGITS = 19
#: The most characters of a name in a path.
_SHOWN = 30
_HALF = re.compile(r"[\ud800-\udfff]")
_MAYBE_HALF = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")

Reason = Literal["syntax", "depth", "twice", "number", "character"]


class JsonError(ValueError):
    """JSON that cannot be read.

    ``reason`` is what is wrong: the syntax, at ``line`` and ``column``; the depth; a name that occurs twice in an
    object; an invalid number; or an unpaired surrogate, in the value at the path ``where``. ``text`` is the name, the
    number or the character.
    """

    def __init__(self, reason: Reason, text: str = "", *, where: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(f"{reason}: {text!a}" if _HALF.search(text) else f"{reason}: {text}")
        self.reason = reason
        self.text = text
        self.where = where
        self.line = line
        self.column = column


def read_json(text: str, *, as_written: bool = False) -> Any:
    """Return the value of a JSON text. Raises ``JsonError``.

    With ``as_written``, numbers stay texts, and the caller must check the characters of texts.
    """
    whole, finite = (str, str) if as_written else (_whole, _finite)
    numbers: dict[str, Any] = {"parse_int": whole, "parse_float": finite}
    try:
        found = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number, **numbers)
    except json.JSONDecodeError as error:
        raise JsonError("syntax", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise JsonError("depth") from None
    _check(found, halves=not as_written and _MAYBE_HALF.search(text) is not None)
    return found


def _check(value: Any, *, halves: bool) -> None:
    """Refuse values that are nested too deeply and, with ``halves``, unpaired surrogates; without recursion."""
    waiting: list[tuple[Any, str, int]] = [(value, "", 0)]
    while waiting:
        inside, where, depth = waiting.pop()
        if depth > DEEPEST and isinstance(inside, dict | list):
            raise JsonError("depth")
        if isinstance(inside, dict):
            if halves:
                for name in inside:
                    _refuse_halves(name, where)
            waiting += [
                (item, f"{where}.{name[:_SHOWN]}" if where else name[:_SHOWN], depth + 1)
                for name, item in inside.items()
                if halves or isinstance(item, dict | list)
            ]
        elif isinstance(inside, list):
            waiting += [
                (item, f"{where}[{place}]", depth + 1)
                for place, item in enumerate(inside)
                if halves or isinstance(item, dict | list)
            ]
        elif isinstance(inside, str):
            _refuse_halves(inside, where)


def _refuse_halves(text: str, where: str) -> None:
    found = _HALF.search(text)
    if found:
        raise JsonError("character", found[0], where=where)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise JsonError("twice", next(name for name in names if names.count(name) > 1))
    return found


def _no_number(text: str) -> Any:
    raise JsonError("number", text)


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


def _whole(text: str) -> int | float:
    return int(text) if len(text) <= _MOST_DIGITS else _finite(text)
