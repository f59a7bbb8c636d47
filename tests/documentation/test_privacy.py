"""PRIVACY.md names everything that is stored: columns, cookies, and what browsers keep."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.classroom import Student, closed, made, noted_cookies, publish_by_page
from tests.paths import ROOT
from web.server.settings import Settings
from web.store.schema import metadata

PAGE = (ROOT / "PRIVACY.md").read_text("utf-8")
ROWS = [line.split("|")[1:-1] for line in PAGE.splitlines() if line.startswith("| `")]


def codes(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_column_is_explained_and_no_other() -> None:
    explained: dict[str, list[str]] = {}
    for first, *rest in ROWS:
        if "`: `" in first:
            table, *columns = codes(first)
            explained.setdefault(table, []).extend(columns)
            assert all(cell.strip() for cell in rest)
    there = {name: [column.name for column in table.columns] for name, table in metadata.tables.items()}
    assert {name: sorted(columns) for name, columns in explained.items()} == {
        name: sorted(columns) for name, columns in there.items()
    }


@pytest.mark.slow
def test_every_cookie_is_named_and_the_lab_sets_none(tmp_path: Path) -> None:
    app = made(tmp_path)
    try:
        with noted_cookies(app) as values:
            Student(app, publish_by_page(app).students)
        cookies = set(values)
        named = {codes(first)[0] for first, *_ in ROWS if re.fullmatch(r" `ireval(-\w+)?` ", first)}
        source = "\n".join(path.read_text("utf-8") for path in (ROOT / "web").rglob("*.py"))
        assert cookies == {"ireval", "ireval-device"}
        assert named >= cookies | set(re.findall(r"^COOKIE = \"(.+)\"", source, re.MULTILINE))
        visitor = app.test_client()
        for address in ("/", "/lab?labels=101", "/measures", "/switchboard?labels=101", "/playlist", "/lessons"):
            assert "Set-Cookie" not in visitor.get(address).headers
    finally:
        closed(app)


def test_everything_that_scripts_keep_in_a_browser_is_named() -> None:
    scripts = "\n".join(path.read_text("utf-8") for path in (ROOT / "static").rglob("*.js"))
    assert not re.search(r"indexedDB|document\.cookie|sendBeacon|caches\.open", scripts)
    kept = set(re.findall(r"[\"`](ireval[.:]\w+)\"", scripts))
    assert len(kept) >= 5 and "`ireval ${door}`" in scripts
    assert {name for first, *_ in ROWS for name in codes(first)} >= kept | {"ireval "}


def test_the_durations_are_the_defaults() -> None:
    assert f"after `SHEET_DAYS` ({Settings().sheet_days} days" in PAGE
    assert f"after `COLLECTION_DAYS` ({Settings().collection_days} days" in PAGE
    example = (ROOT / ".env.example").read_text("utf-8")
    assert f"`BACKUP_DAYS` ({re.findall(r'BACKUP_DAYS=([0-9]+)', example)[0]})" in PAGE


@pytest.mark.slow
def test_pages_name_no_other_host(tmp_path: Path) -> None:
    """Nothing that a browser would load by itself; links that somebody may click are another matter."""
    app = made(tmp_path)
    try:
        owner = publish_by_page(app)
        student = Student(app, owner.students)
        pages = [owner.page(), student.page(), app.test_client().get("/").text]
    finally:
        closed(app)
    for page in pages:
        assert not re.search(r"<(?!a\b)\w[^>]*\s(src|href|action|srcset|poster|data)=[\"'](https?:)?//", page)
    styles = "\n".join(path.read_text("utf-8") for path in (ROOT / "static").rglob("*.css"))
    assert not re.search(r"(url\(|@import\s*)[\"']?(https?:)?//", styles)
