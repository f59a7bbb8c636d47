"""Calculate how far two judges agree: their observed and expected agreement, and Cohen's kappa."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ireval.agreement import Step
from ireval.exercises.generator.acceptance import ALIKE, CLEAR, REFUSED, apart, meet
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.judges.kappa_mistakes import (
    expected_mistakes,
    kappa_mistakes,
    kappa_of,
    observed_mistakes,
)
from ireval.exercises.kinds.judges.two_judges import JUDGES, TwoJudges
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.layout import calculation_of, given_to, number_part
from ireval.exercises.kinds.weights import COUNT, MAIN_STEP, SCORE, in_proportion
from ireval.exercises.question.question import FreeNumber, Grid, GridCell, Part, Question
from ireval.exercises.question.reach import Interval, reach_of
from ireval.messages import Message, say
from ireval.numbers.rounding import SAME, is_simple
from ireval.numbers.typed_number import WANTED_PLACES

LABELS, COUNTS = "labels", "counts"
_LABELS_OF_PARTS = ("observed-agreement", "expected-agreement", "cohens-kappa")
#: A sentence that leads to each number.
_HOWS = ("observed-agreement-step", "expected-agreement-step", "kappa-step")
_TASKS = {LABELS: "assessors-task-of-labels", COUNTS: "assessors-task-of-counts"}
#: The numbers of documents that are counted in a table.
_TOTALS = (40, 50, 80, 120, 150, 200)
#: The least and the most documents whose labels are listed one by one.
_LABELLED = (16, 24)
#: Judges who hardly agree beyond chance, or always agree, leave little to calculate.
_LEAST, _MOST = 0.15, 0.9


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question for the agreement that is observed, the one that chance explains, and kappa."""
    x, places = draw.exercise, draw.sheet.decimals
    task = x.task or draw.stream.choice([LABELS, COUNTS])
    judges = _drawn(draw, _total(draw, task))
    parts = _parts(judges, places, x.points)
    parts = tuple(map(_worth, parts, in_proportion(x.points, _weights(draw, parts))))
    question = draw.question(
        KIND.title,
        Message(_TASKS[task], total=judges.total, precision=given_to(parts)),
        parts,
        grid=_labels(judges, draw.stream) if task == LABELS else _counts(judges),
        solution=(_in_words(judges), *map(calculation_of, parts)),
        drawn=task,
    )
    units = 10.0 ** -max(places, WANTED_PLACES)
    if draw.spreads_values and not apart([part.value for part in parts], units):
        return question, REFUSED  # a number in the wrong gap would be correct
    return question, _grade(judges, parts)


def _total(draw: ExerciseDraw, task: str) -> int:
    """How many documents are judged. Ten that are labelled have few agreements: more, if the exercise does not say."""
    if task == COUNTS:
        return draw.stream.choice(_TOTALS)
    if draw.spreads_values and draw.exercise.generated is None:
        return draw.stream.between(*_LABELLED)
    return draw.generated.length


def _drawn(draw: ExerciseDraw, total: int) -> TwoJudges:
    """Judges who label so many documents; they differ in how many they call relevant."""
    stream = draw.stream
    most = total // 2 if draw.spreads_values else 3 * total // 10
    apart = stream.between(2, max(2, most))
    first = stream.between(0, apart)
    both = stream.between(1, max(1, total - apart - 1))
    return TwoJudges(both, first, apart - first, total - apart - both)


def _weights(draw: ExerciseDraw, parts: Sequence[Part]) -> list[int]:
    """Agreements that are simple fractions are easily guessed; kappa needs both of them."""
    if not draw.spreads_values:
        return [1] * len(parts)
    return [*(COUNT if is_simple(part.value) else MAIN_STEP for part in parts[:-1]), SCORE]


def _worth(part: Part, points: float) -> Part:
    return replace(part, points=points)


def _parts(judges: TwoJudges, places: int, points: float) -> tuple[Part, ...]:
    steps, decimals = judges.agreement(places).steps, max(places, WANTED_PLACES)
    observed, expected = (reach_of(step.expr, decimals) or _exactly(step) for step in steps[:2] if step.expr)
    known = observed_mistakes(judges), expected_mistakes(judges), kappa_mistakes(judges)
    reached = observed, expected, _ends_of_kappa(observed, expected).rounded(decimals)
    parts = []
    for step, key, ends, wrong, how in zip(steps, _LABELS_OF_PARTS, reached, known, _HOWS, strict=True):
        value, sources = step.value or 0.0, tuple(x.name for x in steps[:2]) if step is steps[-1] else ()
        free = FreeNumber(ends.low, ends.high, sources, _kappa_from, step.calculation.bare, wrong)
        label, lead = say(Message(key)), say(Message(how, total=judges.total))
        parts.append(number_part(step.name, label, value, places, points, free=free, step=lead))
    return tuple(parts)


def _exactly(step: Step) -> Interval:
    return Interval(step.value or 0.0, step.value or 0.0)


def _kappa_from(numbers: Sequence[float]) -> float:
    observed, expected = numbers
    return kappa_of(observed, expected) if abs(1 - expected) > SAME else 0.0


def _ends_of_kappa(observed: Interval, expected: Interval) -> Interval:
    """The values of kappa that start from rounded agreements: it rises with the first and falls with the second."""
    return Interval(kappa_of(observed.low, expected.high), kappa_of(observed.high, expected.low))


def _labels(judges: TwoJudges, stream: Stream) -> Grid:
    """The labels document by document, in random order."""
    rows = enumerate(stream.shuffled(judges.labels), start=1)
    lines = tuple((GridCell(f"d{i}"), GridCell(str(first)), GridCell(str(second))) for i, (first, second) in rows)
    heads = (say(Message("column-of-assessor", name=name)) for name in JUDGES)
    return Grid((say(Message("column-of-documents")), *heads), ("", "", ""), lines)


def _counts(judges: TwoJudges) -> Grid:
    """The documents counted by both labels, with the sums."""
    total = say(Message("sum-of-counts"))
    rows = (
        (_says("A", 1), judges.both, judges.only_first),
        (_says("A", 0), judges.only_second, judges.neither),
        (total, judges.both + judges.only_second, judges.only_first + judges.neither),
    )
    lines = tuple(tuple(map(GridCell, (head, str(a), str(b), str(a + b)))) for head, a, b in rows)
    return Grid((say(Message("counted-documents")), _says("B", 1), _says("B", 0), total), ("",) * 4, lines)


def _says(name: str, label: int) -> str:
    return say(Message("assessor-says", name=name, label=label))


def _in_words(judges: TwoJudges) -> str:
    """The counts from which everything is calculated."""
    return say(Message("assessors-counted", judges._asdict()))


def _grade(judges: TwoJudges, parts: Sequence[Part]) -> int:
    """``REFUSED`` if the judges leave nothing to calculate, or a mistake gives a correct number; else ``CLEAR``."""
    if min(judges.both, judges.neither) < 1 or not _LEAST <= parts[-1].value <= _MOST:
        return REFUSED
    worst = CLEAR
    for part in parts:
        unit, known = 10.0**-part.places, part.free.known if part.free else ()
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
    tasks={LABELS: Message("labels-of-assessors"), COUNTS: Message("counts-of-assessors")},
)
