"""What a pasted list is made of, and what its names may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.errors import InputError
from ireval.labels import MOST_RANKS, MOST_UNRETRIEVED
from ireval.trec.problems import quoted

FIELD = "pasted"
LONGEST_NAME = 40

#: A line that counts: its number, from 1, and its text.
Line = tuple[int, str]


class Item(NamedTuple):
    """A document; the ``name`` is empty where there is none."""

    grade: int
    name: str = ""


@dataclass(frozen=True)
class Pasted:
    """A list as it was read: documents by rank, judged ones that the list missed, and what the text was taken for."""

    ranked: tuple[Item, ...]
    missed: tuple[Item, ...]
    kind: str

    @property
    def grades(self) -> list[int]:
        """The grades by rank."""
        return [item.grade for item in self.ranked]


def checked_name(name: str, where: str = "", field: str = FIELD) -> str:
    """``name``, for a document. Raises ``InputError`` naming ``field`` for what an address cannot hold."""
    if len(name) > LONGEST_NAME:
        raise InputError(
            field, f"{where}the name {quoted(name)} is longer than {LONGEST_NAME} characters.", "Shorten it."
        )
    if "," in name:
        raise InputError(
            field, f"{where}the name {quoted(name)} has a comma, and commas separate names.", "Write it without."
        )
    return name


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
