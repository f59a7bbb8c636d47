"""Calculate the agreement of judges: observed agreement, chance agreement, and a coefficient of agreement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ireval.agreement import COEFFICIENTS, Step
from ireval.agreement.agreement import Form
from ireval.agreement.all_coefficients import of_tables
from ireval.agreement.coefficient import Coefficient
from ireval.agreement.label_counts import OWN
from ireval.agreement.wrong_number import WrongNumber
from ireval.exercises.generator.acceptance import ALIKE, CLEAR, REFUSED, apart, meet
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.judges.drawn_labels import (
    DrawnLabels,
    binary_counts,
    binary_labels,
    graded_counts,
    labels_with_gaps,
)
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.layout import calculation_of, given_to, number_part
from ireval.exercises.kinds.weights import COUNT, MAIN_STEP, SCORE, in_proportion
from ireval.exercises.question.question import FreeNumber, KnownNumber, Part, Question
from ireval.exercises.question.reach import Interval, reach_of
from ireval.messages import Message, say
from ireval.numbers.rounding import SAME, is_simple
from ireval.numbers.typed_number import WANTED_PLACES

LABELS, COUNTS = "labels", "counts"
#: The least and the most documents whose labels are listed one by one.
_LABELLED = (16, 24)
#: Judges who hardly agree beyond chance, or always agree, leave little to calculate.
_LEAST, _MOST = 0.15, 0.9
#: The messages for coefficients other than Cohen's kappa.
_OTHER_TASKS = {
    "assessors-task-of-counts": "assessors-task-of-counts-other",
    "assessors-task-of-grades": "assessors-task-of-grades-other",
}


class _Task(NamedTuple):
    """A coefficient to calculate, the marginals for chance agreement, and the function that draws the labels."""

    coefficient: Coefficient
    marginals: str
    draw: Callable[[int, Stream, bool], DrawnLabels]
    title: Message


def _tasks() -> Iterator[tuple[str, _Task]]:
    """Cohen's kappa in two ways, and each other coefficient with each kind of marginals that it may use."""
    cohen = COEFFICIENTS["cohen"]
    yield LABELS, _Task(cohen, OWN, binary_labels, Message("labels-of-assessors"))
    yield COUNTS, _Task(cohen, OWN, binary_counts, Message("counts-of-assessors"))
    for x in of_tables():
        draw = labels_with_gaps if not x.two else graded_counts if x.graded else binary_counts
        for marginals, title in x.titles.items():
            if (x, marginals) != (cohen, OWN):
                key = x.key if marginals == OWN else f"{x.key}-{marginals}"
                yield key, _Task(x, marginals, draw, Message("coefficient-of-assessors", name=title))


_TASKS: Mapping[str, _Task] = dict(_tasks())


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """Return a question for observed agreement, chance agreement and the coefficient, with its grade."""
    x, places = draw.exercise, draw.sheet.decimals
    key = x.task or draw.stream.choice([LABELS, COUNTS])
    task = _TASKS[key]
    drawn = task.draw(_length(draw, key), draw.stream, draw.spreads_values)
    if not drawn.usable:
        return _question(draw, key, drawn, ()), REFUSED
    wrong = [known for known in task.coefficient.mistakes(drawn.labels, task.marginals) if known.value == known.value]
    parts = _parts(task, drawn, wrong, places, x.points)
    weights = in_proportion(x.points, _weights(draw, parts))
    parts = tuple(replace(part, points=points) for part, points in zip(parts, weights, strict=True))
    question = _question(draw, key, drawn, parts)
    if draw.spreads_values and not apart([part.value for part in parts], 10.0 ** -max(places, WANTED_PLACES)):
        return question, REFUSED  # a number in the wrong gap would be correct
    return question, _grade(parts, {known.key for known in wrong if known.beside})


def _length(draw: ExerciseDraw, key: str) -> int:
    """The number of documents; by default more than ten, because ten documents give few different agreements."""
    listed = _TASKS[key].draw in {binary_labels, labels_with_gaps}
    if listed and draw.spreads_values and draw.exercise.generated is None:
        return draw.stream.between(*_LABELLED)
    return draw.generated.length


def _weights(draw: ExerciseDraw, parts: Sequence[Part]) -> list[int]:
    """The weights: agreements that are simple fractions are easily guessed; the coefficient needs both agreements."""
    if not draw.spreads_values or not parts:
        return [1] * len(parts)
    return [*(COUNT if is_simple(part.value) else MAIN_STEP for part in parts[:-1]), SCORE]


def _question(draw: ExerciseDraw, key: str, drawn: DrawnLabels, parts: tuple[Part, ...]) -> Question:
    task = _TASKS[key]
    name = task.coefficient.title(task.marginals)
    usual = key in {LABELS, COUNTS}
    what = task.coefficient.form.what
    asked = drawn.task if usual else _OTHER_TASKS.get(drawn.task, drawn.task)
    values = {"total": drawn.documents, "precision": given_to(parts) if parts else "", "name": name, "what": what}
    return draw.question(
        KIND.title if usual else Message("calculate-coefficient", name=name),
        Message(asked, values),
        parts,
        grid=drawn.grid,
        solution=(*_in_words(task, drawn), *map(calculation_of, parts)),
        drawn=key,
    )


def _in_words(task: _Task, drawn: DrawnLabels) -> Iterator[str]:
    """The data of the calculation in words: the counts, and the distances of labels."""
    if drawn.words:
        yield drawn.words
    found = task.coefficient.compute(drawn.labels, task.marginals, WANTED_PLACES) if drawn.usable else None
    if found and found.distances:
        for labels, calculation, distance in found.distances.rows:
            yield say(Message("distance-of-labels", labels=labels, calculation=calculation, distance=distance))


def _parts(
    task: _Task, drawn: DrawnLabels, wrong: Sequence[WrongNumber], places: int, points: float
) -> tuple[Part, ...]:
    coefficient, decimals = task.coefficient, max(places, WANTED_PLACES)
    steps = coefficient.compute(drawn.labels, task.marginals, places).steps
    if steps[-1].value is None:
        return ()
    observed, expected = (reach_of(step.expr, decimals) or _exactly(step) for step in steps[:2] if step.expr)
    reached = observed, expected, _ends(coefficient.form, observed, expected).rounded(decimals)
    follow = partial(_from_steps, coefficient.form)
    parts = []
    for step, ends, how in zip(steps, reached, coefficient.hows[task.marginals], strict=True):
        known = tuple(KnownNumber(x.value, x.key, x.message, x.easy) for x in wrong if x.step == step.name)
        sources = tuple(x.name for x in steps[:2]) if step is steps[-1] else ()
        free = FreeNumber(ends.low, ends.high, sources, follow, step.calculation.bare, known)
        lead = say(Message(how, total=drawn.documents))
        parts.append(number_part(step.name, step.title, step.value or 0.0, places, points, free=free, step=lead))
    return tuple(parts)


def _exactly(step: Step) -> Interval:
    return Interval(step.value or 0.0, step.value or 0.0)


def _from_steps(form: Form, numbers: Sequence[float]) -> float:
    observed, expected = numbers
    return form.of(observed, expected) if not _is_undefined(form, expected) else 0.0


def _is_undefined(form: Form, expected: float) -> bool:
    return abs((1 - expected) if form.by_agreement else expected) <= SAME


def _ends(form: Form, observed: Interval, expected: Interval) -> Interval:
    """The values of a coefficient from rounded numbers; it rises or falls monotonically with each of them."""
    corners = [form.of(a, b) for a in observed for b in expected if not _is_undefined(form, b)]
    return Interval(min(corners), max(corners))


def _grade(parts: Sequence[Part], beside: set[str]) -> int:
    """``REFUSED`` if there is nothing to calculate, or if a mistake gives a correct number; else ``CLEAR``."""
    if not parts or not _LEAST <= parts[-1].value <= _MOST:
        return REFUSED
    worst = CLEAR
    for part in parts:
        unit = 10.0**-part.places
        known = [x for x in (part.free.known if part.free else ()) if x.key not in beside]
        if part.places >= WANTED_PLACES and any(meet(x.value, part.value, unit) for x in known):
            return REFUSED
        if not apart([x.value for x in known], unit):
            worst = ALIKE
    return worst


KIND = Kind(
    "two-judges",
    "Calculate the agreement of two assessors",
    "Calculate the observed and the expected agreement of two assessors, and Cohen's kappa.",
    make_question,
    frozenset(),
    points=3,
    tasks={key: task.title for key, task in _TASKS.items()},
    seed_place=8,
)
