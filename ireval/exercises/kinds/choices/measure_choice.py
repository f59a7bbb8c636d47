"""Choose the measure: which measure fits a situation."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.exercises.generator.acceptance import CLEAR
from ireval.exercises.kinds.choices.situations import SITUATIONS, Situation
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.layout import in_words, titled
from ireval.exercises.question.question import CHOICE, Option, Part, Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.measure.spelling import parse
from ireval.messages import Message, say


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question with a situation and some measures in random order."""
    x = draw.exercise
    situation = SITUATIONS[x.task] if x.task else _drawn(draw)
    name, why = situation.fitting
    offered = draw.stream.shuffled([(name, why), *situation.others])
    options = tuple(_option(name, why) for name, why in offered)
    rejected = [say(Message("choose-not", measure=other, reason=reason)) for other, reason in situation.others]
    label, hint = say(Message("choose-label")), say(Message("choose-hint"))
    part = Part("measure", label, CHOICE, name, x.points, hint, options=options, step=rejected[0])
    solution = (say(Message("choose-why", measure=name, reason=why)), *rejected)
    prompt = Message("choose-task", situation=situation.description)
    title = titled(KIND.title, say(situation.heading))
    return draw.question(title, prompt, (part,), solution=solution, drawn=situation.key), CLEAR


def _option(name: str, why: Message) -> Option:
    spec = parse(name)
    return Option(name, in_words(spec), say(why), (spec.measure.title,))


def check_situation(sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` if the situation's reasons are not true under the sheet's conventions."""
    if exercise.task and not SITUATIONS[exercise.task].holds(sheet.conventions):
        raise InputError(f"{where}.task", "situation-untrue", task=exercise.task)


def _drawn(draw: ExerciseDraw) -> Situation:
    """A situation that holds under the sheet's conventions, not used yet if possible."""
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
    tasks={situation.key: situation.heading for situation in SITUATIONS.values()},
    check=check_situation,
    same_options=True,
    seed_place=5,
)
