"""An error that carries a key of the catalogue, and the values that belong to it."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.messages.catalogue import ADVICE, say
from ireval.messages.message import Message


class KeyedError(Exception):
    """An error with a message: a key and values. Its text is the sentence and the advice how to correct the error."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.problem = Message(key, values)

    def __str__(self) -> str:
        return f"{say(self.problem)} {say(self.problem, ADVICE)}".strip()

    @property
    def key(self) -> str:
        """What is wrong, as a key of the catalogue."""
        return self.problem.key

    @property
    def values(self) -> Mapping[str, object]:
        """The values that belong to the key."""
        return self.problem.values
