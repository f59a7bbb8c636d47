"""A question of a lesson as a page shows it: drawn for the visitor's key, and marked if it was just answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ireval.exercises import KINDS, Marked, mark
from ireval.exercises.marking.stages import GOOD, Stage, is_solved, is_try
from ireval.lessons import Lesson, Quiz
from ireval.messages import Message, say
from web.question import single_questions
from web.question.question_view import QuestionView, posted_answers, question_view


@dataclass(frozen=True)
class ShownQuiz:
    """A question, laid out, with the words above it; ``standing`` comments on the answer, and is empty before it."""

    view: QuestionView
    id: str
    invitation: str
    standing: str
    solved: bool
    varies: bool
    outcome: str = ""  #: ``right`` or ``tried``; empty before there is an answer that can be read


@dataclass(frozen=True)
class Checked:
    """Answers that a visitor sent: the exercise, the form's fields, and whether the solution was requested."""

    exercise: str
    fields: Mapping[str, str]
    solution: bool = False


def shown_quiz(lesson: Lesson, key: str, block: Quiz, place: int, checked: Checked | None) -> ShownQuiz:
    """A question of a lesson under a key, with its marks if it is the one that was ``checked``."""
    question = single_questions.question(lesson.sheet, block.exercise, key)
    sent = checked if checked and checked.exercise == question.id else None
    given = posted_answers(question, sent.fields) if sent else {}
    marked = mark(question, given) if sent else None
    solution = bool(sent and sent.solution)
    view = question_view(
        question, place, given, marked, stage=Stage.SOLUTION if solution else Stage.STEP, solved=solution
    )
    return ShownQuiz(
        view,
        question.id,
        _invitation(block),
        _standing(marked) if marked else "",
        solution,
        KINDS[block.exercise.kind].varies(block.exercise),
        _outcome(marked, solution) if marked else "",
    )


def question_names(lesson: Lesson, number: int) -> str:
    """The names of the questions of a lesson's step, separated by spaces."""
    return " ".join(quiz.exercise.id for quiz in lesson.steps[number - 1].quizzes)


def _invitation(block: Quiz) -> str:
    """The words above a question."""
    if block.prediction:
        return "Predict first"
    return "Find the wrong cell" if KINDS[block.exercise.kind].shows_table else "Your turn"


def _outcome(marked: Marked, solution: bool) -> str:
    if is_solved(marked):
        return "right"
    return "tried" if solution or is_try(marked) else ""


def _standing(marked: Marked) -> str:
    right = sum(part.outcome in GOOD for part in marked.parts)
    return say(Message("practice-right", right=right, count=len(marked.parts)))
