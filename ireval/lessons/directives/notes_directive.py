"""The directive ``notes``: notes for the lecturer, which readers of the lesson do not see."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.errors import InputError
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.lesson import Block, LecturerNotes, Prose


def notes(reading: Reading, written: Written) -> Block:
    """The lecturer's notes on the step. Raises ``InputError`` if they contain anything but text."""
    written.refuse_title()
    found = reading.inner(written.text, written.line)
    if not found or not all(isinstance(block, Prose) for block in found):
        raise InputError("notes", "lesson-notes-without-text" if not found else "lesson-notes-only-text")
    return LecturerNotes(found)


DIRECTIVES: Mapping[str, Directive] = {"notes": notes}
