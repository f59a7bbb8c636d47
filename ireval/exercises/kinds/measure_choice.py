"""Choose the measure: which one fits a situation."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.exercises.generator.acceptance import CLEAR
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.layout import in_words
from ireval.exercises.kinds.situations import SITUATIONS, Situation
from ireval.exercises.question.question import CHOICE, Option, Part, Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.measure.spelling import parse


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A situation and some measures in a drawn order."""
    x = draw.exercise
    situation = SITUATIONS[x.task] if x.task else _drawn(draw)
    offered = draw.stream.shuffled([situation.right, *situation.wrong])
    options = tuple(Option(name, in_words(parse(name)), why) for name, why in offered)
    name, why = situation.right
    part = Part("measure", "The measure", CHOICE, name, x.points, "One of the measures", options=options)
    solution = (f"{name}: {why}", *(f"Not {other}: {reason}" for other, reason in situation.wrong))
    prompt = f"{situation.text} Which measure fits best?"
    title = f"Choose: {situation.title}"
    return draw.question(title, prompt, (part,), solution=solution, drawn=situation.key), CLEAR


def check_situation(sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` for a situation whose reasons are not true on the sheet."""
    if exercise.task and not SITUATIONS[exercise.task].holds(sheet.conventions):
        message = f"The reasons of “{exercise.task}” are not true under the sheet's conventions."
        raise InputError(f"{where}.task", message, "Choose another situation, or leave it out to have one drawn.")


def _drawn(draw: ExerciseDraw) -> Situation:
    """One that holds under the sheet's conventions, and stands nowhere else on it as long as there are others."""
    true = [s for s in SITUATIONS.values() if s.holds(draw.conventions)]
    new = [s for s in true if s.key not in draw.taken] or true
    while (situation := draw.stream.choice(list(SITUATIONS.values()))) not in new:
        pass
    return situation


KIND = Kind(
    "choose",
    "Choose the measure",
    "Which measure fits a situation?",
    make_question,
    frozenset(),
    tasks={situation.key: situation.title for situation in SITUATIONS.values()},
    check=check_situation,
    same_options=True,
)
