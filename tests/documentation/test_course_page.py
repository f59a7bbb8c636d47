"""The table of the sources' headings names steps that exist, and every lesson."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.paths import ROOT
from tests.test_readme import anchor

#: The mark of a row with a step that is not part of the course yet, and such a step: its title and its file.
PENDING = "<!-- pending -->"
_AWAITED = re.compile(r"“([^”]+)” \(`([^`]+)`\)")
#: The tables: the five sources, printed figures that are wrong, and what goes beyond the sources.
TABLES = 7
_ROW = re.compile(r"\| (.+) \| (.+) \|")
_LINK = re.compile(r"\[([^]]+)\]\(\.\./lessons/([^)#]+)#([^)]+)\)")


class Link(NamedTuple):
    step: str
    file: str
    anchor: str


def _rows() -> dict[tuple[str, str], str]:
    """The right cells of the tables, by the heading of the table and the heading of the source."""
    rows: dict[tuple[str, str], str] = {}
    table = ""
    for line in (ROOT / "docs/course.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            table = line[3:]
        elif (row := _ROW.fullmatch(line)) and row[1] != "Heading":
            assert (table, row[1]) not in rows, f"{row[1]} is there twice"
            rows[table, row[1]] = row[2]
    return rows


def _links(cell: str) -> list[Link]:
    return [Link(*found) for found in _LINK.findall(cell)]


def _exists(link: Link) -> bool:
    file = ROOT / "lessons" / link.file
    return file.is_file() and f"\n## {link.step}\n" in file.read_text("utf-8")


def test_every_heading_has_steps_and_nothing_else() -> None:
    rows = _rows()
    assert len({table for table, _ in rows}) == TABLES
    for row, cell in rows.items():
        rest = _AWAITED.sub("", _LINK.sub("", cell))
        assert rest.removesuffix(PENDING).strip("; ") == "", row
        assert cell.endswith(PENDING) is bool(_AWAITED.search(cell)), row


def test_every_step_that_is_named_exists() -> None:
    links = [link for cell in _rows().values() for link in _links(cell)]
    assert not [link for link in links if not _exists(link) or link.anchor != anchor(link.step)]
    awaited = {found for cell in _rows().values() for found in _AWAITED.findall(cell)}
    ready = [(step, file) for step, file in awaited if _exists(Link(step, file, ""))]
    assert not ready, f"these steps exist now; make them links, and delete the mark {PENDING}"


def test_every_lesson_is_named() -> None:
    named = {link.file for cell in _rows().values() for link in _links(cell)}
    assert not {file.name for file in (ROOT / "lessons").glob("*.md")} - named
