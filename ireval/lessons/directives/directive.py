"""What a directive is: a function from what an author wrote between colons to a block of the lesson."""

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
    """A directive as it is written: the ``title`` behind its name, the ``text`` below, and the ``line`` of its name."""

    title: str
    text: str
    line: int

    def refuse_title(self) -> None:
        """Raise ``InputError`` if there is a title, for directives without one."""
        if self.title:
            raise InputError("title", "lesson-directive-title", text=self.title)

    def fields(self, faults: Faults, numbers: Iterable[str] = ()) -> Fields:
        """The fields in the text; ``numbers`` names those that are numbers. What is wrong is noted."""
        return read_fields(self.text, self.line + 1, faults, numbers)


class Reading(Protocol):
    """What a directive may use of the reader of its lesson.

    ``at_hand`` is the list that the step is about, which a directive may set; ``usual`` is what each step begins with.
    """

    faults: Faults
    usual: LessonList
    at_hand: LessonList

    def next_question(self) -> str:
        """The name of the step's next question."""

    def ask(self, quiz: Quiz) -> Quiz:
        """The question, of which the lesson's sheet now has the exercise."""

    def inner(self, text: str, line: int) -> tuple[Block, ...]:
        """The blocks of a text within a directive, whose name stands on this line."""


#: Makes the block; None if it has faults, which are noted. An ``InputError`` is noted with the line of the name.
Directive: TypeAlias = Callable[[Reading, Written], Block | None]
