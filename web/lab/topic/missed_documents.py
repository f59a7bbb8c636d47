"""The documents of a topic that its list missed, and the addresses of documents' texts."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from web.state.lab_state import State
from web.state.stored.stored_topic import StoredTopic


class MissedDocument(NamedTuple):
    """The name of a document, and the address of its text; empty if it has none."""

    name: str
    text: str


def text_address(topic: StoredTopic | None, docno: str) -> str:
    """Return the address of a document's text; empty if it has none, or if the lists belong to no collection."""
    if topic is None or docno not in topic.collection.documents:
        return ""
    return url_for("collection.document", key=topic.entry.key, docno=docno)


def missed_by_grade(state: State) -> list[tuple[int, list[MissedDocument]]]:
    """Return all judged documents that the open list missed, from the highest grade down, by the visitor's labels.

    A list holds a limited number of them; the others are read from the collection.
    """
    topic, here = state.topic, {d.name for d in state.ranked}
    grades = {d.name: d.grade for d in state.missed if d.name}
    if topic is not None:
        grades = {docno: grade for docno, grade in topic.grades.items() if docno not in here} | grades
    return [
        (grade, [MissedDocument(name, text_address(topic, name)) for name, each in grades.items() if each == grade])
        for grade in sorted(set(grades.values()), reverse=True)
        if grade >= 0
    ]
