"""Recognizes the summary of a collection, which can be downloaded with the files and uploaded with them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import islice

from ireval.collection.upload.collection_summary import CollectionSummary

#: The columns of a summary as CSV: the subject of a number, what it counts, and the number.
HEAD_OF_CSV = ("about", "count of", "number")

_FIRST_NAMES = tuple(f'"{field.name}":' for field in fields(CollectionSummary)[:2])


def is_summary(begin: str, lines: Iterator[str]) -> bool:
    """Whether a file is a summary as JSON or CSV; ``begin`` is its first line, and ``lines`` are the next ones."""
    if begin.strip() == ",".join(HEAD_OF_CSV):
        return True
    if begin.strip() != "{":
        return False
    following = [line.strip() for line in islice(lines, len(_FIRST_NAMES))]
    return len(following) == len(_FIRST_NAMES) and all(map(str.startswith, following, _FIRST_NAMES))
