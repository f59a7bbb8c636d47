"""Folders of own lessons: added to the course, replacing shipped lessons, and never in the way of the server."""

from __future__ import annotations

import html
import logging
import os
import re
from pathlib import Path

import pytest

from ireval.lessons import read_course
from tests.conftest import make_app
from tests.paths import ROOT
from tests.web.lessons.own_lessons import OWN, SLUG, written
from web.server.settings import SettingError

pytestmark = pytest.mark.slow

SHIPPED = list(read_course(ROOT / "lessons").lessons)


def course(*folders: Path) -> str:
    """The course page, as text, of a server with these folders."""
    return html.unescape(make_app(LESSONS=os.pathsep.join(map(str, folders))).test_client().get("/lessons").text)


def names(page: str) -> list[str]:
    return re.findall(r'data-lesson="([^"]+)"', page)


def test_own_lessons_follow_the_shipped_ones(tmp_path: Path) -> None:
    page = course(written(tmp_path / "one"), written(tmp_path / "two", OWN, "1-second-hit.md"))
    assert names(page) == [*SHIPPED, SLUG, "second-hit"]
    assert page.count("added on this server") == 2
    assert names(course()) == SHIPPED and "added on this server" not in course()


def test_an_own_lesson_replaces_a_shipped_one_in_its_place(tmp_path: Path) -> None:
    app = make_app(LESSONS=str(written(tmp_path, OWN, f"99-{SHIPPED[1]}.md")))
    page = app.test_client().get("/lessons").text
    assert names(page) == SHIPPED and page.count("First &lt;hit&gt;") == 2  # its name, and its data for the script
    assert "<h1" in app.test_client().get(f"/lessons/{SHIPPED[1]}/K7M2PXABC/3").text


def test_faults_are_in_the_log_and_on_the_page_and_the_lesson_is_not_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = written(tmp_path / "own", OWN.replace("## One rank", "## One rank of 10"))
    written(folder, f"{OWN}\nSee {{lesson}}`{SLUG}`.\n", "1-link.md")
    with caplog.at_level(logging.ERROR):
        app = make_app(LESSONS=str(folder))
    (said,) = [record.getMessage() for record in caplog.records]
    line = OWN.splitlines().index("## One rank") + 1
    assert said.startswith(f"Lesson {folder / f'40-{SLUG}.md'}, line {line}: The number 10 is typed")
    client = app.test_client()
    page = html.unescape(client.get("/lessons").text)
    assert names(page) == [*SHIPPED, "link"]
    assert (
        f"40-{SLUG}.md" in page and "python -m ireval lessons check lessons own" in page and str(tmp_path) not in page
    )
    assert client.get(f"/lessons/{SLUG}").status_code == 404
    assert "first-hit" in client.get("/lessons/link/K7M2PXABC/3").text, "a link to it is its name"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("1-deep.md", f"---\ntitle: {'[' * 5000}\n---\n## One\n"),
        ("1-nested.md", "".join(":" * (3000 - i) + "{reveal} x\n" for i in range(2900))),
        ("<b>Old.md", OWN),
        ("1-empty.md", ""),
        ("1-links.md", f"{OWN}\nSee {{lesson}}`nowhere`.\n"),
    ],
    ids=lambda text: text[:8],
)
def test_no_file_takes_the_server_down(tmp_path: Path, name: str, text: str) -> None:
    app = make_app(LESSONS=str(written(tmp_path, text, name)))
    page = app.test_client().get("/lessons").text
    assert names(page) == SHIPPED and html.escape(name) in page and "<b>Old" not in page


def test_files_and_folders_that_cannot_be_read_are_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = written(tmp_path / "own")
    (folder / "1-gone.md").symlink_to(tmp_path / "nothing")
    with caplog.at_level(logging.ERROR):
        page = course(folder, tmp_path / "missing")
    assert names(page) == [*SHIPPED, SLUG] and "1-gone.md" in page
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert "1-gone.md, line 1: The file cannot be read: No such file" in said
    assert f"LESSONS: There is no lesson in {tmp_path / 'missing'}." in said


def test_changes_are_seen_without_a_restart(tmp_path: Path) -> None:
    app = make_app(LESSONS=str(written(tmp_path)))
    client = app.test_client()
    assert SLUG in names(client.get("/lessons").text)
    written(tmp_path, OWN.replace("First <hit>", "The first of all"))
    assert "The first of all" in client.get("/lessons").text
    written(tmp_path, OWN.replace("## One rank", "## One rank of 10"))
    assert client.get(f"/lessons/{SLUG}/K7M2PXABC/1").status_code == 404
    written(tmp_path, name="7-another.md")
    (tmp_path / f"40-{SLUG}.md").unlink()
    assert names(client.get("/lessons").text) == [*SHIPPED, "another"]
    (tmp_path / "7-another.md").unlink()
    assert names(client.get("/lessons").text) == SHIPPED


@pytest.mark.parametrize("value", ["my-lessons", f"/srv/lessons{os.pathsep}my-lessons"])
def test_a_folder_needs_an_absolute_path(value: str) -> None:
    with pytest.raises(SettingError, match="the absolute path of a folder"):
        make_app(LESSONS=value)
