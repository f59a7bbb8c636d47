"""Feedback in stages, for practice: whether it is correct; then the cause; then the wrong step; then the solution.

A stage contains nothing of a later stage, so that the page cannot give it away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import IntEnum

from ireval.exercises.question.outcomes import BLANK, CARRIED, FEW, RIGHT, UNREADABLE, WITHIN, Marked, MarkedPart
from ireval.exercises.question.question import NUMBER, Part, Question
from ireval.messages.message import NOTHING, Figures, Message
from ireval.numbers.expression import Num, spell

#: Outcomes of correct answers, and of answers that do not count as a try.
GOOD = (RIGHT, WITHIN, CARRIED)
NO_TRY = (BLANK, UNREADABLE)


class Stage(IntEnum):
    """How much of an exercise is shown; each stage includes the stages before it."""

    NOTHING, RESULT, CAUSE, STEP, SOLUTION = range(5)


def tried_answers(question: Question, answers: Mapping[str, str]) -> str:
    """Return a digest of the answers, which differs for different answers."""
    given = "\n".join(f"{part.id}\t{answers.get(part.id, '').strip()}" for part in question.parts)
    return hashlib.sha256(given.encode()).hexdigest()


def is_try(marked: Marked) -> bool:
    """Whether there is an answer that can be read."""
    return any(part.outcome not in NO_TRY for part in marked.parts)


def is_solved(marked: Marked) -> bool:
    """Whether all answers are right."""
    return all(part.outcome in GOOD for part in marked.parts)


def texts(marked: Marked, stage: Stage) -> dict[str, Message]:
    """Return the messages on the answers at a stage, by the id of the part; parts without a message are missing."""
    if stage is Stage.SOLUTION:
        return {x.part.id: x.message for x in marked.parts}
    found = {x.part.id: message for x in marked.parts if (message := _without_solution(x, stage)) is not NOTHING}
    first = next((x for x in marked.parts if x.outcome not in (*GOOD, FEW)), None)  # a decimal needs no calculation
    if stage is Stage.STEP and first and (step := next_step(marked.question, first.part)):
        before = found.get(first.part.id)
        found[first.part.id] = Message("cause-and-step", cause=before, step=step) if before else step
    return found


def next_step(question: Question, part: Part) -> Message | None:
    """Return how to find a part: the calculation with its numbers, without the result; None if there is none."""
    if part.step:
        return Message("step-of-part", step=part.step)
    if part.kind != NUMBER or part.table >= len(question.tables):
        return None
    table, name = question.tables[part.table], part.label
    if part.at:
        column = table.measure.column(part.at[0])
        expr, places = table.expression(column, part.at[1]), table.shown_places(column)
        words = Message("step-in-words", name=name, meaning=column.title)
    else:
        expr, places = table.computed.calculation, table.score_places
        words = Message("step-in-a-sentence", name=name, sentence=table.measure.sentence)
    if expr is None or isinstance(expr, Num):
        return words
    return Message("step-calculation", name=name, calculation=Figures(spell(expr, part.value, places)))


def _without_solution(marked: MarkedPart, stage: Stage) -> Message:
    if marked.hint is not None:
        return marked.hint
    if stage < Stage.CAUSE or marked.outcome in GOOD:
        return NOTHING
    return marked.message.without("solution")
