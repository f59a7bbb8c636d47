"""Questions for numbers of the list on the screen: what is covered, and the score. Wrong numbers have known causes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from ireval.errors import InputError
from ireval.exercises import Exercise
from ireval.exercises.kinds.answer_grid import shown_columns
from ireval.exercises.kinds.calculations import gap_table, one_number
from ireval.exercises.sheet.model import MOST_RANKS
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from web.classroom.questions.offer import Offer
from web.classroom.questions.round_body import COVERED, Body, list_at, question_body
from web.lab.covers import number_of
from web.lab.page import View
from web.question.lab_lists import lab_conventions
from web.state.address import Reading
from web.state.lab_state import State

#: The most covered parts of a view that are offered.
MOST_COVERED = 6
SCORE, TABLE = one_number.KIND, gap_table.KIND


def covered_offers(reading: Reading, view: str) -> Iterator[Offer]:
    """Yield a question for what the view covers, at most ``MOST_COVERED``: cells, columns and scores."""
    yield from islice(_covered(reading, view), MOST_COVERED)


def _covered(reading: Reading, view: str) -> Iterator[Offer]:
    state = reading.state
    if not state.cover or not _fits(state):
        return
    table = state.explanation.table(state.show, state.places)
    columns = {c.key: c.printed for c in shown_columns(table.measure) if c.key in table.cells}
    row_of = {number_of(row): index for index, row in View(reading, {}).steps.row_of.items()}
    for name in state.cover:
        key, _, number = name.partition(".")
        if key in columns and number.isdigit():
            row = row_of.get(int(number))
            if row is not None and row < table.rows:
                cell = Exercise("cell", TABLE.key, state.show, columns=(f"{key}.{row + 1}",))
                yield from _offer(state, view, cell, name, table.cell_name(key, row))
        elif name in columns:
            column = Exercise("column", TABLE.key, state.show, columns=(name,))
            yield from _offer(state, view, column, name, columns[name])
        else:
            with suppress(InputError):
                yield from _offer(state, view, Exercise("score", SCORE.key, str(parse(name))), name, name)


def score_offer(state: State, view: str) -> Iterator[Offer]:
    """Yield the question for the score of the measure that is shown, if it has one and is not covered."""
    if state.show in state.cover or not _fits(state):
        return
    exercise = Exercise("score", SCORE.key, state.show, list=list_at(state, state.place))
    offer = Offer("score", say(Message("offer-of-score", measure=state.show)), lambda: _body(state, exercise, view))
    yield from _possible(offer)


def _offer(state: State, view: str, exercise: Exercise, name: str, what: str) -> Iterator[Offer]:
    """Yield the question for something that is covered, if it can be made."""
    asked = replace(exercise, list=list_at(state, state.place))
    title = say(Message("offer-of-cover", what=what))
    yield from _possible(Offer(f"covered-{name}", title, lambda: _body(state, asked, view) | {COVERED: name}))


def _possible(offer: Offer) -> Iterator[Offer]:
    """Yield the offer unless its question cannot be made, because a score is undefined, for example."""
    with suppress(InputError):
        offer.body()
        yield offer


def _body(state: State, exercise: Exercise, view: str) -> Body:
    what = exercise.measure if not exercise.columns else ", ".join(exercise.columns)
    return question_body(lab_conventions(state), exercise, what, view)


def _fits(state: State) -> bool:
    """Whether an exercise can have the open list."""
    return bool(state.grades) and max(len(state.grades), len(state.unretrieved)) <= MOST_RANKS
