"""A pasted list and the documents in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.errors import InputError
from ireval.messages.catalogue import say
from ireval.messages.message import Message
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED

FIELD = "pasted"

#: A line: its number, from 1, and its text.
Line = tuple[int, str]


class Item(NamedTuple):
    """A document; ``name`` is empty if it has none."""

    grade: int
    name: str = ""


@dataclass(frozen=True)
class PastedList:
    """A list as it was read: documents by rank, judged documents that were not retrieved, and the form of the text."""

    ranked: tuple[Item, ...]
    missed: tuple[Item, ...]
    form: Message

    @property
    def kind(self) -> str:
        """The form of the text, in words."""
        return say(self.form)

    @property
    def grades(self) -> list[int]:
        """The grades by rank."""
        return [item.grade for item in self.ranked]


def check_length(ranked: int, missed: int) -> None:
    """Raise ``InputError`` if there are more documents than a list may have."""
    if ranked > MOST_RANKS:
        raise InputError(FIELD, "too-many-documents", count=ranked, most=MOST_RANKS)
    if missed > MOST_UNRETRIEVED:
        raise InputError(FIELD, "too-many-missed", count=missed, most=MOST_UNRETRIEVED)
