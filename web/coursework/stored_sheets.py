"""Stored sheets and their variants, read once and kept in memory."""

from __future__ import annotations

from functools import lru_cache

from ireval import exercises
from ireval.exercises import KINDS, Variant
from ireval.exercises.generator.issued_keys import is_issued, printed_keys
from ireval.exercises.paper.pdf import MOST_PRINTED
from web import store


@lru_cache(maxsize=64)
def sheet_of(body: str) -> exercises.Sheet:
    """The sheet in a stored body."""
    return exercises.from_json(body)


def varies(sheet: store.Sheet) -> bool:
    """Whether different keys have different questions."""
    return any(KINDS[x.kind].varies(x) for x in sheet_of(sheet.body).exercises)


def keys_on_paper(sheet: store.Sheet, number: int) -> list[str]:
    """The keys on worksheets of a sheet for practice, always the same ones."""
    return printed_keys(sheet.secret, number)


def is_given_out(sheet: store.Sheet, key: str) -> bool:
    """Whether the server gave this key out for practice: on a page, or on paper.

    Worksheets of sheets that were published before keys were signed have keys that follow from the seed.
    """
    content = sheet_of(sheet.body)
    earlier = () if content.secret else exercises.variant_keys(content, MOST_PRINTED)
    return is_issued(key, sheet.secret) or key in earlier


def marks_wait(sheet: store.Sheet) -> bool:
    """Whether marks are shown only when the sheet is closed, and it is still open."""
    return sheet.open and sheet_of(sheet.body).policy == "exam"


@lru_cache(maxsize=1000)
def variant_of(body: str, key: str) -> Variant:
    """The questions of the student with this key. Raises ``InputError`` if the key is invalid."""
    return exercises.variant(sheet_of(body), key)
