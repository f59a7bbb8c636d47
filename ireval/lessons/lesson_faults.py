"""Collects the faults in a lesson's file, so that one fault does not hide another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ireval.errors import InputError
from ireval.messages import ADVICE, Message, say


@dataclass(frozen=True)
class LessonFault:
    """One fault: the ``line`` of the file, from 1, and the ``problem``."""

    line: int
    problem: Message

    @property
    def text(self) -> str:
        """What is wrong and how to correct it, in words."""
        return f"{say(self.problem)} {say(self.problem, ADVICE)}".strip()


@dataclass
class Faults:
    """The faults found so far."""

    found: list[LessonFault] = field(default_factory=list)

    def add(self, line: int, key: str, /, **values: object) -> None:
        """Note a fault by its key in the catalogue."""
        self.found.append(LessonFault(line, Message(key, values)))

    def note(self, line: int, error: InputError) -> None:
        """Note an error as a fault of this line."""
        self.found.append(LessonFault(line, error.problem))

    @contextmanager
    def at(self, line: int) -> Iterator[None]:
        """Within this context, an ``InputError`` is noted as a fault of this line."""
        try:
            yield
        except InputError as error:
            self.note(line, error)
