"""The contents of the templates of a playlist."""

from __future__ import annotations

from functools import cached_property

from flask import url_for

from ireval.errors import InputError
from ireval.messages import say
from web.playlist.edits import Edited
from web.playlist.playlist import LONGEST_NOTE, LONGEST_TITLE, MOST_ITEMS, MOST_MINUTES, Item
from web.playlist.playlist_code import FIVE_SOURCES, write_code
from web.question.question_line import LONGEST_LINE
from web.state.texts.packed_playlist import LONGEST_CODE

#: The fields of an item in the form, whose names have its number.
OWN_FIELDS = ("title", "note", "minutes", "question")


class Page:
    """The page on which a playlist is built; ``typed`` has the texts of its fields."""

    most, longest_title, longest_note, most_minutes = MOST_ITEMS, LONGEST_TITLE, LONGEST_NOTE, MOST_MINUTES
    longest_question = LONGEST_LINE
    five_sources = FIVE_SOURCES

    def __init__(self, edited: Edited, typed: dict[str, str]) -> None:
        self.errors: list[InputError] = edited.errors
        self.playlist = edited.playlist
        self.before = edited.before
        self.links = edited.links
        self.said = say(edited.said) if edited.said else ""
        self._typed = typed

    @cached_property
    def code(self) -> str:
        """The playlist as a code."""
        return write_code(self.playlist)

    @property
    def fits(self) -> bool:
        """Whether a link has room for the playlist."""
        return len(self.code) <= LONGEST_CODE

    @property
    def address(self) -> str:
        """The address of the page with this playlist; without the playlist if a link has no room for it."""
        return url_for("playlist.build", items=self.code if self.fits and self.code else None)

    @property
    def link(self) -> str:
        """The complete address."""
        return url_for("playlist.build", items=self.code, _external=True)

    @property
    def too_long(self) -> InputError:
        """The error if a link has no room for the playlist."""
        return InputError("items", "playlist-too-long-for-link", count=len(self.code), most=LONGEST_CODE)

    @property
    def minutes(self) -> int:
        """The time of all items together, in minutes."""
        return sum(item.minutes for item in self.playlist.items)

    @property
    def refused(self) -> set[str]:
        """The names of fields that could not be used."""
        return {error.field for error in self.errors}

    def start(self, place: int = 1) -> str:
        """Return the address that presents the playlist from an item on."""
        return f"{self.playlist.items[place - 1].projected}#playlist={self.code}&item={place}"

    def was_typed(self, name: str, value: object) -> str:
        """The text that a field shows: the typed text if it was refused, otherwise the value."""
        return self._typed.get(name, "") if name in self.refused else str(value)

    def errors_of(self, place: int) -> list[InputError]:
        """The errors in the fields of an item."""
        return [e for e in self.errors if e.field in {f"{name}{place}" for name in OWN_FIELDS}]

    @property
    def link_errors(self) -> list[InputError]:
        """The errors in the links to add."""
        return [e for e in self.errors if e.field == "links"]

    @property
    def other_errors(self) -> list[InputError]:
        """All other errors."""
        own = {e.field for place in range(1, len(self.playlist.items) + 1) for e in self.errors_of(place)} | {"links"}
        return [e for e in self.errors if e.field not in own]


def shown_item(item: Item) -> dict[str, object]:
    """An item for the script that presents it."""
    return {
        "address": item.projected,
        "title": item.title,
        "note": item.note,
        "minutes": item.minutes,
        "steps": item.steps,
        "question": item.question,
    }
