"""Students with their answers, read in pages, so that others need not wait until all are read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, and_, select

from web.store.records import Answers, Sheet, submission
from web.store.schema import answers, students
from web.store.students.rosters import IN_ORDER

PAGE = 200  # students whose answers are read at once, and sheets that are removed at once


def read_page(connection: Connection, sheet: Sheet, where: ColumnElement[bool]) -> Iterator[tuple[int, Answers]]:
    """One page of students with their places and answers."""
    some = select(students).where(students.c.sheet == sheet.id, where)
    page = connection.execute(some.order_by(*IN_ORDER).limit(PAGE)).all()
    given: defaultdict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    theirs = and_(answers.c.sheet == sheet.id, answers.c.key.in_([row.key for row in page]))
    late: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in connection.execute(select(answers).where(theirs)):
        given[row.key][row.exercise, row.part] = row.text
        if (deadline := sheet.of(row.key).deadline) and row.saved >= deadline:
            late[row.key].add((row.exercise, row.part))
    for row in page:
        submitted = submission(sheet.of(row.key), row.begun, row.submitted)
        yield row.place, Answers(row.key, row.begun, submitted, given[row.key], row.name, frozenset(late[row.key]))
