"""Lessons are read before the first visitor comes, where a proxy sends visitors only to servers that are ready."""

from __future__ import annotations

import pytest

from tests.conftest import make_app
from web.lessons import course_files


@pytest.mark.parametrize(("proxies", "read"), [(0, False), (1, True)])
def test_lessons_are_read_at_the_start_behind_a_proxy(
    proxies: int, read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    original = course_files.read_course
    monkeypatch.setattr(course_files, "read_course", lambda *folders: calls.append(folders) or original(*folders))
    app = make_app(PROXIES=proxies)
    assert bool(calls) is read
    assert app.test_client().get("/lessons").status_code == 200
    assert len(calls) == 1
