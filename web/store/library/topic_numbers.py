"""The numbers of a collection's topics: of those with judgements, and of those that only a text or a run has."""

from __future__ import annotations

from collections.abc import Iterable

from ireval.collection.stored_collection import Collection


def topic_numbers(collection: Collection) -> list[str]:
    """The topics that have judgements or a text, with their numbers as the judgements write them."""
    return [*collection.qrels, *(number for number in collection.topics if number not in collection.qrels)]


def unjudged_topics(collection: Collection, runs: Iterable[str]) -> dict[str, str]:
    """The topics without judgements, each with one of the ``runs`` that has it; empty if none does."""
    found: dict[str, str] = {}
    for name in runs:
        for number in collection.runs[name].topics:
            if number not in collection.qrels:
                found.setdefault(number, name)
    return found | {number: found.get(number, "") for number in topic_numbers(collection)[len(collection.qrels) :]}
