"""Choose the measure: which measure fits a situation."""

from __future__ import annotations

from dataclasses import replace

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
    """A question with a situation and some measures in random order."""
    x = draw.exercise
    situation = SITUATIONS[x.task] if x.task else _drawn(draw)
    offered = draw.stream.shuffled([situation.right, *situation.wrong])
    options = tuple(Option(name, in_words(parse(name)), why) for name, why in offered)
    name, why = situation.right
    part = Part("measure", "Measure", CHOICE, name, x.points, "One of the measures", options=options)
    other, reason = situation.wrong[0]
    part = replace(part, step=f"Not {other}: {reason}")
    solution = (f"{name}: {why}", *(f"Not {other}: {reason}" for other, reason in situation.wrong))
    prompt = f"{situation.text} Which measure fits best?"
    title = f"{KIND.title}: {situation.title}"
    return draw.question(title, prompt, (part,), solution=solution, drawn=situation.key), CLEAR


def check_situation(sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` if the situation's reasons are not true under the sheet's conventions."""
    if exercise.task and not SITUATIONS[exercise.task].holds(sheet.conventions):
        raise InputError(f"{where}.task", "situation-untrue", task=exercise.task)


def _drawn(draw: ExerciseDraw) -> Situation:
    """A situation that holds under the sheet's conventions, a new one as long as there is one."""
    true = [s for s in SITUATIONS.values() if s.holds(draw.conventions)]
    new = [s for s in true if s.key not in draw.taken] or true
    while (situation := draw.stream.choice(list(SITUATIONS.values()))) not in new:
        pass
    return situation


KIND = Kind(
    "choose",
    "Choose the measure",
    "Choose the measure that fits a situation best.",
    make_question,
    frozenset(),
    tasks={situation.key: situation.title for situation in SITUATIONS.values()},
    check=check_situation,
    same_options=True,
)
