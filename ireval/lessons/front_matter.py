"""Reads the front matter of a lesson: its title, its length in minutes, its objectives, and its sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ireval.conventions import PRESETS
from ireval.errors import nearest
from ireval.lessons.fields import Fields, read_fields
from ireval.lessons.lesson_faults import Faults
from ireval.lessons.typed_numbers import note_typed_numbers
from ireval.numbers.notation import read_number

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_MINUTES = 240
NEEDED = ("title", "minutes", "objectives")
KNOWN = (*NEEDED, "sources", "licence", "conventions")


def read_front_matter(tokens: Sequence[Token], faults: Faults) -> Fields:
    """The fields at the beginning of a file; faults are noted."""
    if not tokens or tokens[0].type != "front_matter":
        faults.add(1, "lesson-without-head")
        return Fields({}, {}, 1, Faults())  # missing fields are then not noted as further faults
    head = read_fields(tokens[0].content, 2, faults)
    head.line = 1
    head.only(KNOWN)
    for name in NEEDED:
        if not head.data.get(name):
            faults.add(1, "lesson-field-missing", name=name)
    for name in ("title", "objectives"):
        for text in head.texts(name):
            note_typed_numbers(text, head.line_of(name), faults)
    for source in head.texts("sources"):
        if source not in PRESETS:
            hint = nearest(source, PRESETS)
            faults.add(head.line_of("sources"), "not-one-of", name="sources", text=source, hint=hint)
    return head


def minutes_of(head: Fields) -> int:
    """The length of a lesson in minutes; 0 if it is missing or not a number, which is noted."""
    if "minutes" not in head.data:
        return 0
    with head.faults.at(head.line_of("minutes")):
        number = read_number(head.text("minutes"), "minutes", "Minutes", whole=True, least=1, most=MOST_MINUTES)
        return int(number)
    return 0
