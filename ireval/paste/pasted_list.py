"""Pasted lists, their documents, and the readings of a text."""

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
    """A list that was read: documents by rank, judged documents that were not retrieved, and a title (may be empty).

    Raises ``InputError`` for more documents than a list may have.
    """

    ranked: tuple[Item, ...]
    missed: tuple[Item, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        if len(self.ranked) > MOST_RANKS:
            raise InputError(FIELD, "too-many-documents", count=len(self.ranked), most=MOST_RANKS)
        if len(self.missed) > MOST_UNRETRIEVED:
            raise InputError(FIELD, "too-many-missed", count=len(self.missed), most=MOST_UNRETRIEVED)

    @property
    def grades(self) -> list[int]:
        """The grades by rank."""
        return [item.grade for item in self.ranked]


@dataclass(frozen=True)
class PasteReading:
    """One way to read a text: its lists, the form of the text, and the columns that were ignored."""

    lists: tuple[PastedList, ...]
    form: Message
    ignored: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of this reading, which distinguishes it from other readings of the same text."""
        return self.form.key.removeprefix("paste-")

    @property
    def kind(self) -> str:
        """The form of the text, in words."""
        return say(self.form)


def single(items: list[Item], form: str) -> PasteReading:
    """A reading as one list."""
    return PasteReading((PastedList(tuple(items)),), Message(form))


def of_grades(grades: list[int], form: str) -> PasteReading:
    """A reading as one list without names."""
    return single([Item(grade) for grade in grades], form)
