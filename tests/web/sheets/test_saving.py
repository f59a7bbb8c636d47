"""What a server remembers of a sheet does not outlive what its owner does, even on another server with its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from tests.classroom import Owner, Student, publish
from web.store import Sheet, store
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow


@pytest.fixture
def other(school: Flask) -> Iterator[Store]:
    """The store of another server with the same database."""
    found = Store(school.config["DATABASE_URL"])
    yield found
    found.close_connections()


def close(other: Store, sheet: Sheet, owner: Owner, key: str) -> None:  # noqa: ARG001
    """Close the sheet."""
    other.close(sheet)


def replace_link(other: Store, sheet: Sheet, owner: Owner, key: str) -> None:  # noqa: ARG001
    """Give the students a new link."""
    other.owner_links.new_students_link(owner.own.rsplit("/", 1)[1])


def delete(other: Store, sheet: Sheet, owner: Owner, key: str) -> None:  # noqa: ARG001
    """Delete the sheet."""
    other.delete(sheet)


def remove(other: Store, sheet: Sheet, owner: Owner, key: str) -> None:  # noqa: ARG001
    """Remove the student."""
    if sheet.mode == "once":
        other.rosters.remove(sheet, key, with_answers=True)
    else:
        other.removals.remove(sheet, [key])


@pytest.mark.parametrize("mode", ["once", "practice"])
@pytest.mark.parametrize(
    ("act", "refused"),
    [(close, (409, 409)), (replace_link, (410, 410)), (delete, (410, 410)), (remove, (404, 410))],
)
def test_what_an_owner_does_elsewhere_holds_for_the_next_answer(
    school: Flask, other: Store, mode: str, act: Callable[..., None], refused: tuple[int, int]
) -> None:
    owner = publish(school, mode=mode)
    student = Student(school, owner.students)
    assert student.save(ap_score="0.29") == 204
    with school.app_context():
        sheet = store().by_student(owner.students.rsplit("/", 1)[1])
    assert sheet
    act(other, sheet, owner, student.key)
    assert student.save(ap_score="0.30") == refused[mode == "practice"]
    if act is close:
        assert other.answers(sheet, student.key).given == {("ap", "score"): "0.29"}
        other.reopen(sheet)
        assert student.save(ap_score="0.30") == 204
