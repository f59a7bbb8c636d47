"""The lessons that teach a measure."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from ireval.measure import Measure
from web.course.course_files import lessons


class LessonUse(NamedTuple):
    """A lesson that uses a measure: its title, the address of the first step that does, and how many steps do."""

    title: str
    address: str
    steps: int


def lessons_with(measure: Measure) -> list[LessonUse]:
    """The lessons that use a measure, sorted by the share of their steps that use it, the largest first."""
    name = measure.name
    using = [(lesson, lesson.measures[name]) for lesson in lessons().values() if name in lesson.measures]
    using.sort(key=lambda pair: -len(pair[1]) / len(pair[0].steps))
    return [
        LessonUse(lesson.title, url_for("lessons.begin", slug=lesson.slug, number=steps[0]), len(steps))
        for lesson, steps in using
    ]
