"""The space that sheets take with all that belongs to them, and which changes are refused when it runs out.

It is measured at most once a minute, and again before a change is refused, so freed space counts immediately; in
between, a process adds what it accepts. Saving an answer reads no table for this: the space is checked only when a
student has written more than the bytes that were reserved when the student was entered.

New sheets are refused first, then those who begin to practise, then new entries of rosters, and last what students
write beyond their reserved bytes. So filling the space cannot keep a class from its exam.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from sqlalchemy import ColumnElement, Connection, LargeBinary, cast, func, select

from web.store.database import Database
from web.store.records import Reason, Refused
from web.store.schema import answers, marks, room_answers, room_rounds, sheets, students

#: Bytes that are reserved for each student, and bytes that the row of a sheet or an answer takes beside its text.
STUDENT_BYTES, ROW_BYTES = 4_000, 200
#: Seconds for which a measurement is used, and seconds after which a full space is measured again.
FRESH, FULL_FRESH = 60.0, 2.0
#: The parts of the space up to which new entries of each kind are accepted.
NEW_SHEETS, NEW_LEARNERS, NEW_SEATS, MORE_TEXT = 0.8, 0.9, 0.95, 1.0


Texts = Mapping[tuple[str, str], str]


class SheetSpace:
    """The space of the sheets in one database: at most ``allowed`` bytes; None sets no limit."""

    def __init__(self, database: Database, allowed: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self.allowed, self._clock = database, allowed, clock
        self._used, self._measured = 0, float("-inf")
        self._lock = Lock()

    def take(self, connection: Connection, size: int, part: float) -> None:
        """Count ``size`` bytes that the transaction adds. Raises ``Refused`` if more than a part of the space is used.

        The bytes of a transaction that fails count until the next measurement.
        """
        if self.allowed is None:
            return
        most = self.allowed * part
        with self._lock:
            if not self._is_younger(FRESH) or self._used + size > most:
                self._measure(connection)
            if self._used + size > most:
                raise Refused(Reason.SHEETS_FULL)
            self._used += size

    def check_text(self, connection: Connection, given: Texts, new: Texts) -> None:
        """Raise ``Refused`` if a student writes more than was reserved, and no space is left.

        ``given`` and ``new`` are all answers of the student before and after the change.
        """
        if self.allowed is None:
            return
        before, after = (sum(map(size_of, filter(None, texts.values()))) for texts in (given, new))
        if after <= max(before, STUDENT_BYTES):
            return
        with self._lock:
            self._used += after - max(before, STUDENT_BYTES)
            full = self._used > self.allowed * MORE_TEXT
            if not self._is_younger(FULL_FRESH if full else FRESH):
                self._measure(connection)
                full = self._used + after - before > self.allowed * MORE_TEXT
        if full:
            raise Refused(Reason.SHEETS_FULL)

    def used(self) -> int:
        """The bytes that are used now."""
        with self._database.reading() as connection:
            return sheet_bytes(connection)

    def _is_younger(self, seconds: float) -> bool:
        return self._clock() - self._measured < seconds

    def _measure(self, connection: Connection) -> None:
        self._used, self._measured = sheet_bytes(connection), self._clock()


def sheet_bytes(connection: Connection) -> int:
    """The bytes of all sheets, of all answers and marks, of rooms, and those that are reserved for students."""
    columns = sheets.c.body, answers.c.text, marks.c.body, room_rounds.c.body, room_answers.c.text
    texts = sum(_sum(connection, column) for column in columns)
    rows = connection.execute(select(func.count()).select_from(students)).scalar_one()
    return texts + int(rows) * STUDENT_BYTES


def size_of(text: str) -> int:
    """The bytes that a text takes with its row."""
    return len(text.encode("utf-8", "replace")) + ROW_BYTES


def byte_length(connection: Connection, column: ColumnElement[Any]) -> ColumnElement[int]:
    """The bytes of a text, as an expression."""
    if connection.dialect.name == "sqlite":
        return func.length(cast(column, LargeBinary))
    return func.octet_length(column)


def _sum(connection: Connection, column: ColumnElement[Any]) -> int:
    length = byte_length(connection, column)
    number, size = connection.execute(select(func.count(), func.sum(length))).one()
    return int(size or 0) + int(number) * ROW_BYTES
