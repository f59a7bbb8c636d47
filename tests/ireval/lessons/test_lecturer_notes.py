"""A lecturer's notes: text whose numbers are computed like all others."""

from __future__ import annotations

import pytest

from ireval.lessons import LecturerNotes, Prose
from tests.ireval.lessons.test_lesson_reader import good, in_step, words


def test_notes_are_a_block_of_text_with_computed_numbers() -> None:
    lesson = good("## A step\n:::{notes}\nAsk *why*: {value}`AP labels=1`.\n:::\n")
    (notes,) = lesson.steps[0].blocks
    assert isinstance(notes, LecturerNotes)
    (text,) = notes.inside
    assert isinstance(text, Prose) and words(text.nodes) == "Ask why: 1.000."


@pytest.mark.parametrize(
    ("body", "line", "key"),
    [
        ("\n:::{notes}\n:::", 2, "lesson-notes-without-text"),
        ("\n:::{notes} Aloud\nAsk.\n:::", 2, "lesson-directive-title"),
        ("\n:::{notes}\nIt is 3.\n:::", 3, "lesson-typed-number"),
        ("\n::::{notes}\n:::{lab}\nlabels: 101\n:::\n::::", 2, "lesson-notes-only-text"),
    ],
)
def test_what_is_no_text_is_a_fault(body: str, line: int, key: str) -> None:
    assert in_step(body) == [(line, key)]
