"""What a stored sheet says, read and made once: a process remembers it."""

from __future__ import annotations

from functools import lru_cache

from ireval import exercises
from ireval.exercises import KINDS, Variant
from web import store


@lru_cache(maxsize=64)
def sheet_of(body: str) -> exercises.Sheet:
    """A stored sheet, read."""
    return exercises.from_json(body)


def varies(sheet: store.Sheet) -> bool:
    """Whether another key has other questions."""
    return any(KINDS[x.kind].varies(x) for x in sheet_of(sheet.body).exercises)


def marks_wait(sheet: store.Sheet) -> bool:
    """Whether marks are told once the sheet is closed, and it is open."""
    return sheet.open and sheet_of(sheet.body).policy == "exam"


@lru_cache(maxsize=1000)
def variant_of(body: str, key: str) -> Variant:
    """The questions of a student. Raises ``InputError`` for what is no key."""
    return exercises.variant(sheet_of(body), key)
