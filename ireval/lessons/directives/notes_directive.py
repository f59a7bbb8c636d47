"""The directive ``notes``: what a lecturer wants to have at hand in the hall; readers of the lesson do not see it."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.errors import InputError
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.lesson import Block, LecturerNotes, Prose


def notes(reading: Reading, written: Written) -> Block:
    """The lecturer's notes on the step. Raises ``InputError`` if they are anything but text."""
    written.refuse_title()
    found = reading.inner(written.text, written.line)
    if not found or not all(isinstance(block, Prose) for block in found):
        raise InputError("notes", "lesson-notes-without-text" if not found else "lesson-notes-only-text")
    return LecturerNotes(found)


DIRECTIVES: Mapping[str, Directive] = {"notes": notes}
