"""A question of a lesson as a page shows it: drawn for the visitor's key, and marked if it was just answered.

Feedback comes in the stages of practice sheets, without points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ireval.exercises import KINDS, Marked, mark
from ireval.exercises.marking.stages import Progress, is_solved, is_try, stage_change, tried_answers
from ireval.lessons import Lesson, Quiz
from web.lessons.list_rows import StepList
from web.question import single_questions
from web.question.question_view import QuestionView, posted_answers, question_view
from web.question.staged_practice import BUTTONS, Practice, practice, read_progress, written_progress

#: The field of a question's form that keeps its progress.
PROGRESS = "progress"


@dataclass(frozen=True)
class ShownQuiz:
    """A question, laid out, with the words above it, and how far it is practised.

    ``practice`` has the comment on the answer, which is empty before it, and the buttons; ``progress`` is what the form
    keeps of it. The ``outcome`` is ``right`` or ``tried``; empty before there is an answer that can be read. ``listed``
    is the list of the step, if the question asks about it.
    """

    view: QuestionView
    id: str
    invitation: str
    practice: Practice
    varies: bool
    progress: str = ""
    outcome: str = ""
    listed: StepList | None = None

    @property
    def done(self) -> bool:
        """Whether the answer is right or the solution was shown, so that what follows gives nothing away."""
        return self.practice.over or self.outcome == "right"


@dataclass(frozen=True)
class Checked:
    """Answers that a visitor sent: the exercise, the form's fields, and the button, which asks for a stage."""

    exercise: str
    fields: Mapping[str, str]
    button: str = "check"

    @classmethod
    def sent(cls, fields: Mapping[str, str]) -> Checked:
        """The answers in a form; without a button they belong to no exercise."""
        button = next((name for name in BUTTONS if fields.get(name)), "check")
        return cls(fields.get(button, ""), fields, button)


def shown_quiz(
    lesson: Lesson, key: str, block: Quiz, place: int, checked: Checked | None, *, presented: bool = False
) -> ShownQuiz:
    """A question of a lesson under a key, at the stage that was asked for if it is the one that was ``checked``.

    If it is ``presented``, the lecturer can show the solution after any check.
    """
    question = single_questions.question(lesson.sheet, block.exercise, key)
    invitation, varies = _invitation(block), KINDS[block.exercise.kind].varies(block.exercise)
    if not checked or checked.exercise != question.id:
        view = question_view(question, place, graded=False)
        return ShownQuiz(view, question.id, invitation, practice(None, "", Progress()), varies)
    given = posted_answers(question, checked.fields)
    marked, answered = mark(question, given, graded=False), tried_answers(question, given)
    before = read_progress(checked.fields.get(PROGRESS, ""))
    progress = stage_change(marked, answered, BUTTONS[checked.button], presented=presented)(before)
    found = practice(marked, answered, progress, presented=presented)
    view = question_view(
        question, place, given, marked, disabled=found.over, stage=found.stage, solved=found.over, graded=False
    )
    outcome = _outcome(marked, found.over)
    return ShownQuiz(view, question.id, invitation, found, varies, written_progress(progress), outcome)


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
