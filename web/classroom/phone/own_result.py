"""What came of a phone's answer, which it sees with the last stage: its cause, its calculation, and the solution."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.exercises import NUMBER, MarkedPart
from ireval.exercises.marking.marks import mark, solution
from ireval.exercises.marking.stages import Stage
from ireval.exercises.marking.wrong_answers import Inquiries
from ireval.exercises.practice.known_causes import cause_named
from ireval.exercises.practice.like_exercise import like_text
from ireval.exercises.question.outcomes import CONVENTION, MISTAKE
from ireval.exercises.sheet.sheet_reader import read_sheet
from ireval.explanation.calculation import Calculation
from ireval.measure.spelling import parse
from ireval.messages import say
from ireval.numbers.typed_number import read_typed
from web.classroom.phone.phone_answers import Words, answer_in_words
from web.classroom.questions.asked_question import AskedQuestion
from web.formulas.mathml import calculation, mathml
from web.question.answer_notes import AnswerNote, answer_notes


class Pair(NamedTuple):
    """The calculation that gives a phone's number, beside the correct one."""

    yours: Markup
    correct: Markup


class PartResult(NamedTuple):
    """The answer to a part: what was sent in words, its mark, and the pair of calculations if the cause has one.

    ``cause`` says what was done; it is empty if there is nothing to say but the mark's text.
    """

    label: str
    sent: str
    note: AnswerNote
    cause: str
    pair: Pair | None


class OwnResult(NamedTuple):
    """The results of all parts, and what can be practised: parts of an address; empty if there is nothing."""

    parts: tuple[PartResult, ...]
    practise: dict[str, str]

    @property
    def practise_address(self) -> str:
        """The address of practice with the same mistake, exercise or measure; empty if there is none."""
        return url_for("practise.begin", **self.practise) if self.practise else ""  # type: ignore[arg-type]


def own_result(body: str, answers: dict[str, str]) -> OwnResult:
    """The result of a phone's answers to the round with this body; a class gives few different ones, so it is cached.

    Raises ``InputError`` if the question cannot be made.
    """
    return _result(body, tuple(sorted(answers.items())))


@lru_cache(maxsize=1024)
def _result(body: str, answers: tuple[tuple[str, str], ...]) -> OwnResult:
    given, asked = dict(answers), AskedQuestion.of(json.loads(body))
    marked = mark(asked.question, given, graded=False)
    notes = answer_notes(marked, Stage.SOLUTION, lambda part: f"result-{part.id}", graded=False)
    inquired = Inquiries(asked.question, graded=False)
    fields = {field.id: field for field in asked.fields}
    parts = tuple(
        PartResult(
            found.part.label if len(marked.parts) > 1 else "",
            answer_in_words(fields[found.part.id], found.given),
            notes[found.part.id],
            say(found.reason) if found.reason and found.part.kind == NUMBER else "",
            _pair(found, inquired),
        )
        for found in marked.parts
    )
    return OwnResult(parts, _practise(body, marked.parts))


def _pair(found: MarkedPart, inquired: Inquiries) -> Pair | None:
    if found.outcome not in {MISTAKE, CONVENTION} or found.part.kind != NUMBER or found.part.free:
        return None
    diagnosis: Diagnosis = inquired.of(found.part).diagnose(read_typed(found.given))
    cause = next((cause for cause in diagnosis.causes if cause.key == found.cause), None)
    return Pair(_shown(diagnosis.yours(cause)), _shown(diagnosis.correction(cause))) if cause else None


def _shown(written: Calculation) -> Markup:
    """A calculation without the name of its result, which a phone has little room for."""
    latex = written.bare_latex or written.latex
    return mathml(latex, block=True) if latex else Markup("<p>%s</p>") % calculation(written.text)


def _practise(body: str, parts: tuple[MarkedPart, ...]) -> dict[str, str]:
    """What to practise: the mistake that was made, the same kind of exercise, or the measure."""
    given = json.loads(body)
    sheet = read_sheet(json.dumps(given["sheet"]))
    exercise = next(exercise for exercise in sheet.exercises if exercise.id == given["exercise"])
    measure = parse(exercise.measure).measure.name if exercise.measure else ""
    for found in parts:
        if measure and found.outcome in {MISTAKE, CONVENTION}:
            with suppress(InputError):
                return {"mistake": cause_named(f"{measure}.{found.cause}").name}
    if like := like_text(sheet, exercise):
        return {"like": like, "level": "2"}
    return {"measure": measure} if measure else {}


def solution_of(asked: AskedQuestion) -> Words:
    """The correct answers in sentences, with the labels of their parts, for phones that sent nothing."""
    made = asked.question
    alone = len(made.parts) == 1
    return [("" if alone else part.label, say(solution(made, part))) for part in made.parts]
