"""A student who saves or submits answers: one transaction, with as few statements as the guarantees allow.

First the sheet is locked, so that it cannot change until the transaction ends; SQLite has locked everything by itself.
Then one statement reads everything that is needed. On PostgreSQL it must be a second statement: one that waited for a
lock sees the state from before it waited. Last, the changes are written, with the visit of the device.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    String,
    and_,
    bindparam,
    case,
    delete,
    literal,
    null,
    select,
    true,
    tuple_,
    type_coerce,
    union_all,
    update,
)

from ireval.errors import InputError
from ireval.messages import Message
from web.store import bounds
from web.store.records import Mode, Reason, Refused, SentAnswer, Sheet, refusal
from web.store.schema import answers, practice, sheets, students
from web.store.students.devices import OthersSeen, others_seen, visit_row
from web.store.students.elsewhere import Elsewhere
from web.store.students.removals import refuse_removed
from web.store.students.rosters import Rosters, own_row
from web.store.students.row_change import Rows, put
from web.store.students.staggered_start import own_times

#: The columns that decide whether answers are accepted, and whether their link still leads to this sheet.
STATE = "id", "student", "mode", "open", "opens", "deadline", "late", "spread", "minutes", "most", "expires"
#: A stage that no exercise reaches.
NEVER = 100


class Student(NamedTuple):
    """A student at the time ``now``: ``refused`` is the reason why nothing is accepted, or None.

    The answers to exercises that are ``over`` stay as they are. ``most`` is the owner's limit for the number of
    students.
    """

    now: datetime
    refused: Reason | None
    begun: datetime | None
    submitted: datetime | None
    given: dict[tuple[str, str], str]
    over: frozenset[str]
    others: OthersSeen
    most: int | None = None


class Changes:
    """The changes that sent answers make to the stored ones, as far as they are within the limits.

    ``problem`` is the error of the first answer that is not; this answer and those after it change nothing. Answers to
    exercises that are ``over`` stay as they are.
    """

    def __init__(
        self, given: dict[tuple[str, str], str], sent: Iterable[SentAnswer], over: Collection[str] = ()
    ) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self.problem: InputError | None = None
        self.given, self.after = given, dict(given)
        refused_field = ""
        for answer in sent:
            try:
                changed = self._add(answer, over)
            except InputError as error:
                self.problem = error.at(answer.field) if answer.field else error
                return
            refused_field = refused_field or ("" if changed else answer.field)
        if refused_field:
            self.problem = InputError(refused_field, "exercise-over")

    def _add(self, answer: SentAnswer, over: Collection[str]) -> bool:
        """Add an answer to the changes; returns whether that was allowed."""
        place = (
            bounds.line("exercise", Message("stored-exercise"), answer.exercise, bounds.NAME),
            bounds.line("part", Message("stored-part"), answer.part, bounds.NAME),
        )
        if answer.text.strip() in (self.after.get(place, ""), answer.was):
            return True
        if answer.exercise in over:
            return False
        text = bounds.answer(answer.text)
        after = {**self.after, place: text}
        if text:
            filled = [other for other in after.values() if other]
            bounds.answers(len(filled), sum(map(len, filled)))
        self.after = after
        self.texts[place] = text
        return True

    def write(self, connection: Connection, sheet: Sheet, key: str, now: datetime, visit: Rows | None) -> None:
        """Store the changes with the visit: at most one statement for new texts, and one for removed ones."""
        gone = [place for place, text in self.texts.items() if not text]
        if gone:
            mine = answers.c.sheet == sheet.id, answers.c.key == key
            connection.execute(delete(answers).where(*mine, tuple_(answers.c.exercise, answers.c.part).in_(gone)))
        rows = [
            {"sheet": sheet.id, "key": key, "exercise": exercise, "part": part, "text": text, "saved": now}
            for (exercise, part), text in self.texts.items()
            if text
        ]
        given = [Rows(answers, rows, _later)] if rows else []
        put(connection, *([visit] if visit else []), *given)


def _later(new: Any) -> dict[str, Any]:
    """The time of an answer that is changed: later than it was, even if the clock has stopped or was set back."""
    before = type_coerce(answers.c.saved, BigInteger)
    return {"saved": case((before < type_coerce(new.saved, BigInteger), new.saved), else_=before + 1)}


class Writing(NamedTuple):
    """A transaction in which a student saves or submits: with a key of a sheet, from a device if that is known.

    ``link`` is empty, or must be the digest of the sheet's link for students. In practice, an exercise is over once a
    stage of at least ``final`` was shown. The ``rosters`` limit the number of students.
    """

    connection: Connection
    sheet: Sheet
    key: str
    device: str
    clock: Callable[[], datetime]
    rosters: Rosters
    link: str = ""
    final: int = NEVER

    def save(
        self, sent: Iterable[SentAnswer], known: str | None, beginning: Callable[[], None]
    ) -> tuple[Elsewhere, InputError | None]:
        """Store the answers that have changed.

        Returns what is known about devices, and the problem if there is one. ``known`` is the time of the last save
        that the device knows of; if it has saved later, these answers arrived late, and nothing is stored.
        ``beginning`` is called before somebody begins to practise, and may refuse it with an exception.
        """
        student = self._lock()
        found = student.others.elsewhere(student.now)
        changes = Changes(student.given, sent, student.over)
        if not changes.texts:
            return found, changes.problem
        if known is not None and known != found.saved_here:
            return found._replace(overtaken=True), None
        visit = self._enter(student, beginning)
        self.rosters.space.check_text(self.connection, changes.given, changes.after)
        changes.write(self.connection, self.sheet, self.key, student.now, visit)
        return found._replace(here=student.now if self.device else None), changes.problem

    def submit(self) -> datetime:
        """Submit the answers; returns the time of the first submission where answers are accepted once."""
        student = self._lock()
        if student.refused is Reason.SUBMITTED and student.submitted:
            return student.submitted
        put(self.connection, *filter(None, [self._enter(student)]))
        mine = update(students).where(own_row(self.sheet, self.key))
        self.connection.execute(mine.values(submitted=student.now))
        return student.now

    def _lock(self) -> Student:
        """Lock the sheet and its students' answers until the transaction ends; returns the student.

        Writers of one sheet wait for each other. With a shared lock, which only keeps out a change to the sheet itself,
        there would always be some writer, and PostgreSQL could block the owner who closes the sheet indefinitely.
        Raises ``Refused`` if there is no such sheet or student.
        """
        parameters = {"sheet": self.sheet.id, "key": self.key, "device": self.device, "final": self.final}
        if self.connection.dialect.name != "sqlite":  # a transaction that writes to SQLite is alone from its beginning
            self.connection.execute(_LOCK, parameters)
        rows = self.connection.execute(_STUDENT_QUERY, parameters).all()
        now = self.clock()  # after waiting for the lock
        row: Any = rows[0] if rows else None
        if row is None or row.expires <= now or (self.link and row.student != self.link):
            raise Refused(Reason.GONE)
        refused = refusal(own_times(row, self.key) if row.spread else row, now)
        if row.key is None:
            if row.mode == Mode.ONCE:
                raise Refused(Reason.UNKNOWN_KEY)
            return Student(now, refused, None, None, {}, frozenset(), OthersSeen(0, None, None, None), row.most)
        if row.submitted and row.mode == Mode.ONCE:
            refused = Reason.SUBMITTED
        refuse_removed(row.mode, row.begun)
        given = {(a.exercise, a.part): a.text for a in rows if a.text is not None}
        over = frozenset(a.exercise for a in rows if a.exercise is not None and a.text is None)
        others = OthersSeen(row.devices, row.seen, row.saved, row.here)
        return Student(now, refused, row.begun, row.submitted, given, over, others)

    def _enter(self, student: Student, beginning: Callable[[], None] = lambda: None) -> Rows | None:
        """Note that the student writes something; returns the visit, which is still to be stored.

        Raises ``Refused`` if nothing may be written.
        """
        if student.refused:
            raise Refused(student.refused)
        if student.begun is None:
            if self.sheet.mode is Mode.PRACTICE:
                beginning()
            self.rosters.begin(self.connection, self.sheet, self.key, student.now, student.most)
        if not self.device:
            return None
        others = student.others.devices
        return visit_row(self.connection, self.sheet, self.key, self.device, student.now, others=others, saved=True)


def _student_query() -> Any:
    """The query for a sheet and everything about a student: a row for each answer, or a single row without an answer.

    After the answers come exercises that are over, without a text. The student's columns are empty if there is none.
    """
    sheet, key, final = (
        bindparam("sheet", type_=String),
        bindparam("key", type_=String),
        bindparam("final", type_=Integer),
    )
    whose = and_(answers.c.sheet == sheet, answers.c.key == key)
    reached = and_(practice.c.sheet == sheet, practice.c.key == key, practice.c.stage >= final)
    given = union_all(
        select(answers.c.exercise, answers.c.part, answers.c.text).where(whose),
        select(practice.c.exercise, literal("").label("part"), null().label("text")).where(reached),
    ).subquery()
    student = students.c.key, students.c.begun, students.c.submitted
    columns = *(sheets.c[name] for name in STATE), *student, *given.c, *others_seen(sheet, key, bindparam("device"))
    mine = and_(students.c.sheet == sheet, students.c.key == key)
    known = sheets.outerjoin(students, mine).outerjoin(given, true())
    return select(*columns).select_from(known).where(sheets.c.id == sheet)


# Both are built once, because that takes longer than to execute them.
_STUDENT_QUERY = _student_query()
_LOCK = select(sheets.c.id).where(sheets.c.id == bindparam("sheet")).with_for_update()
