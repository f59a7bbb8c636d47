"""A course: the lessons of a folder, in the order of their file names.

``07-average-precision.md`` is the lesson ``average-precision``; the number only sorts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ireval.errors import InputError, nearest
from ireval.lessons.lesson import Lesson
from ireval.lessons.lesson_faults import LessonFault
from ireval.lessons.lesson_reader import read_lesson
from ireval.messages import Message

_NAME = re.compile(r"(?:\d+-)?([a-z0-9]+(?:-[a-z0-9]+)*)\.md")
LONGEST_FILE = 200_000  #: bytes


@dataclass(frozen=True)
class Course:
    """The lessons by slug, in order, and the faults of each file."""

    lessons: Mapping[str, Lesson]
    faults: Mapping[Path, list[LessonFault]]


def read_course(folder: Path) -> Course:
    """The lessons of a folder. Raises ``InputError`` if it has none."""
    files = sorted(folder.glob("*.md"), key=lambda file: file.name)
    if not files:
        raise InputError("folder", "lessons-none", folder=str(folder))
    lessons: dict[str, Lesson] = {}
    faults: dict[Path, list[LessonFault]] = {file: [] for file in files}
    written: dict[str, Path] = {}
    for file in files:
        name = _NAME.fullmatch(file.name)
        if not name:
            faults[file].append(LessonFault(1, Message("lesson-file-name", {"name": file.name})))
        elif name[1] in lessons:
            faults[file].append(
                LessonFault(1, Message("lesson-twice", {"name": name[1], "other": written[name[1]].name}))
            )
        elif isinstance(text := _text(file), Message):
            faults[file].append(LessonFault(1, text))
        else:
            written[name[1]] = file
            lessons[name[1]], faults[file] = read_lesson(text, name[1])
    for slug, lesson in lessons.items():
        faults[written[slug]] += _dead_links(lesson, lessons)
    return Course(lessons, faults)


def _text(file: Path) -> str | Message:
    data = file.read_bytes()
    if len(data) > LONGEST_FILE:
        return Message("lesson-file-too-long", {"count": len(data), "most": LONGEST_FILE})
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        return Message("lesson-not-utf-8", {"line": data.count(b"\n", 0, error.start) + 1})


def _dead_links(lesson: Lesson, lessons: Mapping[str, Lesson]) -> Iterator[LessonFault]:
    for link, line in lesson.links.items():
        if link not in lessons:
            hint = nearest(link, lessons)
            yield LessonFault(line, Message("lesson-unknown-link", {"name": link, "hint": hint}))
