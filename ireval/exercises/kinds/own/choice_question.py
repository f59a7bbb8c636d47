"""An own question with one correct option among several, in a different order for each student."""

from __future__ import annotations

from collections.abc import Sequence

from ireval.errors import InputError
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.own.own_question import check_text, own_part, own_question
from ireval.exercises.question.question import CHOICE, Option, Part, Question
from ireval.exercises.sheet.model import LEAST_OPTIONS, MOST_OPTIONS, Exercise, OwnOption, Sheet


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """Return the question."""
    return own_question(draw, choice_part(draw))


def choice_part(draw: ExerciseDraw) -> Part:
    """Return the choice. An option's key is its text, so that it does not show the owner's order."""
    x = draw.exercise
    options = tuple(_option(o) for o in draw.stream.shuffled(x.options))
    right = next(o.text.strip() for o in x.options if o.correct)
    return own_part(draw, CHOICE, right, "type-option", options=options)


def _option(own: OwnOption) -> Option:
    """An option; the words before its brackets are another name for it."""
    text = own.text.strip()
    return Option(text, text, own.feedback, (text.partition(" (")[0],))


def check(_sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` unless there is a text, and enough different options, one of which is correct."""
    check_text(exercise, where)
    check_options(exercise.options, f"{where}.options")


def check_options(options: Sequence[OwnOption], at: str) -> None:
    """Raise ``InputError`` at a field unless there are enough different options, one of which is correct."""
    seen: set[str] = set()
    for place, option in enumerate(options):
        bare = "".join(option.text.split()).casefold()
        if not bare:
            raise InputError(f"{at}[{place}].text", "option-empty")
        if bare in seen:
            raise InputError(f"{at}[{place}].text", "option-twice", text=option.text)
        seen.add(bare)
    if len(options) < LEAST_OPTIONS:
        raise InputError(at, "options-too-few", least=LEAST_OPTIONS, most=MOST_OPTIONS)
    if sum(option.correct for option in options) != 1:
        raise InputError(at, "options-without-one-correct", count=sum(option.correct for option in options))


KIND = Kind(
    "own-choice",
    "Own question: choice",
    "Offer two to ten options, of which one is correct.",
    make_question,
    frozenset({"text", "options"}),
    check=check,
    same_options=True,
    example={
        "text": "Which measure looks at the **first** relevant document only?",
        "options": (
            OwnOption("Reciprocal rank", correct=True),
            OwnOption("Average precision", feedback="AP looks at every relevant document."),
            OwnOption("nDCG", feedback="nDCG looks at every document down to the cutoff."),
        ),
    },
)
