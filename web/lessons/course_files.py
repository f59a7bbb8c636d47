"""The lessons that the pages show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flask import Flask, abort, current_app

from ireval.lessons import Lesson, read_course


def init_app(app: Flask, own: Path) -> None:
    """Read the lessons of the course in the folder ``own``."""
    app.extensions[__name__] = read_course(own).lessons


def lessons() -> Mapping[str, Lesson]:
    """All lessons by slug, in order."""
    found: Mapping[str, Lesson] = current_app.extensions[__name__]
    return found


def step_title(slug: str, number: int) -> str | None:
    """The title of a step with that of its lesson; None if there is no such step."""
    lesson = lessons().get(slug)
    if lesson is None or not 1 <= number <= len(lesson.steps):
        return None
    return f"{lesson.title}: {lesson.steps[number - 1].title}"


def lesson_named(slug: str) -> Lesson:
    """The lesson with this name; the page is not found if there is none."""
    return lessons().get(slug) or abort(404)
