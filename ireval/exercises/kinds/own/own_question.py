"""Shared by the kinds of own questions: a text in Markdown, and a part to answer."""

from __future__ import annotations

from typing import Any

from ireval.errors import InputError
from ireval.exercises.generator.acceptance import CLEAR
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.question.question import CHOICE, Part, Question
from ireval.exercises.question.safe_markdown import plain_text
from ireval.exercises.sheet.model import Exercise
from ireval.messages import Message, say


def own_part(draw: ExerciseDraw, kind: str, right: str, hint: str = "", **more: Any) -> Part:
    """Return the part to answer; ``hint`` is the key of the message on how to type the answer."""
    label, how = say(Message("your-answer")), say(Message(hint)) if hint else ""
    return Part("choice" if kind == CHOICE else "answer", label, kind, right, draw.exercise.points, how, **more)


def own_question(draw: ExerciseDraw, part: Part) -> tuple[Question, int]:
    """Return the owner's text with one part to answer, and the best grade, because no list is drawn."""
    text = draw.exercise.text
    return draw.question(Message("own-title"), plain_text(text), (part,), text=text), CLEAR


def check_text(exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` if the question has no text."""
    if not plain_text(exercise.text).strip():
        raise InputError(f"{where}.text", "own-question-empty")
