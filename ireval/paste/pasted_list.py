"""What a pasted list is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.errors import InputError
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED

FIELD = "pasted"

#: A line that counts: its number, from 1, and its text.
Line = tuple[int, str]


class Item(NamedTuple):
    """A document; the ``name`` is empty where there is none."""

    grade: int
    name: str = ""


@dataclass(frozen=True)
class PastedList:
    """A list as it was read: documents by rank, judged ones that the list missed, and what the text was taken for."""

    ranked: tuple[Item, ...]
    missed: tuple[Item, ...]
    kind: str

    @property
    def grades(self) -> list[int]:
        """The grades by rank."""
        return [item.grade for item in self.ranked]


def check_length(ranked: int, missed: int) -> None:
    """Raise ``InputError`` for more documents than a list may have."""
    if ranked > MOST_RANKS:
        raise InputError(
            FIELD,
            f"{ranked:,} documents are more than the {MOST_RANKS:,} a list may have.",
            "Paste the first ranks alone.",
        )
    if missed > MOST_UNRETRIEVED:
        raise InputError(
            FIELD,
            f"{missed:,} judged documents are not in the run, and {MOST_UNRETRIEVED:,} is the most allowed.",
            "Leave out lines of qrels with grade 0; only measures that count non-relevant documents need those.",
        )
