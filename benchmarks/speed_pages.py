"""What the README and docs/speed.md say of speed, made of the rows of benchmarks; nobody types a figure.

Both parts end where the next heading begins, and are replaced as a whole.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from results import Row

HEAD = "| What | Measured | Compared with (same run) | Ratio | Target |"
RULE = "|---|---:|---|---:|---|"
#: Lines of the section in the README, its heading included.
MOST_LINES = 14


def section(found: Mapping[str, Iterable[Row]]) -> str:
    """The README's section: the rows that have a place there, in order."""
    chosen = sorted((row for rows in found.values() for row in rows if row.place), key=lambda row: row.place)
    sentence = f"Printed by `python -m benchmarks --write`; more in [Speed](docs/speed.md). {machine()}."
    lines = ["## Speed", "", sentence, "", HEAD, RULE, *map(line, chosen)]
    return "\n".join(lines[:MOST_LINES])


def table(found: Mapping[str, Iterable[Row]]) -> str:
    """The part of docs/speed.md: all rows, benchmark by benchmark."""
    return "\n".join(["## All figures", "", *_tables(found), f"{machine()}."])


def _tables(found: Mapping[str, Iterable[Row]]) -> Iterator[str]:
    for name, rows in found.items():
        yield from (f"`benchmarks/{name}.py`:", "", HEAD, RULE, *map(line, rows), "")


def line(row: Row) -> str:
    """A row of a table in Markdown."""
    ratio = "" if row.ratio is None else f"{row.ratio:.3g}"
    verdict = {True: ", kept", False: ", **not kept**", None: ""}[row.met]
    cells = [row.what, row.measured, row.neighbour, ratio, f"{row.target}{verdict}"]
    return f"| {' | '.join(' '.join(cell.replace('|', '/').split()) for cell in cells)} |"


def machine() -> str:
    """The day, and the size and software of the computer, without its name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    today = datetime.now(tz=UTC).date().isoformat()
    system = f"{platform.system()}, Python {platform.python_version()}"
    return f"{today}, {cores} cores with browser and load generator, {system}"


def write(path: Path, part: str) -> None:
    """Replace the part of a page that begins with the same heading and ends at the next one.

    Raises ``ValueError`` if the page has no such heading.
    """
    heading = part.partition("\n")[0]
    page = path.read_text("utf-8")
    changed, times = re.subn(
        rf"^{re.escape(heading)}\n.*?(?=^## |\Z)", lambda _: f"{part}\n\n", page, flags=re.MULTILINE | re.DOTALL
    )
    if times != 1:
        raise ValueError(f"{path.name} has {times} headings {heading!r}, not one.")
    path.write_text(changed.rstrip("\n") + "\n", "utf-8")
