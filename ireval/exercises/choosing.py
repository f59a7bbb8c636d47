"""The kind ``choose``: which measure fits a situation."""

from __future__ import annotations

from ireval.exercises.generator.acceptance import CLEAR
from ireval.exercises.laying import Setting, in_words
from ireval.exercises.question.question import CHOICE, Option, Part, Question
from ireval.exercises.situations import SITUATIONS, Situation
from ireval.measure.spelling import parse


def make_choose(setting: Setting) -> tuple[Question, int]:
    """A situation and some measures in a drawn order."""
    x = setting.exercise
    situation = SITUATIONS[x.task] if x.task else _drawn(setting)
    offered = setting.stream.shuffled([situation.right, *situation.wrong])
    options = tuple(Option(name, in_words(parse(name)), why) for name, why in offered)
    name, why = situation.right
    part = Part("measure", "The measure", CHOICE, name, x.points, "One of the measures", options=options)
    solution = (f"{name}: {why}", *(f"Not {other}: {reason}" for other, reason in situation.wrong))
    prompt = f"{situation.text} Which measure fits best?"
    title = f"Choose: {situation.title}"
    return setting.question(title, prompt, (part,), solution=solution, drawn=situation.key), CLEAR


def _drawn(setting: Setting) -> Situation:
    """One that holds under the sheet's conventions, and stands nowhere else on it as long as there are others."""
    true = [s for s in SITUATIONS.values() if s.holds(setting.conventions)]
    new = [s for s in true if s.key not in setting.taken] or true
    while (situation := setting.stream.choice(list(SITUATIONS.values()))) not in new:
        pass
    return situation
