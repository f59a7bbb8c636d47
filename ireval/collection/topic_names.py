"""Finds the topics that qrels and runs refer to, because topic files often write the numbers differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from string import ascii_letters

from ireval.collection.entries import Topic


def topics_by_number(topics: Iterable[Topic], names: Iterable[str]) -> dict[str, Topic]:
    """The topic for each name in ``names``, from qrels or runs, that has one.

    The topic has the same number; or it is the only one with the same number without leading letters and zeros:

    >>> found = topics_by_number([Topic("C041", "Baby Food"), Topic("C042", "Haiti")], ["41", "C042", "43"])
    >>> {name: topic.title for name, topic in found.items()}
    {'41': 'Baby Food', 'C042': 'Haiti'}
    """
    by_number = {topic.number: topic for topic in topics}
    counts = Counter(map(bare, by_number))
    by_bare = {bare(number): topic for number, topic in by_number.items() if counts[bare(number)] == 1}
    found = {name: by_number.get(name) or by_bare.get(bare(name)) for name in names}
    return {name: topic for name, topic in found.items() if topic is not None}


def bare(number: str) -> str:
    """An id without leading letters and zeros, if the rest is a whole number; otherwise the id itself."""
    digits = number.lstrip(ascii_letters)
    return digits.lstrip("0") or "0" if digits.isascii() and digits.isdigit() else number
