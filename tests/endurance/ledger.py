"""What was sent and what was acknowledged, so that a loss can be told from an answer that was still under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Place(NamedTuple):
    """A field of a student's page."""

    page: str
    field: str


class Ledger:
    """The texts that each field may hold: the one acknowledged last, or one that was sent after it."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.lost: list[str] = []
        self._possible: dict[Place, list[str]] = {}

    def note_sent(self, page: str, texts: Mapping[str, str]) -> None:
        """These texts are about to be sent."""
        for name, text in texts.items():
            self._possible.setdefault(Place(page, name), [""]).append(text)

    def note_acknowledged(self, page: str, texts: Mapping[str, str]) -> None:
        """The server has acknowledged these texts, the last ones sent."""
        self.acknowledged += len(texts)
        for name, text in texts.items():
            self._possible[Place(page, name)] = [text]

    def compare(self, page: str, shown: Mapping[str, str]) -> int:
        """Compare what a page shows with what it must hold; returns the number of losses found."""
        found = []
        for place, possible in self._possible.items():
            if place.page == page and shown.get(place.field, "") not in possible:
                key = page.rsplit("/", 1)[1]
                found.append(f"{key} {place.field}: {shown.get(place.field)!r} instead of {possible[0]!r}")
        self.lost += found
        return len(found)

    def pages(self) -> Iterable[str]:
        """All pages on which something was sent."""
        return dict.fromkeys(place.page for place in self._possible)
