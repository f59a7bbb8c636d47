"""A student who saves or submits answers: one transaction, with as few statements as the guarantees allow.

First the sheet is locked, so that it cannot change until the transaction ends; SQLite has locked everything by itself.
Then all that has to be known is read in one statement. On PostgreSQL it has to be a second one: a statement that waited
for a lock sees the state from before it waited. Last, what has changed is written, with the visit of the device.
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

#: What decides whether answers are accepted, and whether the link with which they come still leads here.
STATE = "id", "student", "mode", "open", "opens", "deadline", "late", "spread", "minutes", "most", "expires"
#: A stage that no exercise reaches.
NEVER = 100


class Student(NamedTuple):
    """A student at the time ``now``: ``refused`` says why nothing is accepted, if that is so.

    The answers to exercises that are ``over`` stay as they are. The owner wants at ``most`` so many students.
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
    """What answers that are sent change of those that are stored, as far as they are within the limits.

    ``problem`` is the error of the first one that is not; it and those after it change nothing. Answers to exercises
    that are ``over`` stay as they are.
    """

    def __init__(
        self, given: dict[tuple[str, str], str], sent: Iterable[SentAnswer], over: Collection[str] = ()
    ) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self.problem: InputError | None = None
        self.given, self.after = given, dict(given)
        kept = ""
        for answer in sent:
            try:
                changed = self._add(answer, over)
            except InputError as error:
                self.problem = error.at(answer.field) if answer.field else error
                return
            kept = kept or ("" if changed else answer.field)
        if kept:
            self.problem = InputError(kept, "exercise-over")

    def _add(self, answer: SentAnswer, over: Collection[str]) -> bool:
        """Take up an answer; returns whether it could be."""
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
        """Store the changes with the visit: at most one statement for what is given, and one for what is removed."""
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
    """The time of an answer that is changed: later than it was, even if the clock stood still or went back."""
    before = type_coerce(answers.c.saved, BigInteger)
    return {"saved": case((before < type_coerce(new.saved, BigInteger), new.saved), else_=before + 1)}


class Writing(NamedTuple):
    """What a student does in a transaction: with which key of which sheet, and from which device if that is known.

    The digest of a ``link`` has to be that of the sheet's link for students, unless it is empty. Exercises of which a
    stage of at least ``final`` was shown in practice are over. The ``rosters`` know how many students there may be.
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

        Returns what is known of devices, and the problem if there is one. ``known`` is when the device saved answers
        before, as far as it knows; if it has saved some since, these arrived late, and nothing is stored. ``beginning``
        is called before somebody begins to practise, and may refuse it with an exception.
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
        """Let nobody else change the sheet or its students' answers until the transaction ends; returns the student.

        Writers of one sheet wait for each other. With a shared lock, which only keeps out a change to the sheet itself,
        there would always be some writer, and PostgreSQL would let the owner who closes the sheet wait for ever. Raises
        ``Refused`` where there is no such sheet or student.
        """
        asked = {"sheet": self.sheet.id, "key": self.key, "device": self.device, "final": self.final}
        if self.connection.dialect.name != "sqlite":  # where a transaction that writes is alone from its beginning
            self.connection.execute(_LOCK, asked)
        rows = self.connection.execute(_STANDING, asked).all()
        now = self.clock()  # the lock may have taken its time
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


def _standing() -> Any:
    """The query for a sheet and all that is known of a student: a row for each answer, or one without.

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
_STANDING = _standing()
_LOCK = select(sheets.c.id).where(sheets.c.id == bindparam("sheet")).with_for_update()
