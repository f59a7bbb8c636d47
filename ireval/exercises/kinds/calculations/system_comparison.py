"""Compare two systems on the same query: both scores of one measure, and which system scores higher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ireval.exercises.generator.acceptance import REFUSED
from ireval.exercises.generator.drawn_lists import draw_two_lists
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.kinds.layout import given_to, in_words, notes, score_part, shown, titled
from ireval.exercises.kinds.weights import COMPARED, COMPARISON, in_proportion
from ireval.exercises.question.question import CHOICE, NUMBER, Option, Part, Question, Shown
from ireval.exercises.sheet.model import RankedList
from ireval.explanation.step_table import StepTable
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME

SYSTEMS = ("A", "B")
EQUAL = "equal"
#: Other names of the option, which may be typed.
_EQUAL_NAMES = ("same", "equally good")
#: Scores that differ by at least this much are not too close, however few decimals the sheet has.
_CLEARLY_APART = 0.1


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question for two scores and a verdict, and the worse grade of its two lists.

    The lists are refused if rounding could change the verdict, or if they are the same.
    """
    x = draw.exercise
    spec = draw.spec
    spread = draw.spreads_values
    drawn = None if x.list else draw_two_lists(spec, draw.generated, draw.stream, draw.rel(spec), spread=spread)
    pair = drawn or tuple(ranked for ranked in (x.list, x.second) if ranked)
    tables = tuple(draw.table(ranked) for ranked in pair)
    *worth, least = in_proportion(x.points, (COMPARED, COMPARED, COMPARISON))
    scores = tuple(
        score_part(table, worth[index], f"score-{name}", _label(table, name), index)
        for index, (name, table) in enumerate(zip(SYSTEMS, tables, strict=True))
    )
    options = _options(tables)
    label, hint, step = (say(Message(key)) for key in ("better-label", "better-hint", "better-step"))
    verdict = Part("better", label, CHOICE, _verdict(tables), least, hint, options=options, step=step)
    prompt = Message("better-task", measure=in_words(draw.spec), precision=given_to(scores))
    names = tuple(name for ranked in pair for name in ranked.names)
    lists = tuple(_list(ranked, name, names) for name, ranked in zip(SYSTEMS, pair, strict=True))
    alike = pair[0].labels == pair[1].labels and pair[0].subtopics == pair[1].subtopics
    question = draw.question(
        titled(KIND.title, draw.spec),
        prompt,
        (*scores, verdict),
        lists=lists,
        notes=notes(tables[0]),
        tables=tables,
    )
    if alike or _too_close(tables):
        return question, REFUSED
    return question, draw.grade(*tables)


def conclude(question: Question, numbers: Mapping[str, float]) -> str | None:
    """The system with the higher score among the student's own scores; None if one is missing."""
    own = [numbers.get(part.id) for part in question.parts if part.kind == NUMBER]
    a, b = own
    return None if a is None or b is None else _better(a, b)


def _label(table: StepTable, name: str) -> str:
    return say(Message("score-of-system", measure=str(table.spec), name=name))


def _list(ranked: RankedList, name: str, names: Sequence[str]) -> Shown:
    """The list of a system. Documents without names differ between the lists: a1 is not b1."""
    title, called = (say(Message(key, name=name)) for key in ("title-of-system", "system-called"))
    return shown(ranked, title, name.lower(), names)._replace(called=called)


def _verdict(tables: tuple[StepTable, ...]) -> str:
    return _better(tables[0].value or 0.0, tables[1].value or 0.0)


def _better(a: float, b: float) -> str:
    return EQUAL if abs(a - b) <= SAME else SYSTEMS[a < b]


def _options(tables: tuple[StepTable, ...]) -> tuple[Option, ...]:
    a, b = (fixed(table.value or 0.0, table.score_places) for table in tables)
    right, why = _verdict(tables), say(Message("better-why", a=a, b=b))
    named = [Option(name, say(Message("title-of-system", name=name))) for name in SYSTEMS]
    equal = Option(EQUAL, say(Message("better-both")), names=_EQUAL_NAMES)
    return tuple(replace(option, why=why if option.key == right else "") for option in (*named, equal))


def _too_close(tables: tuple[StepTable, ...]) -> bool:
    """Whether rounding could change the verdict: the scores differ by at most four units of the last place."""
    a, b = (table.value or 0.0 for table in tables)
    return SAME < abs(a - b) <= min(4 * 10.0 ** -tables[0].places, _CLEARLY_APART)


KIND = Kind(
    "better",
    "Compare two systems",
    "Calculate the scores of two systems on one query. Which score is higher?",
    make_question,
    ON_A_LIST | {"second"},
    ("AP", "nDCG@5", "Bpref", "AP@5"),
    points=3,
    conclude=conclude,
    lab_place=4,
    asks_scores=True,
    seed_place=3,
)
