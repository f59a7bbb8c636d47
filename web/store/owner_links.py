"""Replaces lost owners' links: for the person who runs the server, or with a recovery code."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, func, select, update

from web.store import recovery_code, tokens
from web.store.database import Database
from web.store.records import Published, Reason, Refused, Sheet
from web.store.schema import sheets


class OwnerLinks:
    """The owners' links of one database. Replacing one never changes the students' link."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def replace(self, id_: str, student: str = "") -> str:
        """A new owner's token for the sheet with this id; the old one and the recovery code stop working.

        Without the students' token, the owner's page cannot show the students' link. Raises ``Refused`` if there is no
        such sheet, or if the students' token is that of another sheet.
        """
        new = tokens.carrying_token(tokens.owner_token(), student or tokens.UNKNOWN)
        here = sheets.c.id == id_
        if student:
            here = and_(here, sheets.c.student == tokens.digest(student))
        with self._database.writing() as connection:
            self._change(connection, here, owner=tokens.digest(new), recovery=None)
        return new

    def add_students_link(self, owner: str, student: str) -> str | None:
        """An owner's token that carries the students' token, in place of one that does not.

        Returns None, and changes nothing, if the students' token belongs to another sheet.
        """
        new = tokens.carrying_token(tokens.secret_part(owner), student)
        here = and_(sheets.c.owner == tokens.digest(owner), sheets.c.student == tokens.digest(student))
        try:
            with self._database.writing() as connection:
                self._change(connection, here, owner=tokens.digest(new))
        except Refused:
            return None
        return new

    def new_students_link(self, owner: str) -> str:
        """An owner's token that carries a new students' token; the old links of students and owner stop working."""
        student = tokens.student_token(tokens.owner_token())
        new = tokens.carrying_token(tokens.secret_part(owner), student)
        with self._database.writing() as connection:
            here = sheets.c.owner == tokens.digest(owner)
            self._change(connection, here, owner=tokens.digest(new), student=tokens.digest(student), recovery=None)
        return new

    def new_code(self, sheet: Sheet, owner: str) -> str:
        """A new recovery code, in place of an earlier one."""
        code = recovery_code.new_code()
        stored = recovery_code.stored_code(code, tokens.student_token(owner))
        with self._database.writing() as connection:
            self._change(connection, sheets.c.id == sheet.id, recovery=stored)
        return code

    def recover(self, code: str) -> Published | None:
        """The links of the sheet with this recovery code, and a new code; the owner's link is new.

        None for an unknown code.

        The old owner's link and the code stop working. Raises ``InputError`` if the text cannot be a code.
        """
        code, new_code = recovery_code.clean_code(code), recovery_code.new_code()
        known = func.substr(sheets.c.recovery, 1, len(recovery_code.digest(code))) == recovery_code.digest(code)
        with self._database.writing() as connection:
            there = and_(known, sheets.c.expires > self._clock())
            row = connection.execute(
                select(sheets.c.id, sheets.c.recovery).where(there).with_for_update()
            ).one_or_none()
            if row is None:
                return None
            student = recovery_code.student_token(code, row.recovery)
            owner = tokens.carrying_token(tokens.owner_token(), student)
            new = {"owner": tokens.digest(owner), "recovery": recovery_code.stored_code(new_code, student)}
            self._change(connection, sheets.c.id == row.id, **new)
        return Published(row.id, student, owner, new_code)

    def _change(self, connection: Connection, where: ColumnElement[bool], **values: str | None) -> None:
        here = and_(where, sheets.c.expires > self._clock())
        if not connection.execute(update(sheets).where(here).values(values)).rowcount:
            raise Refused(Reason.GONE)
