"""Draws an exercise for practice: one score on a list, in which one typical mistake gives a different number."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ireval.conventions import PRESETS
from ireval.errors import InputError
from ireval.exercises.generator.acceptance import CLEAR, REFUSED, grade, meet
from ireval.exercises.generator.drawn_lists import draw_list
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.practice.difficulty import HIGHEST, LEVELS, LOWEST, Level
from ireval.exercises.practice.known_causes import KnownCause, cause_named, causes_of
from ireval.exercises.question.question import Question
from ireval.exercises.sheet.model import GENERATOR, Exercise, RankedList, Sheet
from ireval.exercises.variants.time_limit import check_time
from ireval.exercises.variants.variant import make_question
from ireval.explanation.reference import Entry
from ireval.explanation.step_table import StepTable
from ireval.measure import CUTOFF, Measure
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse
from ireval.numbers.rounding import SAME

#: The kind of the exercises, and the name of the one on a sheet that is made for it.
KIND, NAME = "number", "practice"
#: Lists that are drawn at each level before the best of them is taken.
_DRAWS = 20
_DECIMALS = 3
#: How good a list is, the best first: whether its grade is ``REFUSED``, whether another mistake gives the number of the
#: practised one, and the grade.
Worth = tuple[bool, bool, int]
PERFECT: Worth = (False, False, CLEAR)
GOOD: Worth = (False, False, REFUSED)
#: Numbers that are tried for settings, if a mistake changes nothing with the usual ones.
_VALUES = (2, 0.3, 0.8, 0.2, 0.4, 0.6)


@dataclass(frozen=True)
class PracticeExercise:
    """An exercise: its ``sheet`` has nothing else on it. Its ``level`` may not be the one that was asked for."""

    sheet: Sheet
    level: int

    def question(self, key: str) -> Question:
        """The exercise as a question."""
        return make_question(self.sheet, self.sheet.exercises[0], key).question


def practised_measures(level: int) -> list[Measure]:
    """The measures of mixed practice: at low levels those of plain labels, and below the highest those of lectures."""
    listed = (m for m in measures().values() if m.variants and not m.mean_of)
    if level < HIGHEST:
        listed = (m for m in listed if any(not PRESETS[key].tool for key in m.defined_by))
    return [m for m in listed if (level > 2 or not m.graded) and (level == HIGHEST or not m.needs_subtopics)]


def draw_exercise(
    spelling: str, level: int, key: str, preset: str, cause: KnownCause | None = None
) -> PracticeExercise:
    """An exercise on a measure, at this level if the ``cause`` can matter there, always the same for the same ``key``.

    Raises ``InputError`` if there is no list on which it does.
    """
    return _drawn(spelling, level, key, preset, cause.name if cause else "")


@lru_cache(maxsize=512)
def _drawn(spelling: str, level: int, key: str, preset: str, name: str) -> PracticeExercise:
    spec, cause = practised_spec(spelling), cause_named(name) if name else None
    best: tuple[Worth, PracticeExercise] | None = None
    for attempt in _attempts(spec, level, preset, cause):
        if best and (best[0] <= GOOD or not attempt.usual):
            break
        found = _best(attempt, key, cause)
        if found and (best is None or found[0] < best[0]):
            best = found
    if best is None:
        raise InputError("mistake" if name else "measure", "practice-no-list", what=name or str(spec))
    return best[1]


def practised_spec(spelling: str) -> Spec:
    """The measure with this spelling; one that needs a number may be named without it. Raises ``InputError``."""
    alone = measures().get(spelling.strip())
    return Entry(alone).spec if alone else parse(spelling)


class _Attempt(NamedTuple):
    """Conventions, a spelling and a level for which lists are drawn; ``usual`` if they are those asked for.

    If it is ``pooled``, all unjudged documents were in the pool.
    """

    preset: str
    spec: Spec
    level: int
    usual: bool = False
    pooled: bool = False


def _attempts(spec: Spec, level: int, preset: str, cause: KnownCause | None) -> Iterator[_Attempt]:
    """What is tried, the nearest to what was asked for first.

    Some mistakes cannot be made with the usual numbers, such as beta = 1, or with the usual conventions.
    """
    levels = sorted(range(LOWEST, HIGHEST + 1), key=lambda x: (x < level, abs(x - level)))
    yield from (_Attempt(preset, spec_at(spec, LEVELS[place - 1]), place, usual=True) for place in levels)
    if cause:
        yield from (_Attempt(preset, spec, place, pooled=True) for place in levels if not LEVELS[place - 1].judged)
        others = list(_other_spellings(spec.measure))
        yield from (_Attempt(preset, other, place) for other in others for place in (levels[0], HIGHEST))
        yield from (_Attempt(other, each, HIGHEST) for other in PRESETS for each in (spec, *others[:2]))


def _other_spellings(measure: Measure) -> Iterator[Spec]:
    """The measure without a cutoff, with one, and with other values of its own settings."""
    named = [measure.name, f"{measure.name}@{LEVELS[1].cutoff}"]
    named += [f"{measure.name}@{value}" for value in _VALUES] if measure.cutoff is not CUTOFF else []
    named += [
        f"{measure.name}({p.name}={value!r})"
        for p in measure.parameters
        for value in ([choice.key for choice in p.choices] or _VALUES)
    ]
    for spelling in named:
        with suppress(InputError):
            yield parse(spelling)


def spec_at(spec: Spec, level: Level) -> Spec:
    """The measure as it is spelled at a level: a measure that is named alone gets the numbers that it needs."""
    measure, usual = spec.measure, Entry(spec.measure).spec
    if spec.meaning not in (parse(measure.name).meaning if not measure.cutoff_required else None, usual.meaning):
        return spec
    if measure.cutoff is not CUTOFF:
        return usual
    hardest = level is LEVELS[-1] and any("{k}" in spelled for spelled in measure.variants)
    return parse(f"{measure.name}@{level.cutoff}") if usual.own.get("k") or hardest else usual


def _best(attempt: _Attempt, key: str, cause: KnownCause | None) -> tuple[Worth, PracticeExercise] | None:
    """The best list among those on which the cause gives another number; None if there is none."""
    spec, level = attempt.spec, LEVELS[attempt.level - 1]
    sheet = Sheet("", 0, (), attempt.preset, decimals=_DECIMALS)
    best: tuple[Worth, RankedList] | None = None
    for draw in range(_DRAWS):
        check_time(NAME)
        stream = Stream("practice", str(spec), cause.name if cause else "", attempt.level, key, draw)
        ranked = _list(spec, level, stream, sheet)
        if attempt.pooled:
            ranked = replace(ranked, labels=ranked.labels.replace("u", "p"))
        table = StepTable(spec, compute(spec, ranked.ranking(), sheet.conventions), sheet.decimals)
        if table.value is None or (cause and not differs(cause, table)):
            continue
        graded = grade(table, sheet.decimals, GENERATOR)
        found = graded >= REFUSED, cause is not None and _is_alike(cause, table), graded
        if (cause or graded < REFUSED) and (best is None or found < best[0]):
            best = found, ranked
        if found == PERFECT:
            break
    if best is None:
        return None
    exercise = Exercise(NAME, KIND, str(spec), list=best[1])
    return best[0], PracticeExercise(replace(sheet, exercises=(exercise,)), attempt.level)


def differs(cause: KnownCause, table: StepTable) -> bool:
    """Whether a cause gives a number that nobody can confuse with the correct score of a table."""
    return not _same(cause.value(table.computed), table.value or 0.0, table)


def _is_alike(cause: KnownCause, table: StepTable) -> bool:
    """Whether another mistake gives the number of the cause."""
    value = cause.value(table.computed)
    others = (other for other in causes_of(cause.measure) if other.name != cause.name)
    return any(_same(other.value(table.computed), value, table, nothing=False) for other in others)


def _same(one: float, other: float, table: StepTable, *, nothing: bool = True) -> bool:
    """Whether two numbers are the same at the decimals of a table; ``nothing`` is the answer if there is no number."""
    if math.isnan(one):
        return nothing
    whole = table.measure.column(table.measure.score).whole
    return meet(one, other, SAME if whole else 10.0**-table.score_places)


def _list(spec: Spec, level: Level, stream: Stream, sheet: Sheet) -> RankedList:
    scale = level.scale if spec.measure.graded else level.generated.scale
    generated = replace(level.generated, scale=scale)
    rel = int(spec.effective(sheet.conventions)["rel"]) if "rel" in spec.measure.conventions else 1
    ranked = draw_list(spec, generated, stream, rel)
    return replace(ranked, labels=ranked.labels.replace("u", "0")) if level.judged else ranked
