"""The numbers of a collection's topics: of those with judgements, and of those that only a text or a run has."""

from __future__ import annotations

from collections.abc import Iterable

from ireval.collection.stored_collection import Collection
from ireval.collection.topic_names import topics_by_name


def topic_numbers(collection: Collection) -> list[str]:
    """The topics that have judgements or a text, as the judgements write their numbers."""
    numbers = list(collection.qrels)
    texts = {topic.number for topic in topics_by_name(collection.topics.values(), numbers).values()}
    return [*numbers, *(number for number in collection.topics if number not in texts)]


def unjudged_topics(collection: Collection, runs: Iterable[str]) -> dict[str, str]:
    """The topics without judgements, each with one of the ``runs`` that has it; empty if none does."""
    found: dict[str, str] = {}
    for name in runs:
        for number in collection.runs[name].topics:
            if number not in collection.qrels:
                found.setdefault(number, name)
    return found | {number: found.get(number, "") for number in topic_numbers(collection)[len(collection.qrels) :]}
