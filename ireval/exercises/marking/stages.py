"""Feedback in stages, for practice: whether it is correct; then the cause; then the wrong step; then the solution.

A stage contains nothing of a later stage, so that the page cannot give it away. A stage that would say nothing new is
left out: an option that was chosen has a cause, but no step. A right answer gets its reason at once.

A try is a check of answers that were not checked before. The stages belong to the answers that were checked: when
they change, they must be checked again. After the last try, or the solution, the exercise is over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import NamedTuple

from ireval.exercises.marking.marks import solution
from ireval.exercises.question.outcomes import BLANK, CARRIED, FEW, RIGHT, UNREADABLE, WITHIN, Marked, MarkedPart
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.messages.message import NOTHING, Figures, Message
from ireval.numbers.expression import Num, spell

#: Outcomes of correct answers, and of answers that do not count as a try.
GOOD = (RIGHT, WITHIN, CARRIED)
NO_TRY = (BLANK, UNREADABLE)


class Stage(IntEnum):
    """How much of an exercise is shown; each stage includes the stages before it."""

    NOTHING, RESULT, CAUSE, STEP, SOLUTION = range(5)


class Progress(NamedTuple):
    """A student's progress with an exercise: the ``stage`` that is shown, and the number of ``tries``.

    ``tried`` is a digest of the answers that were tried last.
    """

    stage: int = 0
    tries: int = 0
    tried: str = ""


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
    if stage and is_solved(marked):
        return {x.part.id: reason for x in marked.parts if (reason := _reason(marked.question, x)) is not NOTHING}
    found = {x.part.id: message for x in marked.parts if (message := _without_solution(x, stage)) is not NOTHING}
    first = next((x for x in marked.parts if x.outcome not in (*GOOD, FEW)), None)  # a decimal needs no calculation
    if stage is Stage.STEP and first and (step := next_step(marked.question, first.part)):
        before = found.get(first.part.id)
        found[first.part.id] = Message("cause-and-step", cause=before, step=step) if before else step
    return found


def next_stage(marked: Marked, stage: Stage) -> Stage | None:
    """Return the stage after this one, which says more; None if there is none.

    Without an answer the solution does not follow from the check alone: there must have been a step.
    """
    if stage is Stage.SOLUTION:
        return None
    if not is_solved(marked):
        said = texts(marked, stage)
        for later in (Stage.CAUSE, Stage.STEP):
            if later > stage and texts(marked, later) != said:
                return later
        if stage is Stage.RESULT and not is_try(marked):
            return None
    return Stage.SOLUTION


def stage_change(
    marked: Marked, answered: str, wanted: Stage, most: int = 0, *, presented: bool = False
) -> Callable[[Progress], Progress]:
    """Return the change of a student's progress when a stage is requested of an exercise.

    ``answered`` is the digest of the answers; ``most`` is the number of tries, 0 if there is no limit. The solution
    follows the stage before it, whatever a form asks for; if the exercise is ``presented``, it follows any check.
    """

    def change(before: Progress) -> Progress:
        if before.stage == Stage.SOLUTION:
            return before
        shown = presented and bool(before.stage)
        if before.tried == answered and before.stage:  # no new try
            if wanted == Stage.SOLUTION and shown:
                return before._replace(stage=Stage.SOLUTION)
            following = next_stage(marked, Stage(before.stage)) or before.stage
            return before._replace(stage=max(before.stage, min(wanted, following)))
        tries = before.tries + is_try(marked)
        asked = wanted == Stage.SOLUTION and (shown or before.stage == Stage.STEP)
        over = asked or bool(most and tries >= most)
        return Progress(Stage.SOLUTION if over else Stage.RESULT, tries, answered)

    return change


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


def _reason(question: Question, marked: MarkedPart) -> Message:
    """Why an answer is right, if that can be said: the reason for an option, or the calculation of a single number."""
    if marked.part.kind == CHOICE:
        return marked.message
    if marked.part.kind != NUMBER or marked.part.id in question.cells:
        return NOTHING
    if marked.outcome != RIGHT:
        return marked.message
    found = solution(question, marked.part)
    return found if found.key == "solution-calculation" else NOTHING


def _without_solution(marked: MarkedPart, stage: Stage) -> Message:
    if marked.hint is not None:
        return marked.hint
    if stage < Stage.CAUSE or marked.outcome in GOOD:
        return NOTHING
    return marked.message.without("solution")
