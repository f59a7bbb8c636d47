"""A playlist of a lesson's labs, each with its step's title and the lecturer's notes on the step."""

from __future__ import annotations

from urllib.parse import urlencode

from ireval.exercises.question.safe_markdown import Inside
from ireval.lessons import Lab, LecturerNotes, Lesson, Prose
from ireval.lessons.lesson import Step
from web.playlist.playlist import LONGEST_NOTE, LONGEST_TITLE, Item, Playlist, read_item


def lesson_playlist(lesson: Lesson) -> Playlist:
    """Return the labs of a lesson in order; empty if it has no lab."""
    items = tuple(_item(step, block) for step in lesson.steps for block in step.blocks if isinstance(block, Lab))
    return Playlist(lesson.title[:LONGEST_TITLE], items)


def _item(step: Step, lab: Lab) -> Item:
    return read_item(urlencode(lab.parts), step.title[:LONGEST_TITLE], _notes(step)[:LONGEST_NOTE])


def _notes(step: Step) -> str:
    """The paragraphs of the step's notes, each on a line."""
    texts = [text for block in step.all_blocks if isinstance(block, LecturerNotes) for text in block.inside]
    return "\n".join(_words(node) for text in texts if isinstance(text, Prose) for node in text.nodes)


def _words(node: Inside) -> str:
    if isinstance(node, str):
        return node
    return " " if node.tag == "br" else "".join(map(_words, node.inside))
