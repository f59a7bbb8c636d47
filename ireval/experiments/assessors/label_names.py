"""Names of assessors, rankings and documents in label sets that people type or paste."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ireval.errors import InputError
from ireval.messages import Message
from ireval.ranking.document_names import LONGEST_NAME, by_rank

#: The form fields for label sets as lines, for labels from a model as JSON, and for rankings.
SETS, MODEL, LISTS = "sets", "model", "lists"
MOST_DOCUMENTS = 200
LONGEST_ASSESSOR = 40
#: The beginning of the line with the names of the documents.
DOCUMENTS = "documents"
#: The separators of documents and labels in a line.
BETWEEN = re.compile(r"[\s,;|]+")


def in_line(number: int) -> Message:
    """The words for the place of an error: a line of the text."""
    return Message("label-line", line=number)


def checked_assessor(name: str, field: str, where: Message) -> str:
    """The name of an assessor or of a ranking, with single spaces. Raises ``InputError`` for an invalid name."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_ASSESSOR or ":" in name or not name.isprintable() or name[0] == "#":
        raise InputError(field, "not-an-assessor-name", where=where, name=name, most=LONGEST_ASSESSOR)
    return name


def checked_documents(names: Sequence[str], field: str, where: Message) -> tuple[str, ...]:
    """The names of the documents. Raises ``InputError`` for an invalid or repeated name, and for too many names."""
    if len(names) > MOST_DOCUMENTS:
        raise InputError(field, "too-many-documents", count=len(names), most=MOST_DOCUMENTS)
    known: set[str] = set()
    for name in names:
        if not name or len(name) > LONGEST_NAME or BETWEEN.search(name) or ":" in name or not name.isprintable():
            raise InputError(field, "not-a-document-name", where=where, name=name, most=LONGEST_NAME)
        if name in known:
            raise InputError(field, "document-labelled-twice", where=where, docno=name)
        known.add(name)
    return tuple(names)


def numbered(count: int) -> tuple[str, ...]:
    """Names by rank, for documents without names."""
    return tuple(by_rank(rank) for rank in range(1, count + 1))
