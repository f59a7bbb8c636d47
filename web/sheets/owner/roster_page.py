"""The contents of the roster's pages: seats with their links and their students' progress."""

from __future__ import annotations

from functools import cached_property

from flask import url_for
from werkzeug.datastructures import MultiDict

from ireval.exercises.paper.key_slips import MOST_SLIPS
from ireval.messages import Message, say
from web import store
from web.coursework.deletion_words import deletion_in_words
from web.coursework.page_links import PAGE, ListPage, matches_search
from web.messages.moments import short_moment, zoned_text
from web.sheets.owner.pasted_names import MOST_NAMED
from web.store import Seat, student_token
from web.store.bounds import STUDENT_NAME


class SeatPage:
    """One seat with its link."""

    def __init__(self, token: str, sheet: store.Sheet, seat: Seat, number: int = 0, *, new: bool = False) -> None:
        self.sheet, self.seat = sheet, seat
        self.own = sheet.of(seat.key)
        self.number = number
        self.new = new
        self._token = token

    @property
    def begun(self) -> str:
        """When the student began; empty if the student has not begun."""
        return short_moment(self.seat.begun) if self.seat.begun else ""

    @property
    def submitted(self) -> str:
        """When the student submitted; empty if the student has not submitted."""
        return short_moment(self.seat.submitted) if self.seat.submitted else ""

    @property
    def opens(self) -> str:
        """When the sheet opens for the student; empty unless the start is staggered."""
        return short_moment(self.own.opens) if self.sheet.spread and self.own.opens else ""

    @property
    def ends(self) -> str:
        """The deadline of the student; empty unless each student has a deadline."""
        return short_moment(self.own.deadline) if self.sheet.minutes and self.own.deadline else ""

    def opens_in(self, zone: str) -> str:
        """Return when the sheet opens, for a slip; empty unless the start is staggered."""
        if not self.sheet.spread or not self.own.opens:
            return ""
        return say(Message("slip-opens", time=zoned_text(self.own.opens, zone)))

    @property
    def link(self) -> str:
        """The address that opens the sheet with this seat's key."""
        return url_for("student.work", token=student_token(self._token), key=self.seat.key, _external=True)


class RosterPage(ListPage):
    """A page of the roster, or of the seats whose name or key contains the text ``find`` of the address.

    The last names entered or removed are in the address, too: see ``class_roster``.
    """

    def __init__(
        self, token: str, sheet: store.Sheet, seats: list[Seat], address: MultiDict[str, str] | None = None
    ) -> None:
        address = address or MultiDict()
        self._entered, self._more = (max(address.get(name, 0, int), 0) for name in ("entered", "more"))
        self._removed = "removed" in address
        places = set(address.getlist("known", int)[:MOST_NAMED])
        self._known = [seat.name for seat in seats if seat.place in places]
        self.seats = seats
        self.find = address.get("find", "").strip()[:STUDENT_NAME]
        old = len(seats) - self._entered
        numbered = list(enumerate(seats, start=1))
        found = [(n, seat) for n, seat in numbered if matches_search(self.find, seat.name, seat.key)]
        super().__init__(len(found), address.get("page", old // PAGE + 1 if self._entered else 1, int))
        self.lines = [SeatPage(token, sheet, seat, n, new=n > old) for n, seat in self.cut(found)]
        self.parts = range(1, len(seats) + 1, MOST_SLIPS)

    @property
    def begun(self) -> int:
        """The number of students who have begun."""
        return sum(seat.begun is not None for seat in self.seats)

    @property
    def submitted(self) -> int:
        """The number of students who have submitted."""
        return sum(seat.submitted is not None for seat in self.seats)

    @cached_property
    def report(self) -> list[str]:
        """Sentences on the names that were entered or removed last."""
        if self._removed:
            return [say(Message("seat-removed")), deletion_in_words(store.store().deletion())]
        found = [Message("seats-entered", count=self._entered)] if self._entered or self._known else []
        if self._known:
            key = "names-known-and-more" if self._more else "names-known"
            count = len(self._known) + self._more
            found.append(Message(key, count=count, names=self._known, more=self._more))
        return [say(message) for message in found]
