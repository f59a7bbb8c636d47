"""The table of the sources' headings names lessons and steps that exist, and every lesson."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.paths import ROOT

#: Lessons that the table names before they are part of this course. Each is taken out as soon as it is there.
PENDING = frozenset({"01-what-evaluation-asks.md", "02-relevance-and-judges.md"})
_ROW = re.compile(r"\| (.+) \| (.+) \|")
_LINK = re.compile(r"\[([^]]+)\]\(\.\./lessons/([^)#]+)#([^)]+)\)")


class Link(NamedTuple):
    step: str
    file: str
    anchor: str


def _rows() -> dict[tuple[str, str], str]:
    """The right cells of the table, by the heading of the page and the heading of the source."""
    rows: dict[tuple[str, str], str] = {}
    part = ""
    for line in (ROOT / "docs/course.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            part = line[3:]
        elif (row := _ROW.fullmatch(line)) and row[1] != "Heading":
            assert (part, row[1]) not in rows, f"{row[1]} is there twice"
            rows[part, row[1]] = row[2]
    return rows


def _links() -> Iterator[Link]:
    for cell in _rows().values():
        yield from (Link(*found) for found in _LINK.findall(cell))


def _steps(file: str) -> list[str]:
    return [line[3:] for line in (ROOT / "lessons" / file).read_text("utf-8").splitlines() if line.startswith("## ")]


def test_every_heading_has_links_and_nothing_else() -> None:
    rows = _rows()
    assert len({part for part, _ in rows}) == 6, "five sources, and what goes beyond them"
    assert not {heading: cell for heading, cell in rows.items() if _LINK.sub("", cell).strip("; ")}


def test_every_step_that_is_named_exists() -> None:
    wrong = [link for link in _links() if link.file not in PENDING and link.step not in _steps(link.file)]
    assert not wrong
    anchors = {link.step: re.sub(r"[^\w\- ]", "", link.step.lower()).replace(" ", "-") for link in _links()}
    assert not [link for link in _links() if link.anchor != anchors[link.step]]


def test_every_lesson_is_named() -> None:
    files = {file.name for file in (ROOT / "lessons").glob("*.md")}
    assert not files - {link.file for link in _links()}
    assert not files & PENDING, "take these out of PENDING"
