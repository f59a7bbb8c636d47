"""A registry with one more entry for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

Value = TypeVar("Value")


@contextmanager
def added_entry(entries: dict[str, Value], key: str, value: Value) -> Iterator[None]:
    """Add a value to ``entries`` until the block ends; they are as before then, in their order.

    >>> entries = {"a": 1}
    >>> with added_entry(entries, "b", 2):
    ...     print(entries)
    {'a': 1, 'b': 2}
    >>> entries
    {'a': 1}
    """
    before = dict(entries)
    entries[key] = value
    try:
        yield
    finally:
        entries.clear()
        entries.update(before)
