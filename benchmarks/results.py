"""What a benchmark found, as rows that `python -m benchmarks` puts into the README and docs/speed.md.

A benchmark that takes part has the option ``--json FILE`` (`add_json`), writes its rows there when it ends (`write`),
and with no other option ends by itself within two minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """One figure beside its neighbour's of the same run, both as people read them, with their units.

    ``ratio`` says how many times the neighbour's the figure is, None where it says nothing. ``target`` is what the
    project asks for in words, such as "at most 1.0" (a ratio) or "under 100 ms". ``met`` says whether it is kept, None
    where there is no target. ``place`` orders the rows of the README's table; a row with 0 is in docs/speed.md alone.
    """

    what: str
    measured: str
    neighbour: str
    ratio: float | None = None
    target: str = ""
    met: bool | None = None
    place: int = 0


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the file for the rows."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as rows of JSON into this file")


def write(path: Path | None, rows: Sequence[Row]) -> None:
    """Write the rows, where a file is named."""
    if path:
        path.write_text(json.dumps({"rows": [row._asdict() for row in rows]}, indent=1) + "\n", "utf-8")


def read(path: Path) -> list[Row]:
    """The rows of a file; fields that it lacks have their defaults, and fields that no row has are left out."""
    return [
        Row(**{name: value for name, value in given.items() if name in Row._fields})
        for given in json.loads(path.read_text("utf-8"))["rows"]
    ]
