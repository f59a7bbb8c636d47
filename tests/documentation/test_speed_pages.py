"""The figures of speed in the README and docs/speed.md have the form that `python -m benchmarks --write` prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import speed_pages
from results import Row, read, write

from tests.paths import DOCS, README, ROOT

ROWS = {
    "load": [Row("cost | of a toggle", "600/s", "9,000/s", 15.0, "at most 20", True, 2), Row("p50", "4 ms", "2 ms")],
    "toggle": [Row("click to numbers", "41/52 ms", "45/59 ms, plain Flask", 0.911, "at most 1.0", False, 1)],
}


def part(page: str, heading: str) -> list[str]:
    (found,) = re.findall(rf"^{heading}\n.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return str(found).strip().splitlines()


def test_the_readme_says_of_speed_what_the_benchmarks_print() -> None:
    lines = part(README.read_text("utf-8"), "## Speed")
    assert len(lines) < 15
    _, _, sentence, _, head, rule, *rows = lines
    assert sentence.startswith("Printed by `python -m benchmarks --write`")
    assert [head, rule] == [speed_pages.HEAD, speed_pages.RULE] and rows
    for row in rows:
        what, measured, neighbour, _, _ = (cell.strip() for cell in row.strip("|").split("|"))
        assert what and re.search(r"\d", measured) and re.search(r"\d", neighbour)


def test_the_page_on_speed_has_the_table_that_the_benchmarks_print() -> None:
    lines = part((DOCS / "speed.md").read_text("utf-8"), "## All figures")
    programs = [re.findall(r"^`benchmarks/(\w+)\.py`:$", line) for line in lines]
    names = [found[0] for found in programs if found]
    assert names and all((ROOT / "benchmarks" / f"{name}.py").is_file() for name in names)
    assert lines.count(speed_pages.HEAD) == len(names)


def test_rows_are_printed_in_the_order_of_their_places_within_the_length() -> None:
    *_, first, second = speed_pages.section(ROWS).splitlines()
    assert first == "| click to numbers | 41/52 ms | 45/59 ms, plain Flask | 0.911 | at most 1.0, **not kept** |"
    assert second == "| cost / of a toggle | 600/s | 9,000/s | 15 | at most 20, kept |"
    many = {"load": [ROWS["load"][0]] * 99}
    assert len(speed_pages.section(many).splitlines()) == speed_pages.MOST_LINES < 15
    assert "| p50 | 4 ms | 2 ms |  |  |" in speed_pages.table(ROWS)


def test_a_part_is_replaced_and_the_rest_of_the_page_stays(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A\n\n## Speed\n\nold\n\n### older\n\n## Speed of others\n\nstays\n")
    for _ in range(2):
        speed_pages.write(page, "## Speed\n\nnew \\1")
    assert page.read_text() == "# A\n\n## Speed\n\nnew \\1\n\n## Speed of others\n\nstays\n"
    with pytest.raises(ValueError, match="0 headings"):
        speed_pages.write(page, "## Size\n")


def test_kept_figures_are_printed_without_measuring(tmp_path: Path) -> None:
    for name, rows in ROWS.items():
        write(tmp_path / f"{name}.json", rows)
        assert read(tmp_path / f"{name}.json") == rows
    command = [sys.executable, "-m", "benchmarks", "--from", str(tmp_path)]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.strip() == f"{speed_pages.section(ROWS)}\n\n{speed_pages.table(ROWS)}"
