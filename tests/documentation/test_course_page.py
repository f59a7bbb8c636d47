"""The table of the sources' headings names steps that exist, and every lesson."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.paths import ROOT

#: The mark of a row with a step that is not part of the course yet.
PENDING = "<!-- pending -->"
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


def test_every_heading_has_links_to_steps_and_nothing_else() -> None:
    rows = _rows()
    assert len({table for table, _ in rows}) == TABLES
    assert not {row: cell for row, cell in rows.items() if _LINK.sub("", cell.removesuffix(PENDING)).strip("; ")}
    for cell in rows.values():
        for link in _links(cell):
            assert link.anchor == re.sub(r"[^\w\- ]", "", link.step.lower()).replace(" ", "-")


def test_every_step_that_is_named_exists() -> None:
    wrong = {row: [link for link in _links(cell) if not _exists(link)] for row, cell in _rows().items()}
    assert not {row: links for row, links in wrong.items() if links and not _rows()[row].endswith(PENDING)}
    ready = [row for row, links in wrong.items() if not links and _rows()[row].endswith(PENDING)]
    assert not ready, f"these steps exist now; delete the mark {PENDING} of their rows"


def test_every_lesson_is_named() -> None:
    named = {link.file for cell in _rows().values() for link in _links(cell)}
    assert not {file.name for file in (ROOT / "lessons").glob("*.md")} - named
