"""Calculate a mean over queries: the score of each list, and their mean, such as MAP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ireval.evaluation.results import GEOMETRIC
from ireval.evaluation.several_lists import Mean, underlying_spec
from ireval.exercises.generator.acceptance import ALIKE, CLEAR, COINCIDES, REFUSED, meet
from ireval.exercises.generator.drawn_lists import has_few_values, looks_at_first
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
from ireval.exercises.kinds.means.mean_mistakes import Mean as MeanOf
from ireval.exercises.kinds.means.mean_mistakes import mean_mistakes
from ireval.exercises.kinds.weights import SCORE, in_proportion, score_weight
from ireval.exercises.question.question import FreeNumber, KnownNumber, Part, Question, Shown
from ireval.exercises.question.reach import Reach
from ireval.exercises.sheet.model import RankedList
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.numbers.rounding import HALF_SLACK, SAME, is_simple
from ireval.numbers.typed_number import WANTED_PLACES

#: A list with its table and its grade.
Drawn = tuple[RankedList, StepTable, int]
USUAL_LISTS = 3
#: The most draws of each list until one is clear; otherwise the best one is taken.
_TRIES = 12


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question for the score of each query and their mean, and the worst grade of its lists."""
    spec, x = underlying_spec(draw.spec), draw.exercise
    drawn: list[Drawn] = []
    for left in reversed(range(x.lists or USUAL_LISTS)):
        drawn.append(_list(draw, spec, [table for _, table, _ in drawn], left))
    tables = tuple(table for _, table, _ in drawn)
    worst = max(found for *_, found in drawn)
    if worst == REFUSED:
        return draw.question("", "", ()), REFUSED
    *worth, last = in_proportion(x.points, _weights(draw, tables))
    scores = tuple(
        score_part(table, points, f"score-{place}", _label(table, place), place - 1)
        for place, (table, points) in enumerate(zip(tables, worth, strict=True), start=1)
    )
    mean = _mean_part(draw, tables, last)
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
    return question, max(worst, _grade_of_mean(draw, tables, mean))


def _label(table: StepTable, place: int) -> str:
    return say(Message("score-of-query", measure=str(table.spec), place=place))


def _shown(ranked: RankedList, place: int) -> Shown:
    title, called = (say(Message(key, place=place)) for key in ("title-of-query", "query-called"))
    return shown(ranked, title)._replace(called=called)


def _list(draw: ExerciseDraw, spec: Spec, others: Sequence[StepTable], left: int) -> Drawn:
    """One list with its table and its grade: the first clear one, or the best of several.

    Its score differs from those of the ``others``, if any list does; ``left`` more will follow.
    """
    found: list[tuple[bool, Drawn]] = []
    while len(found) < _TRIES and not (found and found[-1][1][2] == CLEAR and not found[-1][0]):
        ranked = draw.draw_list(spec)
        table = draw.table(ranked, spec)
        alike = draw.spreads_values and _is_alike(spec, table, others, left)
        found.append((alike, (ranked, table, _grade_of_list(draw, spec, table))))
    return min(found, key=lambda one: (one[1][2] == REFUSED, one[0], one[1][2]))[1]


def _grade_of_list(draw: ExerciseDraw, spec: Spec, table: StepTable) -> int:
    """The grade; if the first relevant rank decides, mistakes that give the same number do not exclude low ranks."""
    found = draw.grade(table)
    return CLEAR if found == ALIKE and draw.spreads_values and looks_at_first(str(spec)) else found


def _is_alike(spec: Spec, table: StepTable, others: Sequence[StepTable], left: int) -> bool:
    """Whether the score repeats that of another query, or of all other queries if the measure has few scores.

    If a measure has few scores, two queries may have the same; otherwise all means would be nearly the same.
    """
    same = [_meets(table, other) for other in others]
    if has_few_values(spec):
        return bool(others) and not left and all(same)
    return any(same)


def _meets(table: StepTable, other: StepTable) -> bool:
    return meet(table.value or 0.0, other.value or 0.0, _unit(table))


def _unit(table: StepTable) -> float:
    """One unit of the last place that is shown; with few decimals, a smaller one, so that numbers can differ."""
    return float(10.0 ** -max(table.score_places, WANTED_PLACES))


def _weights(draw: ExerciseDraw, tables: Sequence[StepTable]) -> list[int]:
    """The weights: a score that is a simple fraction is easily guessed, and weighs less than the mean."""
    if not draw.spreads_values:
        return [SCORE] * (len(tables) + 1)
    return [*map(score_weight, tables), SCORE]


def _known(draw: ExerciseDraw, tables: Sequence[StepTable], mean: MeanOf, *, geometric: bool) -> Iterator[KnownNumber]:
    """The numbers of typical mistakes; simple fractions, copied scores and means of few scores are easily guessed."""
    scores, under = [table.value or 0.0 for table in tables], tables[0].spec
    few = has_few_values(under) or looks_at_first(str(under))
    for known in mean_mistakes(tables, mean, geometric=geometric):
        copied = any(abs(known.value - score) <= SAME for score in scores)
        easy = draw.spreads_values and (few or copied or is_simple(known.value))
        yield known._replace(easy=known.easy or easy)


def _mean_part(draw: ExerciseDraw, tables: tuple[StepTable, ...], points: float) -> Part:
    """The gap for the mean, with the bounds that result from rounding the scores."""
    under, places = tables[0].spec, tables[0].places
    average = draw.spec.measure.average

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
        known=tuple(_known(draw, tables, mean, geometric=average == GEOMETRIC)),
    )
    count = len(tables)
    step = Message("geometric-mean-step" if average == GEOMETRIC else "mean-step", count=count)
    return number_part("mean", found.name, value, places, points, free=free, step=say(step))


def _grade_of_mean(draw: ExerciseDraw, tables: Sequence[StepTable], part: Part) -> int:
    """``CLEAR`` if every mistake gives another number than the correct mean.

    ``COINCIDES`` if a mistake gives the correct mean, or nearly; so does any number if all scores are the same.
    """
    unit, known = 10.0**-part.places, [known.value for known in part.free.known] if part.free else []
    if not draw.spreads_values:
        return ALIKE if any(SAME < abs(value - part.value) <= unit + HALF_SLACK for value in known) else CLEAR
    if draw.sheet.decimals < WANTED_PLACES:
        return CLEAR
    if all(_meets(table, tables[0]) for table in tables) or any(meet(value, part.value, unit) for value in known):
        return COINCIDES
    return CLEAR


KIND = Kind(
    "mean-score",
    "Calculate a mean over queries",
    "Calculate the score of each query and their mean, such as MAP.",
    make_question,
    frozenset({"measure", "lists"}),
    ("AP", "nDCG@5", "RR", "AP@5", "GMAP"),
    points=4,
    asks_scores=True,
    seed_place=7,
)
