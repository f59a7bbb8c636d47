"""Documents to judge together, as something that a lesson's step or a topic of a collection offers to ask."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.lessons.directives.judging_directive import Judging
from ireval.messages import Message, say
from web.classroom.judging.judging_bodies import (
    LEAST_DOCUMENTS,
    heading_of,
    judging_body_of_step,
    judging_body_of_topic,
)
from web.classroom.judging.shared_documents import EACH
from web.classroom.questions.asked_view import AskedView, LessonStep
from web.classroom.questions.offer import Offer
from web.state.stored.stored_topic import StoredTopic

#: The key of the offer.
JUDGE = "judge"


def judging_offers(view: AskedView) -> Iterator[Offer]:
    """Yield the round in which the class judges documents of the view, if it shows a topic of a collection with texts.

    Whether enough documents of the topic have a text is known only when its body is made, which raises ``InputError``.
    """
    state = view.reading.state if view.reading else None
    if view.step and (found := _in_step(view.step)):
        at, block = view.step, found
        number = at.lesson.steps.index(at.step) + 1
        yield Offer(
            JUDGE,
            _title(heading_of(block.topic), len(block.documents)),
            lambda: judging_body_of_step(at.lesson.slug, number) | {"view": view.address},
        )
    elif state and (topic := state.topic) and _has_texts(topic):
        entry = topic.entry
        yield Offer(
            JUDGE,
            _title(heading_of(topic.topic), len(entry.collection.documents)),
            lambda: judging_body_of_topic(entry.key, topic.number) | {"view": view.address},
        )


def _in_step(at: LessonStep) -> Judging | None:
    return next((block for block in at.step.all_blocks if isinstance(block, Judging) and block.name), None)


def _has_texts(topic: StoredTopic) -> bool:
    found = topic.entry.collection
    return topic.number in found.topics and len(found.documents) >= LEAST_DOCUMENTS


def _title(topic: str, documents: int) -> str:
    return say(Message("offer-of-judging", topic=topic, count=min(EACH, documents)))
