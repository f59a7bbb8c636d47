"""A made-up class that judges: always the same labels from the same seed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from web.classroom.judging.judging_round import JudgingRound

Sent = dict[str, dict[str, str]]


def made_up_class(asked: JudgingRound, phones: int = 36, seed: int = 1) -> Sent:
    """What each phone sends: the stored grade of each of its documents, which half of the class changes at random."""
    draw = np.random.default_rng(seed)
    stored = asked.collection.qrels.get(asked.topic.number, {})
    sent: Sent = {}
    for place in range(phones):
        documents = asked.documents_for(place)
        near = [stored.get(x.docno, 0) + int(draw.choice((-1, 0, 0, 1))) for x in documents]
        sent[f"phone-{place}"] = {x.docno: str(min(2, max(0, grade))) for x, grade in zip(documents, near, strict=True)}
    return sent


def labels_of(sent: Sent, docno: str) -> Iterator[int]:
    """The grades that a document got."""
    return (int(mine[docno]) for mine in sent.values() if docno in mine)
