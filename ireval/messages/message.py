"""Messages: a key and values, which ``say`` puts into words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_NO_VALUES: Mapping[str, object] = MappingProxyType({})


class Figures(str):
    """A number or calculation that is already text, such as ``0.580``; ``say`` can give it a decimal comma."""

    __slots__ = ()


class Message:
    """A key and the values that belong to it.

    ``declared`` is the English sentence if it is declared outside of the catalogue, as the sentences of mistakes are in
    the files of measures. Values are text, numbers, ``Figures``, messages, or sequences of these.
    """

    __slots__ = ("declared", "form", "key", "values")

    def __init__(
        self, key: str, values: Mapping[str, object] = _NO_VALUES, /, *, declared: str = "", **more: object
    ) -> None:
        self.key = key
        self.values: Mapping[str, object] = {**values, **more}
        self.declared = declared
        self.form = ""

    def in_form(self, form: str) -> Message:
        """The same message, which is always put into words in this form of its entry."""
        other = Message(self.key, self.values, declared=self.declared)
        other.form = form
        return other

    def without(self, name: str) -> Message:
        """The same message with an empty value ``name``, also in nested messages."""
        other = Message(self.key, {key: _less(value, key, name) for key, value in self.values.items()})
        other.declared, other.form = self.declared, self.form
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        mine, others = ((m.key, m.values, m.declared, m.form) for m in (self, other))
        return mine == others

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {dict(self.values)!r})"


#: A message without words.
NOTHING = Message("nothing")


def _less(value: object, key: str, name: str) -> object:
    if key == name:
        return NOTHING
    return value.without(name) if isinstance(value, Message) else value
