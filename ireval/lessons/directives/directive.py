"""Directives: functions from the text that an author wrote between colons to a block of the lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ireval.errors import InputError
from ireval.lessons.fields import Fields, read_fields
from ireval.lessons.lesson import Block, Quiz
from ireval.lessons.lesson_faults import Faults
from ireval.lessons.lesson_list import LessonList


@dataclass(frozen=True)
class Written:
    """A directive as text: the ``title`` after its name, the ``text`` below, and the ``line`` of its name."""

    title: str
    text: str
    line: int

    def refuse_title(self) -> None:
        """Raise ``InputError`` if there is a title. For directives that have none."""
        if self.title:
            raise InputError("title", "lesson-directive-title", text=self.title)

    def fields(self, faults: Faults, numbers: Iterable[str] = ()) -> Fields:
        """The fields in the text; ``numbers`` are the names of numeric fields. Faults are noted."""
        return read_fields(self.text, self.line + 1, faults, numbers)


class Reading(Protocol):
    """The part of a lesson's reader that directives may use.

    ``at_hand`` is the list that the step is about, which a directive may set; each step begins with the list ``usual``.
    """

    faults: Faults
    usual: LessonList
    at_hand: LessonList

    def next_question(self) -> str:
        """The name for the next question of the step."""

    def ask(self, quiz: Quiz) -> Quiz:
        """Add the exercise of a question to the lesson's sheet, and return the question."""

    def inner(self, text: str, line: int) -> tuple[Block, ...]:
        """The blocks of the text inside a directive; ``line`` is the line of the directive's name."""


#: Returns the block; None if it has faults, which are noted. An ``InputError`` is noted with the line of the name.
Directive: TypeAlias = Callable[[Reading, Written], Block | None]
