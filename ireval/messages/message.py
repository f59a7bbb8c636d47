"""A message: what is to be said, not yet in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_NO_VALUES: Mapping[str, object] = MappingProxyType({})


class Figures(str):
    """A number or calculation that is already written out, such as ``0.580``: it takes a decimal comma on request."""

    __slots__ = ()


class Message:
    """A key and the values that belong to it.

    ``declared`` is the English where a sentence is declared together with its subject, as a mistake's is in the file
    of its measure; all other sentences are in the catalogue. Values are text, numbers, ``Figures``, messages, or
    sequences of these.
    """

    __slots__ = ("declared", "key", "values")

    def __init__(
        self, key: str, values: Mapping[str, object] = _NO_VALUES, /, *, declared: str = "", **more: object
    ) -> None:
        self.key = key
        self.values: Mapping[str, object] = {**values, **more}
        self.declared = declared

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.key, self.values, self.declared) == (other.key, other.values, other.declared)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {dict(self.values)!r})"
