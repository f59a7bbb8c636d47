"""The kind ``choose``: which measure fits a situation."""

from __future__ import annotations

from ireval.exercises.accepting import CLEAR
from ireval.exercises.laying import Setting, in_words
from ireval.exercises.question import CHOICE, Option, Part, Question
from ireval.exercises.situations import SITUATIONS
from ireval.names import parse


def make_choose(setting: Setting) -> tuple[Question, int]:
    """A situation and some measures in a drawn order."""
    x = setting.exercise
    situation = SITUATIONS[x.task] if x.task else setting.stream.choice(list(SITUATIONS.values()))
    offered = setting.stream.shuffled([situation.right, *situation.wrong])
    options = tuple(Option(name, in_words(parse(name)), why) for name, why in offered)
    name, why = situation.right
    part = Part("measure", "The measure", CHOICE, name, x.points, "One of the measures", options=options)
    solution = (f"{name}: {why}", *(f"Not {other}: {reason}" for other, reason in situation.wrong))
    prompt = f"{situation.text} Which measure fits best?"
    return setting.question(f"Choose: {situation.title}", prompt, (part,), solution=solution), CLEAR
