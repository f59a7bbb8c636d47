"""What a phone shows while the class judges: one document at a time, and then what was sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ireval.collection import Document
from ireval.lessons.directives.judging_directive import GRADES
from web.classroom.judging.judging_round import LABELS, JudgingRound


class PhoneJudging(NamedTuple):
    """The ``document`` to judge, with its ``number`` of ``total``; None after the last one.

    ``lead`` is the topic in a line, and ``narrative`` says what is relevant; it may be empty. ``labels`` are the
    buttons: what is sent, and their words. ``sent`` are the documents judged so far with their labels in words, and
    ``undo`` is the number of the last one, empty before the first.
    """

    lead: str
    narrative: str
    document: Document | None
    number: int
    total: int
    labels: tuple[tuple[str, str], ...]
    sent: tuple[tuple[Document, str], ...]
    undo: str


def phone_judging(asked: JudgingRound, place: int, given: Mapping[str, str]) -> PhoneJudging:
    """The page of the device with this place, which has sent the labels ``given`` by document."""
    documents = asked.documents_for(place)
    words = dict(zip(LABELS, GRADES, strict=True))
    sent = [x for x in documents if given.get(x.docno) in words]
    document = next((x for x in documents if x not in sent), None)
    return PhoneJudging(
        asked.topic.description or asked.heading,
        asked.topic.narrative,
        document,
        len(documents) if document is None else documents.index(document) + 1,
        len(documents),
        tuple(words.items()),
        tuple((x, words[given[x.docno]]) for x in sent),
        sent[-1].docno if sent else "",
    )
