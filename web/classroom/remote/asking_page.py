"""What the remote can ask: the questions that fit the view on the screen, and an own question in one line."""

from __future__ import annotations

from dataclasses import dataclass

from ireval.errors import InputError
from web.classroom.lecturer.pacing import shown_step
from web.classroom.lecturer.room_state import Position
from web.classroom.questions.asked_view import LessonStep
from web.classroom.questions.offer import Offer
from web.classroom.questions.offers import offered_questions
from web.classroom.questions.spoken_question import prepared_title
from web.question.question_line import LETTERS, QuestionLine, read_question_line
from web.store.rooms.room_records import Room


@dataclass(frozen=True)
class AskingPage:
    """The page for a room, with the ``line`` as it was typed and the number of its correct option, if one was chosen.

    ``read`` is the line as it is understood, or ``error`` says what is wrong with it.
    """

    room: Room
    line: str = ""
    chosen: int = 0
    read: QuestionLine | None = None
    error: InputError | None = None

    @classmethod
    def of(cls, room: Room, line: str, chosen: int) -> AskingPage:
        """The page for a line, which may be empty."""
        if not line.strip():
            return cls(room)
        try:
            return cls(room, line, chosen, read_question_line(line, "line"))
        except InputError as error:
            return cls(room, line, chosen, None, error)

    @property
    def position(self) -> Position:
        """What the screen shows."""
        return Position.of_room(self.room)

    @property
    def view(self) -> str:
        """The address that is asked about."""
        return self.position.address.partition("#")[0]

    @property
    def prepared(self) -> str:
        """The text of the question that was prepared for what the screen shows; empty if there is none."""
        return prepared_title(self.position.question)

    @property
    def offers(self) -> list[Offer]:
        """The questions that can be asked about the view."""
        return offered_questions(self.view) if self.view else []

    @property
    def step(self) -> LessonStep | None:
        """The step of a lesson that the screen shows."""
        return shown_step(self.view)

    @property
    def correct(self) -> int:
        """The number of the correct option, from 1; 0 if there is none, so that it asks for an opinion."""
        options = self.read.options if self.read else ()
        if 0 < self.chosen <= len(options):
            return self.chosen
        return options.index(self.read.correct) + 1 if self.read and self.read.correct in options else 0

    @property
    def options(self) -> list[tuple[int, str, str]]:
        """The options of the line, with their numbers and letters."""
        options = self.read.options if self.read else ()
        return [(i, LETTERS[i - 1], option) for i, option in enumerate(options, start=1)]

    @property
    def sent_line(self) -> str:
        """The line in which the correct option is marked."""
        if not self.read or not self.read.options:
            return self.line
        return f"{self.read.text} " + "; ".join(
            f"*{option}" if i == self.correct else option for i, _, option in self.options
        )
