"""The bodies of questions with options that are computed from the lists on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ireval.exercises import Exercise
from ireval.exercises.kinds.layout import notes
from ireval.exercises.kinds.own import choice_question
from ireval.exercises.sheet.model import OwnOption
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import parse
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from web.classroom.questions.round_body import Body, question_body, shown_lists
from web.formulas.mathml import with_decimal_sign
from web.question.lab_lists import lab_conventions
from web.state.lab_state import State

#: The most decimals with which different scores are distinguished.
MOST_PLACES = 8


def choice_body(
    state: State, view: str, text: str, options: Iterable[OwnOption], *, places: Sequence[int], with_notes: bool = True
) -> Body:
    """Return the body of a question with options about the lists at these places of the lab, counted from 1.

    Its notes name the conventions that hold, unless the question is about them.
    """
    exercise = Exercise("choice", choice_question.KIND.key, text=text, options=tuple(options))
    sheet, title = lab_conventions(state), str(parse(state.show))
    body = question_body(sheet, exercise, title, view, lists=shown_lists(state, places))
    return body | ({"notes": list(notes(score_table(state, places[0])))} if with_notes else {})


def score_table(state: State, place: int) -> StepTable:
    """The table of the shown measure on the list at a place, counted from 1."""
    return state.holding_lists(state.lists, place).explanation.table(state.show, state.places)


def figures(state: State, values: Iterable[float]) -> list[str]:
    """Scores as the page writes them, with as many decimals as those that differ need to look different."""
    exact = list(values)
    for places in range(state.places, MOST_PLACES + 1):
        texts = [fixed(value, places) for value in exact]
        if all(texts[i] != texts[j] or abs(exact[i] - exact[j]) <= SAME for i in range(len(exact)) for j in range(i)):
            break
    return [with_decimal_sign(text, state.comma) for text in texts]
