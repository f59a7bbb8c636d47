"""Questions of a kind, drawn for many seeds, keys, conventions and numbers of decimals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ireval.contract.finding import Finding
from ireval.errors import InputError
from ireval.exercises.contracts.sample_exercises import exercise_of, forms
from ireval.exercises.generator.acceptance import CLEAR, REFUSED
from ireval.exercises.generator.random_stream import SHEETS, Stream
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.question.question import CHOICE, NUMBER, TEXT, Part, Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.exercises.variants.exercise_check import check
from ireval.exercises.variants.variant import make_question

PRESETS = ("lillis", "trec_eval", "kth")
DECIMALS = (3, 2, 4, 3)
#: The number of seeds for each measure or task; fewer if there are many tasks.
SEEDS, MOST_DRAWN = 3, 15
POINTS = 2.5


class Drawn(NamedTuple):
    """A question, with its sheet and exercise; ``where`` names them."""

    sheet: Sheet
    exercise: Exercise
    question: Question
    where: str


def samples(kind: Kind) -> Iterator[tuple[Sheet, Exercise, str]]:
    """Yield sheets with one exercise of a kind: each measure and task, with a few seeds, conventions and decimals."""
    every = forms(kind)
    seeds = max(1, min(SEEDS, MOST_DRAWN // len(every)))
    for place, what in enumerate(every):
        for seed in range(seeds):
            i = place + seed
            exercise = exercise_of(kind, what, points=POINTS)
            sheet = Sheet("", i, (exercise,), PRESETS[i % len(PRESETS)], {}, DECIMALS[i % len(DECIMALS)])
            yield sheet, exercise, f"{what or kind.key}, seed {i}, {sheet.preset}, {sheet.decimals} decimals"


def drawn_questions(kind: Kind) -> Iterator[Drawn]:
    """Yield the questions of the samples that can be drawn under their conventions."""
    for sheet, exercise, where in samples(kind):
        try:
            check(sheet, exercise, "exercise")
            yield Drawn(sheet, exercise, make_question(sheet, exercise, "K7M2PX").question, where)
        except InputError:
            continue


def check_drawing(kind: Kind) -> Iterator[Finding]:
    """``make`` gives a question and a grade, the same for the same draw; a list that is good enough is found soon."""
    refused, tried = 0, 0
    for sheet, exercise, where in samples(kind):
        one, other = (kind.make(_first_draw(sheet, exercise)) for _ in range(2))
        if not (isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], Question) and isinstance(one[1], int)):
            yield Finding("make", "make", f"It returns {one!r:.60}.", "Return the question, and the grade of its list.")
            return
        if not CLEAR <= one[1] <= REFUSED:
            yield Finding("make", "make", f"The grade is {one[1]}, {where}.", "Return one of acceptance, as CLEAR.")
            return
        if one != other:
            fix = "Draw everything from draw.stream, and nothing from random or the time."
            yield Finding("draws-by-chance", "make", f"The same draw gives another question, {where}.", fix)
            return
        tried += 1
        try:
            make_question(sheet, exercise, "K7M2PX")
        except InputError as error:
            refused += 1
            reason = f"{error} ({where})"
    if refused > tried / 4:
        fix = "Look at the grade that make returns: REFUSED is for lists without a score, and where answers coincide."
        yield Finding("never-drawn", "make", f"{refused} of {tried} exercises cannot be drawn: {reason}", fix)


def check_variants(kind: Kind) -> Iterator[Finding]:
    """Different keys have different questions, unless nothing is drawn but the order of the options."""
    for sheet, exercise, where in list(samples(kind))[:2]:
        made = [make_question(sheet, exercise, key).question for key in ("K7M2PX", "ABC", "H4JK", "N5P7")]
        if kind.varies(exercise) and len({_content(question) for question in made}) == 1:
            fix = "Draw the list by draw.ranked_list, and everything else from draw.stream."
            yield Finding("same-for-all", "make", f"Four keys have the same question, {where}.", fix)
        if not kind.varies(exercise) and len({_content(question, in_order=False) for question in made}) > 1:
            fix = "Declare draws_on_list=True, or draw nothing."
            yield Finding("not-the-same", "make", f"Four keys have different questions, {where}.", fix)


def _content(x: Question, *, in_order: bool = True) -> str:
    """What a student reads of a question; with the options ``in_order``, or in the same order for all students."""
    options = [list(map(str, part.options or ())) for part in x.parts]
    return str((x.lists, x.grid, x.prompt, options if in_order else list(map(sorted, options))))


def check_shape(kind: Kind) -> Iterator[Finding]:
    """A question has a prompt and parts that can be answered, whose points are those of the exercise."""
    for _, exercise, question, where in drawn_questions(kind):
        if not question.prompt.strip() or not question.title.strip():
            yield Finding("words", "question", f"It has no title or no prompt, {where}.", "Say what is to be done.")
        ids = [part.id for part in question.parts]
        if not ids or len(set(ids)) < len(ids):
            yield Finding("parts", "parts", f"Their ids are {ids}, {where}.", "Give parts, each with an id of its own.")
            return
        worth = sum(part.points for part in question.parts)
        if abs(worth - exercise.points) > 1e-6 or min(part.points for part in question.parts) <= 0:
            fix = "Divide draw.exercise.points among the parts: weights.in_proportion does."
            yield Finding("points", "parts", f"They are worth {worth:g} of {exercise.points:g} points, {where}.", fix)
        for name in sorted(question.cells - set(ids)):
            yield Finding(
                "parts", "grid", f"A cell asks for the part “{name}”, which is none, {where}.", "Add the part."
            )
        for part in question.parts:
            yield from _part_faults(question, part, where)


def _part_faults(question: Question, part: Part, where: str) -> Iterator[Finding]:
    at = f"part {part.id}"
    if part.kind not in {NUMBER, CHOICE, TEXT}:
        yield Finding("parts", at, f"Its kind is “{part.kind}”.", "Use NUMBER, CHOICE or TEXT.")
    if not part.label.strip():
        yield Finding("words", at, f"It has no label, {where}.", "Say what the gap is for.")
    keys = [option.key for option in part.options]
    if part.kind == CHOICE and (len(keys) < 2 or len(set(keys)) < len(keys) or part.right not in keys):
        wrong = f"Its options are {keys}, and “{part.right}” is correct, {where}."
        yield Finding("parts", at, wrong, "Give two options or more, each with its key, one of which is correct.")
    if part.kind == NUMBER and not part.free and part.table >= len(question.tables):
        fix = "Pass tables=(table,) to draw.question, or give the part a FreeNumber."
        yield Finding("parts", at, f"No step table calculates it, {where}.", fix)
    if part.kind == TEXT and question.task is None and not question.text:
        yield Finding(
            "parts", at, f"Nobody can mark it, {where}.", "Pass a task to draw.question, which judges answers."
        )


def _first_draw(sheet: Sheet, exercise: Exercise) -> ExerciseDraw:
    return ExerciseDraw(sheet, exercise, Stream(SHEETS, sheet.seed, exercise.id, "K7M2PX", 0, secret=sheet.secret))
