"""The lecturer's notes on the steps of lessons, as plain text. No presented page has them, because a hall sees it."""

from __future__ import annotations

import re

from ireval.exercises.question.safe_markdown import Inside
from ireval.lessons import LecturerNotes, Prose
from ireval.lessons.lesson import Step
from web.course.course_files import lessons

_STEP = re.compile(r"/lessons/([^/?#]+)/[^/?#]+/(\d{1,4})$")


def notes_at(path: str) -> str:
    """Return the notes on the step of a lesson at an address of this site; empty if it is none, or has no notes.

    The address may have a query and a fragment, and may begin with the path below which the app is served.
    """
    found = _STEP.search(re.split("[?#]", path, maxsplit=1)[0])
    lesson = lessons().get(found[1]) if found else None
    if not found or not lesson or not 1 <= int(found[2]) <= len(lesson.steps):
        return ""
    return notes_of(lesson.steps[int(found[2]) - 1])


def notes_of(step: Step) -> str:
    """The paragraphs of the step's notes, each on a line."""
    texts = [text for block in step.all_blocks if isinstance(block, LecturerNotes) for text in block.inside]
    return "\n".join(_words(node) for text in texts if isinstance(text, Prose) for node in text.nodes)


def _words(node: Inside) -> str:
    if isinstance(node, str):
        return node
    return " " if node.tag == "br" else "".join(map(_words, node.inside))
