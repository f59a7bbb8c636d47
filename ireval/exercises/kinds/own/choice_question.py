"""An own question with one correct option among several, in a different order for each student."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.own.written import LABEL, check_text, own_question
from ireval.exercises.question.question import CHOICE, Option, Part, Question
from ireval.exercises.sheet.model import LEAST_OPTIONS, MOST_OPTIONS, Exercise, OwnOption, Sheet


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """The question. An option's key is its text, which does not show which one the owner wrote first."""
    x = draw.exercise
    options = tuple(Option(o.text.strip(), o.text.strip(), o.feedback) for o in draw.stream.shuffled(x.options))
    right = next(o.text.strip() for o in x.options if o.correct)
    return own_question(draw, Part("choice", LABEL, CHOICE, right, x.points, "One of the options", options=options))


def check(_sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` unless there are enough different options, one of which is correct."""
    check_text(exercise, where)
    options, at = exercise.options, f"{where}.options"
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
