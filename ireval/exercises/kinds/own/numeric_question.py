"""An own question that is answered with a number, correct within a tolerance."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.own.own_question import check_text, own_part, own_question
from ireval.exercises.question.question import NUMBER, FreeNumber, Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.numbers.expression import fixed
from ireval.numbers.typed_number import read_typed


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """Return the question. If the answer is a fraction, its value rounded to the sheet's decimals is also correct."""
    x, number = draw.exercise, read_typed(draw.exercise.answer)
    places = draw.sheet.decimals if number.places is None else number.places
    tolerance = max(x.tolerance, 10.0**-places / 2) if number.places is None else x.tolerance
    free = FreeNumber(number.value - tolerance, number.value + tolerance)
    right = fixed(number.value, places)
    part = own_part(draw, NUMBER, right, "type-any-number", value=number.value, places=places, free=free)
    return own_question(draw, part)


def check(_sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` if the text or the number is missing, or the number cannot be read."""
    check_text(exercise, where)
    if not exercise.answer.strip():
        raise InputError(f"{where}.answer", "own-number-missing")
    read_typed(exercise.answer, f"{where}.answer")


KIND = Kind(
    "own-number",
    "Own question: number",
    "Ask for a number, with the tolerance that you set.",
    make_question,
    frozenset({"text", "answer", "tolerance"}),
    check=check,
    example={
        "text": "A system retrieves 6 of the 8 relevant documents of a query.\n\nWhat is the *recall*?",
        "answer": "0.75",
        "tolerance": 0.005,
    },
)
