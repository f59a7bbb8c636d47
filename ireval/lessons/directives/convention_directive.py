"""The directive ``convention``: a note on a convention, with the choices of the sources and tools."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.conventions import CONVENTIONS
from ireval.errors import InputError, nearest
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.lesson import Block, Note


def convention(reading: Reading, written: Written) -> Block:
    """A note on the convention that the title names. Raises ``InputError`` for an unknown convention."""
    name = written.title
    if name not in CONVENTIONS:
        raise InputError("convention", "sheet-unknown-convention", name=name, hint=nearest(name, CONVENTIONS))
    return Note(name, reading.inner(written.text, written.line))


DIRECTIVES: Mapping[str, Directive] = {"convention": convention}
