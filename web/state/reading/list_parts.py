"""Reads the parts of an address that describe one list: its documents, its size and its title."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from ireval.errors import InputError
from ireval.ranking.document_names import LONGEST_NAME, checked_name, split_names
from ireval.ranking.labels import check_alike, check_size, covering, read_labels, read_subtopics, read_unretrieved
from web.state.lab_list import Document, Listed
from web.state.lab_state import SIZE
from web.state.reading.reader import Reader


def read_listed(reader: Reader, base: Listed) -> Listed:
    """``base`` with the documents that are read: their grades, subtopics and names."""
    groups, missed_groups = (
        tuple(reader.get(name, lambda text, name=name: read_subtopics(text, name), ()))
        for name in ("subtopics", "unretrieved_subtopics")
    )
    if reader.refuses(lambda: check_alike(groups, missed_groups)):
        missed_groups = ()
    grades = tuple(reader.get("labels", read_labels, base.grades))
    missed = tuple(reader.get("unretrieved", read_unretrieved, base.unretrieved))
    if reader.refuses(lambda: covering(grades, groups)):
        groups = ()
    if reader.refuses(lambda: covering(missed, missed_groups, "unretrieved_subtopics")):
        missed_groups = ()
    grades = tuple(covering(grades, groups))
    missed = tuple(covering(missed, missed_groups))
    names = reader.get("names", lambda t: read_names(t, len(grades) + len(missed)), base.names)
    names = (*names, *[""] * (len(grades) + len(missed) - len(names)))
    ranked = zip_longest(grades, names[: len(grades)], groups, fillvalue=())
    others = zip_longest(missed, names[len(grades) :], missed_groups, fillvalue=())
    listed = base.holding(map(Document._make, ranked), map(Document._make, others))
    size = reader.get("size", SIZE.read, base.size)
    if reader.refuses(lambda: check_size(size, len(grades), len(missed))):
        size = None
    return replace(listed, size=size, title=reader.get("title", read_title, base.title))


def read_title(text: str) -> str:
    """The title of a list. Raises ``InputError`` for a very long one."""
    if len(text) > LONGEST_NAME:
        raise InputError("title", "list-title-too-long", title=text, most=LONGEST_NAME)
    return text


def read_names(text: str, most: int) -> tuple[str, ...]:
    """Names separated by commas. Raises ``InputError`` for more names than documents and for very long ones."""
    names = split_names(text) if text else ()
    if len(names) > most:
        raise InputError("names", "more-names-than-documents", count=len(names), documents=most)
    return tuple(checked_name(name, f"Document {place}: ", "names") for place, name in enumerate(names, start=1))
