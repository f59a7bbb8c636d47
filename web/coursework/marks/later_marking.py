"""Marks the answers of students who have paused, so that the owner's page finds their marks.

Each process of the server notes the students whose answers it stores. A thread waits until one of them has paused, lets
a process of the lowest priority mark the answers, and stores the marks. Students who are not marked here, because the
server ended or because there were too many, are marked by the owner's page.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from flask import current_app

from web import store
from web.coursework.marks.marking_process import MarkingProcess
from web.coursework.marks.stored_marks import state_of
from web.server.error_pages import StorageError

if TYPE_CHECKING:
    from web.store.sheet_store import Store

#: Seconds without a further answer after which a student is marked.
PAUSE = 5.0
#: Seconds without any student after which the process that marks is ended.
IDLE = 60.0
#: Students that are noted, at most.
MOST = 10_000
#: The most students whose marks are stored in one transaction: few, so that saving answers need not wait for it.
BATCH = 10


def mark_later(sheet: store.Sheet, key: str) -> None:
    """Mark this student's answers once no more have been stored for ``MARKING_PAUSE`` seconds.

    If that setting is None, nobody is marked.
    """
    pause = current_app.config.get("MARKING_PAUSE", PAUSE)
    if pause is not None:
        found: LaterMarking | None = current_app.extensions.get("later_marking")
        if found is None:
            found = current_app.extensions.setdefault("later_marking", LaterMarking(store.store(), pause))
        found.note(sheet, key)


class Due(NamedTuple):
    """A student of a sheet, to be marked at a time of ``time.monotonic``."""

    sheet: store.Sheet
    key: str
    time: float


class LaterMarking:
    """The students whom one process of the server has noted, and the thread that marks them while there are some."""

    def __init__(self, opened: Store, pause: float) -> None:
        self._store, self._pause = opened, pause
        self._news = threading.Condition()
        self._noted: dict[tuple[str, str], Due] = {}  # in the order of their times
        self._is_working = False

    def note(self, sheet: store.Sheet, key: str) -> None:
        """Note a student who has just stored answers."""
        with self._news:
            self._noted.pop((sheet.id, key), None)
            if len(self._noted) < MOST:
                self._noted[sheet.id, key] = Due(sheet, key, time.monotonic() + self._pause)
            if not self._is_working:
                self._is_working = True
                # A daemon thread, so that the server need not wait for it to end.
                threading.Thread(target=self._work, name="later marking", daemon=True).start()
            self._news.notify()

    def _work(self) -> None:
        """Mark until nobody has been noted for a while."""
        try:
            with MarkingProcess() as process:
                while some := self._next():
                    try:
                        self._mark(process, some)
                    except (StorageError, OSError):
                        continue  # no database, or no process now: the owner's page marks them
        except BaseException:
            with self._news:
                self._is_working = False
            raise

    def _next(self) -> list[Due]:
        """Wait for students of one sheet who have paused; returns none if nobody was noted for ``IDLE`` seconds."""
        with self._news:
            while True:
                first = next(iter(self._noted.values()), None)
                now = time.monotonic()
                if first is None:
                    if not self._news.wait(IDLE) and not self._noted:
                        self._is_working = False
                        return []
                elif first.time > now:
                    self._news.wait(first.time - now)
                else:
                    due = [x for x in self._noted.values() if x.time <= now and x.sheet.id == first.sheet.id][:BATCH]
                    for x in due:
                        del self._noted[x.sheet.id, x.key]
                    return due

    def _mark(self, process: MarkingProcess, some: list[Due]) -> None:
        """Mark the students of one sheet whose marks are not current, and store the marks."""
        sheet, new_marks = some[0].sheet, dict[str, tuple[str, str]]()
        for _, key, _ in some:
            record = self._store.marks.student(sheet, key)
            if record is None or record.state == state_of(sheet.body, record.version):
                continue
            version, given = self._store.marks.versioned_answers(sheet, key)
            marks = process.marks(sheet.body, key, given)
            if marks:
                new_marks[key] = state_of(sheet.body, version), marks
        if new_marks:
            self._store.marks.keep(sheet, new_marks)
