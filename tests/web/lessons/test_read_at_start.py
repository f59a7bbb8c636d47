"""Lessons are read before the first visitor comes, where a proxy sends visitors only to servers that are ready."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ireval.lessons import Course, read_course
from tests.conftest import make_app

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("proxies", "read"), [(0, 0), (1, 1)])
def test_lessons_are_read_at_the_start_behind_a_proxy(proxies: int, read: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Path, ...]] = []

    def counted(*folders: Path, read: Callable[..., Course] = read_course) -> Course:
        calls.append(folders)
        return read(*folders)

    monkeypatch.setattr("web.course.course_files.read_course", counted)
    app = make_app(PROXIES=proxies)
    assert len(calls) == read
    assert app.test_client().get("/lessons").status_code == 200
    assert len(calls) == 1
