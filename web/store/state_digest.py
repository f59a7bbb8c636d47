"""A short text for the state of a sheet and all answers to it: pages that show it need not be drawn again."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, func, select

from web.store.records import Sheet
from web.store.schema import answers, students


def state_digest(connection: Connection, sheet: Sheet) -> str:
    """A text that differs after every change: an answer saved or removed, a student or a submission more or less."""
    given = select(func.count(), func.max(answers.c.saved)).where(answers.c.sheet == sheet.id)
    class_ = select(
        func.count(),
        func.count(students.c.begun),
        func.count(students.c.submitted),
        func.max(students.c.submitted),
        func.max(students.c.begun),
    ).where(students.c.sheet == sheet.id)
    state = *sheet[:-1], sheet.refusal, sheet.overdue
    found = *connection.execute(given).one(), *connection.execute(class_).one(), *state
    return hashlib.sha256(repr(found).encode()).hexdigest()[:32]
