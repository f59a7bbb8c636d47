"""Which is better: two systems on the same query under one measure, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ireval.exercises.generator.acceptance import REFUSED, grade
from ireval.exercises.generator.drawn_lists import draw_two_lists
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.kinds.layout import given_to, in_words, notes, score_part, shown
from ireval.exercises.question.question import CHOICE, NUMBER, Option, Part, Question
from ireval.explanation.step_table import StepTable
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME

SYSTEMS = ("A", "B")
EQUAL = "equal"


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """Two scores and a verdict; the worse grade of the two lists.

    Refused where the verdict hangs on rounding, or the lists are the same.
    """
    x = draw.exercise
    spec = draw.spec
    drawn = None if x.list else draw_two_lists(spec, draw.generated, draw.stream, draw.rel(spec))
    pair = drawn or tuple(ranked for ranked in (x.list, x.second) if ranked)
    tables = tuple(draw.table(ranked) for ranked in pair)
    points = x.points / 3
    scores = tuple(
        score_part(table, points, f"score-{name}", f"{table.spec} of {name}", index)
        for index, (name, table) in enumerate(zip(SYSTEMS, tables, strict=True))
    )
    verdict = Part("better", "Better is", CHOICE, _verdict(tables), points, "A, B or equal", options=_options(tables))
    prompt = (
        f"Two systems answered the same query. Which of them is better under {in_words(draw.spec)}? "
        f"Give both values {given_to(scores)}: they are the reason."
    )
    lists = tuple(shown(ranked, f"System {name}") for name, ranked in zip(SYSTEMS, pair, strict=True))
    alike = pair[0].labels == pair[1].labels and pair[0].subtopics == pair[1].subtopics
    question = draw.question(
        f"Which is better: {draw.spec}",
        prompt,
        (*scores, verdict),
        lists=lists,
        notes=notes(tables[0]),
        tables=tables,
    )
    if alike or _too_close(tables):
        return question, REFUSED
    return question, max(grade(table, draw.sheet.decimals) for table in tables)


def conclude(question: Question, numbers: Mapping[str, float]) -> str | None:
    """Which system is better by the student's own scores."""
    own = [numbers.get(part.id) for part in question.parts if part.kind == NUMBER]
    a, b = own
    return None if a is None or b is None else _better(a, b)


def _verdict(tables: tuple[StepTable, ...]) -> str:
    return _better(tables[0].value or 0.0, tables[1].value or 0.0)


def _better(a: float, b: float) -> str:
    return EQUAL if abs(a - b) <= SAME else SYSTEMS[a < b]


def _options(tables: tuple[StepTable, ...]) -> tuple[Option, ...]:
    said = " and ".join(
        f"{name} has {fixed(table.value or 0.0, table.score_places)}"
        for name, table in zip(SYSTEMS, tables, strict=True)
    )
    texts = {"A": "System A", "B": "System B", EQUAL: "Both are equal"}
    options = tuple(Option(key, text) for key, text in texts.items())
    right = _verdict(tables)
    return tuple(replace(option, why=f"{said}." if option.key == right else "") for option in options)


def _too_close(tables: tuple[StepTable, ...]) -> bool:
    """Whether rounding could turn the verdict: the values differ by no more than four units of the last place."""
    a, b = (table.value or 0.0 for table in tables)
    return SAME < abs(a - b) <= 4 * 10.0 ** -tables[0].places


KIND = Kind(
    "better",
    "Which is better",
    "Two systems, one query: which is better, and why?",
    make_question,
    ON_A_LIST | {"second"},
    ("AP", "nDCG@5", "Bpref", "AP@5"),
    points=3,
    conclude=conclude,
    lab_place=4,
    asks_scores=True,
)
