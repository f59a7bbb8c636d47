"""The lessons that the pages show: the shipped ones, and those of the folders that the setting LESSONS names.

A lesson of such a folder replaces a shipped one with the same name. A file with errors is not a lesson; the log has the
errors, and the course page says that there are some. Changes take effect without a restart.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from logging import Logger
from pathlib import Path
from typing import NamedTuple

from flask import Flask, abort, current_app

from ireval.lessons import Course, Lesson, lesson_files, read_course
from ireval.messages import ADVICE, Message, say
from web.server.settings import Settings

#: The files of folders, each with the time of its last change and its size.
Versions = tuple[tuple[Path, int, int], ...]


class CourseEntry(NamedTuple):
    """A lesson of the course, or a file with faults instead of a ``lesson``; ``added`` ones are not shipped."""

    file: Path
    lesson: Lesson | None
    added: bool


class CourseFiles:
    """The lessons of the folder ``shipped``, and of the ``added`` ones, which may change.

    With ``added`` folders, all lessons are read at once, so that the log of the start has their faults. Shipped lessons
    have no faults, and reading them takes most of the start; without added ones they are read at the first use, or
    ``now``.
    """

    def __init__(self, shipped: Path, added: Sequence[Path], log: Logger, *, now: bool = False) -> None:
        self._shipped, self._added, self._log = shipped, added, log
        self._versions = _versions(added)
        self._entries = self._read() if added or now else None

    @property
    def entries(self) -> tuple[CourseEntry, ...]:
        """The lessons in order, and the files with faults."""
        if self._entries is None:
            self._entries = self._read()
        return self._entries

    def refresh(self) -> None:
        """Read the lessons again if a file of an added folder is new, changed or gone."""
        if not self._added:
            return
        versions = _versions(self._added)
        if versions != self._versions:
            self._entries, self._versions = self._read(), versions

    def _read(self) -> tuple[CourseEntry, ...]:
        course = read_course(self._shipped, *self._usable())
        for file, faults in course.faults.items():
            for fault in faults:
                self._log.error("%s", say(Message("lesson-fault", file=str(file), line=fault.line, fault=fault.text)))
        return tuple(_entries(course, self._shipped))

    def _usable(self) -> list[Path]:
        """The added folders that have lessons; the others are reported in the log."""
        found = []
        for folder in self._added:
            if lesson_files(folder):
                found.append(folder)
            else:
                problem = Message("lessons-none", folder=str(folder))
                self._log.error("LESSONS: %s %s", say(problem), say(problem, ADVICE))
        return found


def init_app(app: Flask, settings: Settings, shipped: Path) -> None:
    """Give the app its lessons, from the folder ``shipped`` and from those that the setting names.

    Behind a proxy they are read now: so a server that replaces another one answers at once, and its processes share the
    lessons in memory.
    """
    added = [Path(folder) for folder in settings.lessons.split(os.pathsep) if folder]
    app.extensions[__name__] = CourseFiles(shipped, added, app.logger, now=settings.proxies > 0)


def course_files() -> CourseFiles:
    """The course of the app."""
    found: CourseFiles = current_app.extensions[__name__]
    return found


def refresh() -> None:
    """Read changed lessons of the added folders again; called before each page of lessons."""
    course_files().refresh()


def lessons() -> Mapping[str, Lesson]:
    """All lessons without faults by slug, in order."""
    return {each.lesson.slug: each.lesson for each in course_files().entries if each.lesson}


def step_title(slug: str, number: int) -> str | None:
    """The title of a step with that of its lesson; None if there is no such step."""
    lesson = lessons().get(slug)
    if lesson is None or not 1 <= number <= len(lesson.steps):
        return None
    return f"{lesson.title}: {lesson.steps[number - 1].title}"


def lesson_named(slug: str) -> Lesson:
    """The lesson with this name; the page is not found if there is none."""
    return lessons().get(slug) or abort(404)


def _entries(course: Course, shipped: Path) -> Iterable[CourseEntry]:
    """The lessons in order; files without a lesson's name come last."""
    for slug, lesson in course.lessons.items():
        file = course.files[slug]
        yield CourseEntry(file, None if course.faults[file] else lesson, file.parent != shipped)
    named = set(course.files.values())
    for file, faults in course.faults.items():
        if faults and file not in named:
            yield CourseEntry(file, None, file.parent != shipped)


def _versions(folders: Sequence[Path]) -> Versions:
    found = []
    for file in (file for folder in folders for file in lesson_files(folder)):
        try:
            status = file.stat()
        except OSError:  # just deleted, or a link that leads nowhere
            continue
        found.append((file, status.st_mtime_ns, status.st_size))
    return tuple(found)
