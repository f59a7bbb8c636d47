"""A playlist of a lesson's labs, each with its step's title and the lecturer's notes on the step."""

from __future__ import annotations

from urllib.parse import urlencode

from ireval.lessons import Lab, Lesson
from ireval.lessons.lesson import Step
from web.course.lecturer_notes import notes_of
from web.playlist.playlist import LONGEST_NOTE, LONGEST_TITLE, Item, Playlist, read_item


def lesson_playlist(lesson: Lesson) -> Playlist:
    """Return the labs of a lesson in order; empty if it has no lab."""
    items = tuple(_item(step, block) for step in lesson.steps for block in step.blocks if isinstance(block, Lab))
    return Playlist(lesson.title[:LONGEST_TITLE], items)


def _item(step: Step, lab: Lab) -> Item:
    return read_item(urlencode(lab.parts), step.title[:LONGEST_TITLE], notes_of(step)[:LONGEST_NOTE])
