"""Names in the order in which people count: run2 before run10."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

Value = TypeVar("Value")
_DIGITS = re.compile(r"(\d+)", re.ASCII)


def natural_key(name: str) -> tuple[tuple[int, str], ...]:
    """The sort key of a name, in which digits count as numbers.

    >>> sorted(["run10", "run2", "Run1", "1", "0"], key=natural_key)
    ['0', '1', 'Run1', 'run2', 'run10']
    """
    parts = enumerate(_DIGITS.split(name.casefold()))
    return tuple((len(p.lstrip("0")), p.lstrip("0")) if place % 2 else (0, p) for place, p in parts)


class InNaturalOrder(Mapping[str, Value], Generic[Value]):
    """The same mapping with its names in natural order; no value is read for that."""

    def __init__(self, found: Mapping[str, Value]) -> None:
        self._found, self._names = found, sorted(found, key=natural_key)

    def __getitem__(self, name: str) -> Value:
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
