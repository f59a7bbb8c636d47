"""The contents of the page that says what can be practised."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ireval.conventions import effective
from ireval.errors import InputError
from ireval.exercises.practice.known_causes import KnownCause, causes_of, other_conventions
from ireval.lessons import Lesson
from ireval.measure import Measure
from ireval.measure.registry import measures
from web.course.course_files import lessons
from web.practise.practice_choice import LESSON, MEASURE, MISTAKE, Choice


class CauseLine(NamedTuple):
    """A cause that can be practised: what the browser's memory calls it, its sentence and its query."""

    about: str
    sentence: str
    choice: Choice


class CauseGroup(NamedTuple):
    """The causes of a measure, those that no source or tool makes first."""

    measure: Measure
    causes: tuple[CauseLine, ...]
    conventions: tuple[CauseLine, ...]


class PracticeDoor:
    """What can be practised; ``error`` is what is wrong with the address."""

    def __init__(self, error: InputError | None = None) -> None:
        self.error = error

    @property
    def measures(self) -> list[Measure]:
        """All measures, in their order."""
        return list(measures().values())

    @property
    def lessons(self) -> list[tuple[Lesson, Choice]]:
        """All lessons, in their order."""
        return [(lesson, Choice(LESSON, lesson.slug)) for lesson in lessons().values()]

    @property
    def groups(self) -> tuple[CauseGroup, ...]:
        """The causes of all measures that have some."""
        return _groups()

    def of_measure(self, measure: Measure) -> Choice:
        """The choice of a measure."""
        return Choice(MEASURE, measure.name)


@cache
def _groups() -> tuple[CauseGroup, ...]:
    return tuple(_every_group())


def _every_group() -> Iterator[CauseGroup]:
    for measure in measures().values():
        mistakes = tuple(map(_line, causes_of(measure)))
        conventions = tuple(map(_line, other_conventions(measure, effective())))
        if mistakes or conventions:
            yield CauseGroup(measure, mistakes, conventions)


def _line(cause: KnownCause) -> CauseLine:
    return CauseLine(f"{MISTAKE}={cause.name}", cause.sentence, Choice(MISTAKE, cause.name))
