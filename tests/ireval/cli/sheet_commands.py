"""The commands ``sheet ...`` called in one line; tests only."""

from __future__ import annotations

import csv
import io

from click.testing import CliRunner, Result

from ireval.cli.program import main


def called(*args: str) -> Result:
    return CliRunner().invoke(main, ["sheet", *args], prog_name="python -m ireval")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))
