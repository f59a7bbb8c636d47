"""A list in one line: the rank and the label of each document, and the documents that were not retrieved."""

from __future__ import annotations

from typing import Any, NamedTuple

from ireval.exercises import RankedList, Row, Shown
from ireval.exercises.kinds.layout import shown
from web.classroom.questions.round_body import Body

#: The grade of the darkest chip; higher grades look like it.
DARKEST = 3


class Chip(NamedTuple):
    """A document: its rank, empty if it was not retrieved, its name, its label, and the label's look."""

    rank: str
    name: str
    label: str
    look: str


class Strip(NamedTuple):
    """A list: its title, which is empty if there is only one, and its documents, those not retrieved apart."""

    title: str
    chips: tuple[Chip, ...]
    missed: tuple[Chip, ...]


def strip_of(listed: Shown) -> Strip:
    """The strip of a list."""
    return Strip(listed.title, tuple(map(_chip, listed.rows)), tuple(map(_chip, listed.missed)))


def read_lists(bodies: list[Body]) -> tuple[Shown, ...]:
    """The lists of a round's body, as a question shows its lists."""
    return tuple(_read(body) for body in bodies)


def _read(body: Body) -> Shown:
    parts: dict[str, Any] = {
        name: tuple(value) if name == "names" else value for name, value in body.items() if name != "title"
    }
    return shown(RankedList(**parts), body["title"])


def _chip(row: Row) -> Chip:
    known = row.label.isdigit()
    look = f"g{min(int(row.label), DARKEST)}" if known else "unjudged"
    return Chip(row.rank, row.name, row.label if known else "–", look)
