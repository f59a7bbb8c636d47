"""Sheets and the answers to them, kept until they expire or are deleted; and the collections of the same database."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from sqlalchemy import ColumnElement, and_, delete, insert, select, true, tuple_, update

from ireval.errors import InputError, nearest
from ireval.messages import Message
from web.store import bounds, erasure, recovery_code, tokens
from web.store.collections.collection_store import CollectionStore
from web.store.database import Database
from web.store.owner_actions import OwnerActions
from web.store.records import Answers, Deletion, Late, Mode, Published, Reason, Refused, SentAnswer, Sheet
from web.store.rooms.room_store import RoomStore
from web.store.schema import sheets, students
from web.store.students.answer_pages import PAGE, read_page
from web.store.students.answering import NEVER, Writing
from web.store.students.class_marks import Marks
from web.store.students.devices import Devices
from web.store.students.elsewhere import Elsewhere
from web.store.students.practice import Practice
from web.store.students.removals import Removals, refuse_removed
from web.store.students.rosters import IN_ORDER, Rosters, own_row
from web.store.students.space import NEW_SHEETS, SheetSpace, size_of

SWEEP_INTERVAL = timedelta(hours=1)  # while the store is used, expired rows are deleted at least this often
MOST_REMEMBERED = 64  # sheets whose answers are saved without reading them again


def _utc() -> datetime:
    return datetime.now(UTC)


class Store(OwnerActions):
    """The sheets of one database, its ``collections``, and its ``rooms``.

    Changes raise `Refused` where the sheet's state does not allow them, and `InputError` where an input exceeds a
    limit; every method raises `StorageError` if the database cannot be used. In all these cases nothing is stored. Once
    a method has returned, its changes are on disk. An expired sheet is treated as if it did not exist.
    """

    def __init__(
        self,
        url: str,
        clock: Callable[[], datetime] = _utc,
        limits: bounds.Limits = bounds.Limits(),  # noqa: B008 - it cannot be changed
        threads: int = 10,
    ) -> None:
        super().__init__(Database(url, threads=threads), clock)
        self.database = self._database  # for its jobs
        self.sheet_space = SheetSpace(self._database, limits.sheets)
        self.collections = CollectionStore(self._database, clock, self._sweep_if_due, limits.collections)
        space = self.sheet_space
        self.rooms = RoomStore(self._database, clock, self._sweep_if_due, space, limits.students)
        self._swept: datetime | None = None
        #: A sheet by its token for students, as it was once read; a change reads again all that may have changed.
        self.remembered = lru_cache(maxsize=MOST_REMEMBERED)(self._existing)
        self.rosters = Rosters(self._database, clock, self.sheet_space, limits.students)
        self.devices = Devices(self._database, clock)
        self.practice = Practice(self._database)
        self.marks = Marks(self._database)
        self.removals = Removals(self._database, clock)

    def close_connections(self) -> None:
        """Disconnect from the database; the next call connects again."""
        self._database.close()

    def publish(self, body: str, *, title: str, mode: Mode | str, lifetime: timedelta) -> Published:
        """Store a new sheet, open for answers. `body` is its JSON text; returns the secret parts of its links."""
        now, owner, code = self._clock(), tokens.owner_token(), recovery_code.new_code()
        published = Published(secrets.token_hex(6), tokens.student_token(owner), owner, code)
        row = {
            "id": published.id,
            "student": tokens.digest(published.student),
            "owner": tokens.digest(owner),
            "title": bounds.line("title", Message("stored-title"), title, bounds.TITLE),
            "mode": _mode(mode),
            "body": bounds.body(body),
            "open": True,
            "created": now,
            "expires": now + bounds.days(lifetime),
            "recovery": recovery_code.stored_code(code, published.student),
            "secret": secrets.token_hex(16),
        }
        with self._database.writing() as connection:
            self.sheet_space.take(connection, size_of(body), NEW_SHEETS)
            connection.execute(insert(sheets).values(row))
        return published

    def copy(self, sheet: Sheet, *, lifetime: timedelta, title: str | None = None, body: str = "") -> Published:
        """Store a copy of the sheet, with new links, but without answers and roster; with another `body` if given."""
        return self.publish(body or sheet.body, title=title or sheet.title, mode=sheet.mode, lifetime=lifetime)

    def by_student(self, token: str) -> Sheet | None:
        """The sheet whose student link has this token."""
        return self._find(sheets.c.student == tokens.digest(token))

    def by_owner(self, token: str) -> Sheet | None:
        """The sheet whose owner link has this token."""
        return self._find(sheets.c.owner == tokens.digest(token))

    def has(self, id_: str) -> bool:
        """Whether there is still a sheet with this id."""
        return self._find(sheets.c.id == id_) is not None

    def delete(self, sheet: Sheet) -> Deletion:
        """Remove the sheet and all answers to it, so that no query finds them; returns the state of the deletion.

        The sheet may be gone already.
        """
        self._remove(sheets.c.id == sheet.id)
        return self._database.erasure.finish()

    def deletion(self) -> Deletion:
        """The state of all deletions."""
        return self._database.erasure.state()

    def sweep(self) -> int:
        """Remove all that has expired; returns its number. The store also does this by itself from time to time."""
        self._swept = self._clock()
        expired = sheets.c.expires <= self._swept
        removed = sum(iter(lambda: self._remove(expired), 0)) + self.collections.remove_expired()
        removed += self.rooms.remove_expired()
        if removed or self.deletion() is not Deletion.FINISHED:
            self._database.erasure.finish_later()  # nobody's request waits for it
        return removed

    def save(self, sheet: Sheet, key: str, exercise: str, part: str, text: str, *, device: str = "") -> None:
        """Store one answer of a student in place of an earlier one. An empty answer removes the earlier one.

        ``device`` is the one from which it is sent, if that is known. Without a roster, the caller must check that the
        key was given out, or is that of a student.
        """
        self.save_all(sheet, key, [SentAnswer(exercise, part, text)], device=device)

    def save_all(
        self,
        sheet: Sheet,
        key: str,
        sent: Iterable[SentAnswer],
        *,
        token: str = "",
        device: str = "",
        final: int = NEVER,
        known: str | None = None,
        beginning: Callable[[], None] = lambda: None,
    ) -> Elsewhere:
        """Store the answers that have changed, in one transaction; returns the activity of other devices.

        The sheet may be a ``remembered`` one; the ``token`` must still lead to it. If an answer is refused, those
        before it are stored. Answers to exercises whose shown stage is at least ``final`` do not change. ``known`` is
        the time of the last save that the device knows of; if it has saved later, nothing is stored. ``beginning`` is
        called before somebody begins to practise, and may refuse that with an exception.
        """
        link = tokens.digest(token) if token else ""
        with self._database.writing() as connection:
            writing = Writing(connection, sheet, _key(key), device, self._clock, self.rosters, link, final)
            elsewhere, problem = writing.save(sent, known, beginning)
        if problem:
            raise problem
        return elsewhere

    def submit(self, sheet: Sheet, key: str, *, device: str = "") -> datetime:
        """Submit the answers; returns the time.

        Where answers are accepted once, this is the time of the first submission.
        """
        with self._database.writing() as connection:
            return Writing(connection, sheet, _key(key), device, self._clock, self.rosters).submit()

    def hand_back(self, sheet: Sheet, key: str) -> None:
        """Let a student who has submitted continue, as if nothing had been submitted."""
        with self._database.writing() as connection:
            connection.execute(update(students).where(own_row(sheet, _key(key))).values(submitted=None))

    def answers(self, sheet: Sheet, key: str) -> Answers:
        """A student's answers so far; no answers for a student who has not begun.

        Raises ``Refused`` where the sheet has a roster and this key is not on it, and where the owner has removed the
        student.
        """
        key = _key(key)
        with self._database.reading() as connection:
            _, found = next(read_page(connection, sheet, students.c.key == key), (0, None))
        if found is None and sheet.mode is Mode.ONCE:
            raise Refused(Reason.UNKNOWN_KEY)
        if found:
            refuse_removed(sheet.mode, found.begun)
        return found or Answers(key, None, None, {})

    def all_answers(self, sheet: Sheet) -> Iterator[Answers]:
        """The answers of every student who has begun, in the order of the roster, or in which the students began.

        They are read in pages, so that others need not wait.
        """
        after: ColumnElement[bool] = true()
        while True:
            with self._database.reading() as connection:
                page = list(read_page(connection, sheet, and_(students.c.begun.is_not(None), after)))
            yield from (answers for _, answers in page)
            if len(page) < PAGE:
                return
            place, last = page[-1]
            after = tuple_(*IN_ORDER) > (place, last.begun, last.key)

    def _existing(self, token: str) -> Sheet:
        found = self.by_student(token)
        if found is None:
            raise Refused(Reason.GONE)
        return found

    def _find(self, where: ColumnElement[bool]) -> Sheet | None:
        self._sweep_if_due()
        now = self._clock()
        with self._database.reading() as connection:
            row = connection.execute(select(sheets).where(where, sheets.c.expires > now)).one_or_none()
        if row is None:
            return None
        times = row.created, row.expires, row.opens, row.deadline, Late(row.late), row.spread, row.minutes
        return Sheet(row.id, row.title, Mode(row.mode), row.body, row.open, row.secret, *times, row.most, now)

    def _sweep_if_due(self) -> None:
        if self._swept is None or self._clock() - self._swept >= SWEEP_INTERVAL:
            self.sweep()

    def _remove(self, where: ColumnElement[bool]) -> int:
        with self._database.writing() as connection:
            first = select(sheets.c.id).where(where).order_by(sheets.c.id).limit(PAGE)
            doomed = connection.scalars(first.with_for_update()).all()  # every process locks them in this order
            connection.execute(delete(sheets).where(sheets.c.id.in_(doomed)))
            if doomed:
                erasure.note(connection)
        return len(doomed)


def _mode(text: str) -> Mode:
    try:
        return Mode(text)
    except ValueError:
        raise InputError("mode", "unknown-submission-mode", text=str(text), hint=nearest(text, Mode)) from None


def _key(text: str) -> str:
    return bounds.line("key", Message("stored-key"), text, bounds.KEY)
