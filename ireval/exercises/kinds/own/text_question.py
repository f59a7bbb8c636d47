"""An own question that is answered with a text. Only the owner can mark it, unless it is exactly the model answer."""

from __future__ import annotations

from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.own.own_question import check_text, own_part, own_question
from ireval.exercises.question.question import TEXT, Question
from ireval.exercises.sheet.model import Exercise, Sheet


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """Return the question, with the model answer as one of many correct answers."""
    return own_question(draw, own_part(draw, TEXT, draw.exercise.answer))


def check(_sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` if the question has no text."""
    check_text(exercise, where)


KIND = Kind(
    "own-text",
    "Own question: text",
    "Ask for a text, which you mark by hand.",
    make_question,
    frozenset({"text", "answer"}),
    check=check,
    example={"text": "Why does AP divide by **all** relevant documents, and not by those that were retrieved?"},
)
