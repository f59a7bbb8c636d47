"""What the roster's pages show: its seats with their links and how far their students are."""

from __future__ import annotations

from functools import cached_property

from flask import url_for
from werkzeug.datastructures import MultiDict

from ireval.messages import Message, say
from web import store
from web.messages.moments import short_moment
from web.sheets.owner.access import deletion_in_words
from web.sheets.owner.pasted_names import MOST_NAMED
from web.store import Seat, student_token


class SeatPage:
    """One seat with its link."""

    def __init__(self, token: str, sheet: store.Sheet, seat: Seat, number: int = 0, *, new: bool = False) -> None:
        self.sheet, self.seat = sheet, seat
        self.number = number
        self.new = new
        self._token = token

    @property
    def begun(self) -> str:
        """When the student began; empty if that is still to come."""
        return short_moment(self.seat.begun) if self.seat.begun else ""

    @property
    def submitted(self) -> str:
        """When the student submitted; empty if that is still to come."""
        return short_moment(self.seat.submitted) if self.seat.submitted else ""

    @property
    def link(self) -> str:
        """The address that opens the sheet with this seat's key."""
        return url_for("student.work", token=student_token(self._token), key=self.seat.key, _external=True)


class RosterPage:
    """The roster. What was entered or removed last is in the address: see ``class_roster``."""

    def __init__(
        self, token: str, sheet: store.Sheet, seats: list[Seat], address: MultiDict[str, str] | None = None
    ) -> None:
        address = address or MultiDict()
        self._entered, self._more = (max(address.get(name, 0, int), 0) for name in ("entered", "more"))
        self._removed = "removed" in address
        places = address.getlist("known", int)[:MOST_NAMED]
        self._known = [seat.name for seat in seats if seat.place in places]
        old = len(seats) - self._entered
        self.lines = [
            SeatPage(token, sheet, seat, number, new=number > old) for number, seat in enumerate(seats, start=1)
        ]

    @property
    def begun(self) -> int:
        """How many students have begun."""
        return sum(line.seat.begun is not None for line in self.lines)

    @property
    def submitted(self) -> int:
        """How many students have submitted."""
        return sum(line.seat.submitted is not None for line in self.lines)

    @cached_property
    def report(self) -> list[str]:
        """Sentences on what was entered or removed last."""
        if self._removed:
            return [say(Message("seat-removed")), deletion_in_words(store.store().deletion())]
        found = [Message("seats-entered", count=self._entered)] if self._entered or self._known else []
        if self._known:
            key = "names-known-and-more" if self._more else "names-known"
            count = len(self._known) + self._more
            found.append(Message(key, count=count, names=self._known, more=self._more))
        return [say(message) for message in found]
