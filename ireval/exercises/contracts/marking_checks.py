"""Checks that answers to a kind's questions are marked correctly, and that every format supports the questions."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.contract.finding import Finding
from ireval.exercises.contracts.blind_guesses import earned_blindly
from ireval.exercises.contracts.drawn_questions import drawn_questions
from ireval.exercises.contracts.format_checks import held_findings
from ireval.exercises.contracts.sample_exercises import exercise_of, forms
from ireval.exercises.exports.platform_files import FORMATS
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.marking.answer_key import key_text
from ireval.exercises.marking.marks import mark
from ireval.exercises.marking.wrong_answers import wrong_answers
from ireval.exercises.question.outcomes import BLANK, BY_HAND, CARRIED, RIGHT, UNREADABLE, WITHIN
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question, Variant
from ireval.exercises.sheet.model import Sheet
from ireval.numbers.expression import fixed

#: The most wrong numbers of a part that are tried.
MOST_WRONG = 6
#: The most gaps of a table that are tried.
MOST_PARTS = 4


def check_right_answers(kind: Kind) -> Iterator[Finding]:
    """The correct answers in the answer key earn all points."""
    for _, _, question, where in drawn_questions(kind):
        marked = mark(question, {part.id: part.right or "an answer" for part in question.parts})
        for each in marked.parts:
            if each.outcome not in {RIGHT, WITHIN, BY_HAND}:
                wrong = f"“{each.given}” is its correct answer, and marked as {each.outcome}, {where}."
                yield Finding(
                    "right-is-wrong", f"part {each.part.id}", wrong, "Let right and value be the same answer."
                )
        if not marked.by_hand and abs(marked.points - question.points) > 1e-6:
            wrong = f"All correct answers earn {marked.points:g} of {question.points:g} points, {where}."
            yield Finding("right-is-wrong", "parts", wrong, "Let the points of the parts be those of the exercise.")


def check_wrong_answers(kind: Kind) -> Iterator[Finding]:
    """Numbers of typical mistakes are marked with their cause; empty or unreadable answers earn nothing."""
    known, asked = 0, False
    for _, _, question, where in drawn_questions(kind):
        nothing = mark(question, dict.fromkeys([part.id for part in question.parts], "no idea ?!"))
        for each in (*mark(question, {}).parts, *nothing.parts):
            if each.points or each.outcome not in {BLANK, UNREADABLE, BY_HAND}:
                wrong = f"“{each.given}” is marked as {each.outcome} and earns {each.points:g} points, {where}."
                yield Finding("nothing-earns", f"part {each.part.id}", wrong, "Look at the options and the task.")
        numbers = [part for part in question.parts if part.kind == NUMBER and not question.text]
        for part in numbers[:: 1 + len(numbers) // MOST_PARTS]:
            asked = True
            known += len(wrong_answers(question, part))
            yield from _unnamed(question, part, where)
        for part in question.parts:
            if part.kind == CHOICE and not question.text and not part.right_option.why and not question.solution:
                wrong = f"Nothing says why “{part.right_option.text}” is correct, {where}."
                yield Finding("no-reason", f"part {part.id}", wrong, "Give options a why, or the question a solution.")
    if asked and not known:
        fix = "Ask for a number of a step table, or give a FreeNumber the numbers that mistakes lead to: known=(...)."
        yield Finding("no-mistakes", "parts", "No wrong number has a known cause, in any question.", fix)


def _unnamed(question: Question, part: Part, where: str) -> Iterator[Finding]:
    for wrong in wrong_answers(question, part)[:MOST_WRONG]:
        if wrong.slack is not None:
            continue
        alone = mark(question, {part.id: fixed(wrong.value, part.places)}).part(part.id)
        good = alone.outcome in {RIGHT, WITHIN, CARRIED}
        if good or alone.cause in {"", alone.outcome} or not alone.text:
            said = f"{fixed(wrong.value, part.places)} ({wrong.cause}) is marked as {alone.outcome}, {where}."
            yield Finding("mistake-unnamed", f"part {part.id}", said, "Let known numbers differ from the correct one.")


def check_key(kind: Kind) -> Iterator[Finding]:
    """The answer key has every correct answer."""
    for sheet, _, question, where in drawn_questions(kind):
        text = key_text(Variant(sheet, "K7M2PX", (question,)))
        for part in question.parts:
            if part.right not in text:
                yield Finding("key", f"part {part.id}", f"“{part.right}” is not in the key, {where}.", "Give it right.")


def check_formats(kind: Kind) -> Iterator[Finding]:
    """The file of every export format contains the kind's questions."""
    for place, form in enumerate(FORMATS.values()):
        what = forms(kind)[place % len(forms(kind))]
        sheet = Sheet("Exercises", 7, (exercise_of(kind, what, points=2),), "lillis")
        for found in held_findings(form, sheet):
            fix = f"{found.fix} Let draw.question have all of it: prompt, lists, grid, parts and their options."
            yield Finding("format", f"{form.title}, {found.where}", found.wrong, fix)


def check_guesses(kind: Kind) -> Iterator[Finding]:
    """Answers that ignore the question earn few points."""
    for what, answer, share in earned_blindly(kind):
        wrong = (
            f"With {what} the answer {answer or 'that is best in each gap'} earns {share:.0%} of the points blindly."
        )
        yield Finding("guessable", "make", wrong, "Draw answers that differ, and options in another order.")
