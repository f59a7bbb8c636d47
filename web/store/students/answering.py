"""A student who saves or submits answers: one transaction, with as few statements as the guarantees allow.

First the sheet is locked, so that it cannot change until the transaction ends; then all that is known of the student is
read in one statement. It has to be a second one: PostgreSQL shows a statement that waited for a lock the state from
before it waited.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, and_, case, delete, select, tuple_, type_coerce, update

from ireval.errors import InputError
from ireval.messages import Message
from web.store import bounds
from web.store.records import Mode, Reason, Refused, SentAnswer, Sheet, refusal
from web.store.schema import answers, sheets, students
from web.store.students.devices import OthersSeen, note_visit, others_seen
from web.store.students.elsewhere import Elsewhere
from web.store.students.removals import refuse_removed
from web.store.students.rosters import begin, own_row
from web.store.students.row_change import put

STATE = "mode", "open", "opens", "deadline", "late", "expires"  # what decides whether answers are accepted


class Student(NamedTuple):
    """A student at the time ``now``: ``refused`` says why nothing is accepted, if that is so."""

    now: datetime
    refused: Reason | None
    begun: datetime | None
    submitted: datetime | None
    given: dict[tuple[str, str], str]
    others: OthersSeen


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
        self._after = dict(given)
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
        if answer.text.strip() in (self._after.get(place, ""), answer.was):
            return True
        if answer.exercise in over:
            return False
        text = bounds.answer(answer.text)
        after = {**self._after, place: text}
        if text:
            filled = [other for other in after.values() if other]
            bounds.answers(len(filled), sum(map(len, filled)))
        self._after = after
        self.texts[place] = text
        return True

    def write(self, connection: Connection, sheet: Sheet, key: str, now: datetime) -> None:
        """Store the changes: at most one statement for what is given, and one for what is removed."""
        gone = [place for place, text in self.texts.items() if not text]
        if gone:
            mine = answers.c.sheet == sheet.id, answers.c.key == key
            connection.execute(delete(answers).where(*mine, tuple_(answers.c.exercise, answers.c.part).in_(gone)))
        rows = [
            {"sheet": sheet.id, "key": key, "exercise": exercise, "part": part, "text": text, "saved": now}
            for (exercise, part), text in self.texts.items()
            if text
        ]
        if rows:
            put(connection, answers, rows, lambda new: {"saved": _later(new.saved)})


def _later(now: Any) -> Any:
    """The time of an answer that is changed: later than it was, even if the clock stood still or went back."""
    before = type_coerce(answers.c.saved, BigInteger)
    return case((before < type_coerce(now, BigInteger), now), else_=before + 1)


class Writing(NamedTuple):
    """What a student does in a transaction: with which key of which sheet, and from which device if that is known."""

    connection: Connection
    sheet: Sheet
    key: str
    device: str
    clock: Callable[[], datetime]

    def save(
        self, sent: Iterable[SentAnswer], over: Collection[str], known: str | None
    ) -> tuple[Elsewhere, InputError | None]:
        """Store the answers that have changed.

        Returns what is known of devices, and the problem if there is one. ``known`` is when the device saved answers
        before, as far as it knows; if it has saved some since, these arrived late, and nothing is stored.
        """
        student = self._lock()
        found = student.others.elsewhere(student.now)
        changes = Changes(student.given, sent, over)
        if not changes.texts:
            return found, changes.problem
        if known is not None and known != found.saved_here:
            return found._replace(overtaken=True), None
        self._enter(student)
        changes.write(self.connection, self.sheet, self.key, student.now)
        return found._replace(here=student.now if self.device else None), changes.problem

    def submit(self) -> datetime:
        """Submit the answers; returns the time of the first submission where answers are accepted once."""
        student = self._lock()
        if student.refused is Reason.SUBMITTED and student.submitted:
            return student.submitted
        self._enter(student)
        mine = update(students).where(own_row(self.sheet, self.key))
        self.connection.execute(mine.values(submitted=student.now))
        return student.now

    def _lock(self) -> Student:
        """Let nobody else change the sheet or its students' answers until the transaction ends; returns the student.

        Writers of one sheet wait for each other. With a shared lock, which only keeps out a change to the sheet itself,
        there would always be some writer, and PostgreSQL would let the owner who closes the sheet wait for ever. Raises
        ``Refused`` where there is no such sheet or student.
        """
        found = select(*(sheets.c[name] for name in STATE)).where(sheets.c.id == self.sheet.id)
        state = self.connection.execute(found.with_for_update()).one_or_none()
        now = self.clock()  # the lock may have taken its time
        if state is None or state.expires <= now:
            raise Refused(Reason.GONE)
        refused = refusal(state, now)
        rows = self.connection.execute(_student(self.sheet, self.key, self.device)).all()
        if not rows:
            if state.mode == Mode.ONCE:
                raise Refused(Reason.UNKNOWN_KEY)
            return Student(now, refused, None, None, {}, OthersSeen(0, None, None, None))
        row: Any = rows[0]
        if row.submitted and state.mode == Mode.ONCE:
            refused = Reason.SUBMITTED
        refuse_removed(state.mode, row.begun)
        given = {(a.exercise, a.part): a.text for a in rows if a.exercise is not None}
        others = OthersSeen(row.devices, row.seen, row.saved, row.here)
        return Student(now, refused, row.begun, row.submitted, given, others)

    def _enter(self, student: Student) -> None:
        """Note that the student writes something. Raises ``Refused`` if that may not be."""
        if student.refused:
            raise Refused(student.refused)
        if student.begun is None:
            begin(self.connection, self.sheet, self.key, student.now)
        if self.device:
            others = student.others.devices
            note_visit(self.connection, self.sheet, self.key, self.device, student.now, others=others, saved=True)


def _student(sheet: Sheet, key: str, device: str) -> Any:
    """The query for all that is known of a student: a row for each answer, or one without."""
    mine = and_(answers.c.sheet == students.c.sheet, answers.c.key == students.c.key)
    columns = students.c.begun, students.c.submitted, answers.c.exercise, answers.c.part, answers.c.text
    known = select(*columns, *others_seen(sheet, key, device)).select_from(students.outerjoin(answers, mine))
    return known.where(own_row(sheet, key))
