"""Calculate a mean over queries: the score of each list, and their mean, such as MAP."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ireval.evaluation.results import GEOMETRIC
from ireval.evaluation.several_lists import Mean, underlying_spec
from ireval.exercises.generator.acceptance import ALIKE, CLEAR, REFUSED, grade
from ireval.exercises.generator.drawn_lists import draw_list
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.layout import (
    calculation_of,
    given_to,
    in_words,
    notes,
    number_part,
    score_part,
    shown,
    titled,
)
from ireval.exercises.kinds.means.mean_mistakes import mean_mistakes
from ireval.exercises.question.question import FreeNumber, Part, Question, Shown
from ireval.exercises.question.reach import Reach
from ireval.exercises.sheet.model import RankedList
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.numbers.rounding import HALF_SLACK, SAME

USUAL_LISTS = 3
#: Each list is drawn again until it is clear, at most so often; the best one is taken.
_TRIES = 12


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question for the score of each query and their mean, and the worst grade of its lists."""
    spec, x = underlying_spec(draw.spec), draw.exercise
    drawn = [_list(draw, spec) for _ in range(x.lists or USUAL_LISTS)]
    tables = tuple(table for _, table, _ in drawn)
    worst = max(found for *_, found in drawn)
    if worst == REFUSED:
        return draw.question("", "", ()), REFUSED
    points = x.points / (len(tables) + 1)
    scores = tuple(
        score_part(table, points, f"score-{place}", _label(table, place), place - 1)
        for place, table in enumerate(tables, start=1)
    )
    mean = _mean_part(draw.spec, tables, points)
    values = {"measure": in_words(spec), "mean": mean.label, "precision": given_to((*scores, mean))}
    question = draw.question(
        titled(KIND.title, mean.label),
        Message("mean-task", values, count=len(tables)),
        (*scores, mean),
        lists=tuple(_shown(ranked, place) for place, (ranked, *_) in enumerate(drawn, start=1)),
        notes=tuple(dict.fromkeys(note for table in tables for note in notes(table))),
        solution=(calculation_of(mean),),
        tables=tables,
    )
    return question, max(worst, _grade_of_mean(mean))


def _label(table: StepTable, place: int) -> str:
    return say(Message("score-of-query", measure=str(table.spec), place=place))


def _shown(ranked: RankedList, place: int) -> Shown:
    title, called = (say(Message(key, place=place)) for key in ("title-of-query", "query-called"))
    return shown(ranked, title)._replace(called=called)


def _list(draw: ExerciseDraw, spec: Spec) -> tuple[RankedList, StepTable, int]:
    """One list with its table and its grade: the first clear one, or the best of several."""
    found: list[tuple[RankedList, StepTable, int]] = []
    while len(found) < _TRIES and not (found and found[-1][2] == CLEAR):
        ranked = draw_list(spec, draw.generated, draw.stream, draw.rel(spec))
        table = draw.table(ranked, spec)
        found.append((ranked, table, grade(table, draw.sheet.decimals)))
    return min(found, key=lambda one: one[2])


def _mean_part(spec: Spec, tables: tuple[StepTable, ...], points: float) -> Part:
    """The gap for the mean, with the bounds that rounding the scores can lead to."""
    under, places = tables[0].spec, tables[0].places
    average = spec.measure.average

    def mean(scores: Sequence[float]) -> float:
        return Mean(under, np.array(scores), average).value or 0.0

    found = Mean(under, np.array([table.value or 0.0 for table in tables]), average, places)
    ends = [reach.rounded(places) for table in tables if (reach := Reach(table, places).score())]
    exact = [end for end in ends if end] if len(ends) == len(tables) else []
    value = mean([table.value or 0.0 for table in tables])
    free = FreeNumber(
        low=mean([end.low for end in exact]) if exact else value,
        high=mean([end.high for end in exact]) if exact else value,
        sources=tuple(f"score-{place}" for place in range(1, len(tables) + 1)),
        compute=mean,
        calculation=f"{found.calculation(places)} = {found.result(places)}",
        known=mean_mistakes(tables, mean, geometric=average == GEOMETRIC),
    )
    count = len(tables)
    step = Message("geometric-mean-step" if average == GEOMETRIC else "mean-step", count=count)
    return number_part("mean", found.name, value, places, points, free=free, step=say(step))


def _grade_of_mean(part: Part) -> int:
    """``CLEAR``, or ``ALIKE`` if a mistake gives nearly the correct mean."""
    unit = 10.0**-part.places
    gaps = [abs(known.value - part.value) for known in part.free.known] if part.free else []
    return ALIKE if any(SAME < gap <= unit + HALF_SLACK for gap in gaps) else CLEAR


KIND = Kind(
    "mean-score",
    "Calculate a mean over queries",
    "Calculate the score of each query and their mean, such as MAP.",
    make_question,
    frozenset({"measure", "lists"}),
    ("AP", "nDCG@5", "RR", "AP@5", "GMAP"),
    points=4,
    asks_scores=True,
)
