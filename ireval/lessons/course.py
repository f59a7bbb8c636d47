"""A course: the lessons in one or more folders, in the order of their file names.

``07-average-precision.md`` is the lesson ``average-precision``; the number is only for sorting. A lesson in a later
folder replaces the lesson with the same name in an earlier folder, and takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ireval.errors import InputError, nearest
from ireval.lessons.lesson import Lesson
from ireval.lessons.lesson_faults import LessonFault
from ireval.lessons.lesson_reader import LessonAndFaults, read_lesson
from ireval.messages import Message

_NAME = re.compile(r"(?:\d+-)?([a-z0-9]+(?:-[a-z0-9]+)*)\.md")
LONGEST_FILE = 200_000  #: in bytes


@dataclass(frozen=True)
class Course:
    """The lessons by slug, in order; the file of each lesson by slug; and the faults by file."""

    lessons: Mapping[str, Lesson]
    files: Mapping[str, Path]
    faults: Mapping[Path, list[LessonFault]]


def read_course(*folders: Path) -> Course:
    """Read the lessons in ``folders``; a later folder replaces lessons of an earlier one.

    Faults in lessons are collected in the course. Raises ``InputError`` if a folder has no lesson, and ``OSError`` if
    it cannot be read.
    """
    lessons: dict[str, Lesson] = {}
    written: dict[str, Path] = {}
    faults: dict[Path, list[LessonFault]] = {}
    for folder in folders:
        names = _names(lesson_files(folder), faults)
        if not names:
            raise InputError("folder", "lessons-none", folder=str(folder))
        for file, name in names.items():
            if name:
                written[name] = file
                lessons[name], faults[file] = _read(file, name)
    for slug, lesson in lessons.items():
        faults[written[slug]] += _dead_links(lesson, lessons)
    return Course(lessons, written, faults)


def lesson_files(folder: Path) -> list[Path]:
    """The files of lessons in a folder, in the order of their names."""
    return sorted(folder.glob("*.md"), key=lambda file: file.name)


def _names(files: list[Path], faults: dict[Path, list[LessonFault]]) -> dict[Path, str]:
    """The name of the lesson in each file of a folder; for a wrong file name, it is empty, and the fault is noted."""
    names: dict[Path, str] = {}
    for file in files:
        found = _NAME.fullmatch(file.name)
        faults[file], names[file] = [], ""
        other = next((path for path, name in names.items() if found and name == found[1]), None)
        if not found:
            faults[file].append(LessonFault(1, Message("lesson-file-name", {"name": file.name})))
        elif other:
            faults[file].append(LessonFault(1, Message("lesson-twice", {"name": found[1], "other": other.name})))
        else:
            names[file] = found[1]
    return names


def _text(file: Path) -> str | Message:
    try:
        data = file.read_bytes()
    except OSError as error:
        return Message("lesson-unreadable", {"reason": error.strerror or type(error).__name__})
    if len(data) > LONGEST_FILE:
        return Message("lesson-file-too-long", {"count": len(data), "most": LONGEST_FILE})
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        return Message("lesson-not-utf-8", {"line": data.count(b"\n", 0, error.start) + 1})


@lru_cache(maxsize=64)
def _lesson_of(text: str, name: str) -> LessonAndFaults:
    """The lesson and its faults, cached: most texts are the same when a course is read again."""
    return read_lesson(text, name)


def _read(file: Path, name: str) -> LessonAndFaults:
    text = _text(file)
    try:
        if isinstance(text, str):
            lesson, found = _lesson_of(text, name)
            return LessonAndFaults(lesson, list(found))
        problem = text
    except RecursionError:  # brackets, quotations or lists that are nested a thousand times
        problem = Message("lesson-too-deep")
    return LessonAndFaults(read_lesson("", name).lesson, [LessonFault(1, problem)])


def _dead_links(lesson: Lesson, lessons: Mapping[str, Lesson]) -> Iterator[LessonFault]:
    for link, line in lesson.links.items():
        if link not in lessons:
            hint = nearest(link, lessons)
            yield LessonFault(line, Message("lesson-unknown-link", {"name": link, "hint": hint}))
