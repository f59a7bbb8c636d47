"""The check that every part of a declaration has its type, such as a text, a tuple or a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from ireval.contract.finding import Finding
from ireval.measure import Column, Measure, Mistake

_WORDS = {str: "a text in quotation marks", bool: "True or False", int: "a whole number", float: "a number"}


def check_types(measure: Measure) -> Iterator[Finding]:
    """Every part of the measure, of its columns and of its mistakes has the declared type."""
    yield from field_faults(measure, "")
    for named, declared, kind in (("columns", measure.columns, Column), ("mistakes", measure.mistakes, Mistake)):
        for i, part in enumerate(declared if isinstance(declared, tuple) else (), start=1):
            if isinstance(part, kind):
                yield from field_faults(part, f"{named}, number {i}, ")


def field_faults(part: Any, before: str) -> Iterator[Finding]:
    """Yield the fields of a dataclass that do not have their declared type; ``before`` names the place."""
    hints = get_type_hints(type(part))
    for field in fields(part):
        value, hint = getattr(part, field.name), hints[field.name]
        if not fits(value, hint):
            shown = repr(value)
            shown = shown if len(shown) <= 40 else f"{shown[:40]}…"
            yield Finding("type", before + field.name, f"It is {shown}.", f"Give {words_for(hint)}.")


def fits(value: object, hint: Any) -> bool:
    """Whether a value has a type; supports the types that declarations of measures use.

    >>> fits(("rel",), tuple[str, ...]), fits("rel", tuple[str, ...]), fits(None, str | None)
    (True, False, True)
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return isinstance(value, tuple) and _entries_fit(value, arguments)
    if isinstance(hint, UnionType):
        return any(fits(value, kind) for kind in arguments)
    if origin is Callable:
        return callable(value)
    return hint is Any or isinstance(value, int | float if hint is float else origin or hint)


def _entries_fit(value: tuple[object, ...], kinds: tuple[Any, ...]) -> bool:
    each = kinds[:1] * len(value) if kinds[-1] is Ellipsis else kinds
    return len(each) == len(value) and all(map(fits, value, each))


def words_for(hint: Any) -> str:
    """Return the words for a value of this type, for messages.

    >>> words_for(str), words_for(tuple[Column, ...]), words_for(Column | None)
    ('a text in quotation marks', 'a tuple of Columns', 'a Column, or None')
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return 'a tuple of texts, such as ("rel",)' if arguments[0] is str else f"a tuple of {_plural(arguments[0])}"
    if origin is Callable:
        return "a function"
    if isinstance(hint, UnionType):
        return ", or ".join("None" if kind is NoneType else words_for(kind) for kind in arguments)
    if origin is Mapping:
        return "a dictionary"
    return _WORDS.get(hint) or f"a {hint.__name__}"


def _plural(kind: Any) -> str:
    return "pairs" if get_origin(kind) is tuple else f"{kind.__name__}s"
