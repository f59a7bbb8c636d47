"""What a round of judging keeps: the topic, and which documents of which collection are judged.

The texts of the documents, the labels of assessors and the systems stay in the collection.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ireval.collection import Collection, Topic
from ireval.errors import InputError, nearest
from ireval.lessons.directives.judging_directive import GRADES, Judging
from ireval.messages import Message, say
from web.classroom.judging.pooled_documents import pooled_documents
from web.classroom.judging.shared_documents import MOST_DOCUMENTS
from web.course.course_files import lessons
from web.store.library import library

KIND = "judging"
LEAST_DOCUMENTS = 2
#: With twelve documents, forty phones give each document ten labels.
USUAL_DOCUMENTS = 12
#: The highest grade that the class can give.
TOP_GRADE = len(GRADES) - 1

Body = dict[str, Any]


def judging_body_of_step(slug: str, number: int) -> Body:
    """The body of a round on the first documents to judge of a lesson's step; steps are counted from 1.

    Raises ``InputError`` if there is no such step, or nothing to judge in it.
    """
    lesson = lessons().get(slug)
    if lesson is None:
        raise InputError("lesson", "judging-unknown-lesson", text=slug, hint=nearest(slug, lessons()))
    steps = [
        at
        for at, step in enumerate(lesson.steps, start=1)
        if any(isinstance(block, Judging) and block.name for block in step.all_blocks)
    ]
    if number not in steps:
        key = "judging-step-without-documents" if steps else "judging-lesson-without-documents"
        raise InputError("step", key, title=lesson.title, step=number, steps=steps)
    block = next(b for b in lesson.steps[number - 1].all_blocks if isinstance(b, Judging) and b.name)
    return {
        **_body({"lesson": slug, "step": number}, library.BUILT_IN, block.topic),
        "documents": [document.docno for document in block.documents],
        "rankings": {name: list(ranked) for name, ranked in block.runs.items()},
        "graded": True,
    }


def judging_body_of_topic(key: str, topic: str, most: int = USUAL_DOCUMENTS) -> Body:
    """The body of a round on a topic of the collection with this key, with at most ``most`` documents of its pool.

    Raises ``InputError`` if there is no such collection or topic, and if fewer than two documents have a text.
    """
    if not LEAST_DOCUMENTS <= most <= MOST_DOCUMENTS:
        raise InputError(
            "documents", "judging-number-of-documents", count=most, least=LEAST_DOCUMENTS, most=MOST_DOCUMENTS
        )
    entry = library.find(key)
    found = entry.collection.topics.get(topic)
    if found is None:
        hint = nearest(topic, entry.collection.topics)
        raise InputError("topic", "judging-unknown-topic", title=entry.title, text=topic, hint=hint)
    documents = pooled_documents(entry.collection, topic, most)
    if len(documents) < LEAST_DOCUMENTS:
        raise InputError("topic", "judging-too-few-texts", title=entry.title, topic=topic, count=len(documents))
    return {
        **_body({"collection": key}, key, found),
        "documents": [document.docno for document in documents],
        "rankings": {},
        "graded": _is_graded(entry.collection),
    }


def _body(source: Mapping[str, object], collection: str, topic: Topic) -> Body:
    title = heading_of(topic)
    return {"kind": KIND, "title": title, "source": dict(source), "collection": collection, "topic": asdict(topic)}


def heading_of(topic: Topic) -> str:
    """The topic in a few words: its title or, without one, its description or its number."""
    words = topic.title or topic.description or say(Message("judging-topic", topic=topic.number))
    return words[:1].upper() + words[1:]


def _is_graded(collection: Collection) -> bool:
    """Whether the grades of the collection have the same meanings as those of the class: 0, 1 and 2, each of them."""
    given = {grade for mine in collection.qrels.values() for grade in mine.values()}
    return given - {-1} <= set(range(TOP_GRADE + 1)) and TOP_GRADE in given
