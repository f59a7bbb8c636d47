"""Remarks on an answer while it can still be changed: it cannot be read, or it looks like a percentage.

A remark depends only on how the answer is written, and does not say whether it is correct. The answer is not changed.
"""

from __future__ import annotations

from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.errors import InputError
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.exercises.question.typed_answers import chosen_option
from ireval.messages.catalogue import ADVICE
from ireval.messages.message import Figures, Message
from ireval.numbers.expression import fixed
from ireval.numbers.typed_number import read_typed


def remark_on(question: Question, part: Part, given: str) -> Message | None:
    """Return a remark on an answer; None if the answer is readable or missing."""
    if not given.strip():
        return None
    try:
        if part.kind == NUMBER:
            return _as_percentage(question, part, given)
        if part.kind == CHOICE:
            chosen_option(question, part, given)
        elif question.task:
            question.task.judge(given)
    except InputError as error:
        return Message("unreadable-alone", problem=error.problem, advice=error.problem.in_form(ADVICE))
    return None


def _as_percentage(question: Question, part: Part, given: str) -> Message | None:
    """A question whether a number is meant as a percentage, if it is too large for a share; else None."""
    number = read_typed(given)
    if number.percent or number.places is None or not 1 < number.value <= 100 or not _is_share(question, part):
        return None
    meant = number.as_percent
    value = Figures(fixed(meant.value, meant.places or 0))
    return Message("asks-percentage", name=part.label, percentage=meant.text, value=value)


def _is_share(question: Question, part: Part) -> bool:
    """Whether the part asks for a number between 0 and 1, because its measure is bounded."""
    if not part.places or part.table >= len(question.tables):
        return False
    table = question.tables[part.table]
    return (CellTarget(table, *part.at, question.conventions) if part.at else ScoreTarget(table)).bounded
