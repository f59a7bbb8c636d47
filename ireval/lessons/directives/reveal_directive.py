"""The directive ``reveal``: text that is shown after the question above it is answered, or on request."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.errors import InputError
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.lesson import Block, Reveal
from ireval.lessons.typed_numbers import note_typed_numbers


def reveal(reading: Reading, written: Written) -> Block:
    """The block that is shown after the answer. Raises ``InputError`` without a title for its button."""
    if not written.title:
        raise InputError("title", "lesson-reveal-without-title")
    note_typed_numbers(written.title, written.line, reading.faults)
    return Reveal(written.title, reading.inner(written.text, written.line))


DIRECTIVES: Mapping[str, Directive] = {"reveal": reveal}
