"""Recognizes the summary of a collection, which is among the files to take away and may be uploaded with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import islice

from ireval.collection.upload.collection_summary import CollectionSummary

#: The columns of a summary as CSV: what a number is about, what it counts, and the number.
HEAD_OF_CSV = ("about", "count of", "number")

_FIRST_NAMES = tuple(f'"{field.name}":' for field in fields(CollectionSummary)[:2])


def is_summary(begin: str, lines: Iterator[str]) -> bool:
    """Whether a file is a summary as JSON or CSV. It has the line ``begin`` and then ``lines``; few are read."""
    if begin.strip() == ",".join(HEAD_OF_CSV):
        return True
    if begin.strip() != "{":
        return False
    following = [line.strip() for line in islice(lines, len(_FIRST_NAMES))]
    return len(following) == len(_FIRST_NAMES) and all(map(str.startswith, following, _FIRST_NAMES))
