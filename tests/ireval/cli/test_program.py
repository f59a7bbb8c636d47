"""The program as a process: its output is whole and its exit status is the command's, however libraries shut down."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT


def run(output: Path, *args: str) -> int:
    with output.open("wb") as file:
        command = [sys.executable, "-m", "ireval", *args]
        return subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, check=False).returncode


@pytest.mark.parametrize(
    ("args", "status", "last"),
    [
        (("explain", "101", "-m", "AP"), 0, "AP = (1 + 0.6667)/2 = 0.833"),
        (("diagnose", "101", "0.833", "-m", "AP"), 0, "AP = (1 + 0.6667)/2 = 0.833"),
        (("explain", "10x"), 2, "u or - for unjudged."),
        (("explain",), 2, "Missing argument 'LABELS'."),
    ],
)
def test_output_and_status_are_those_of_the_command(
    tmp_path: Path, args: tuple[str, ...], status: int, last: str
) -> None:
    assert run(tmp_path / "output.txt", *args) == status
    assert (tmp_path / "output.txt").read_text("utf-8").rstrip().endswith(last)


def test_output_that_cannot_be_written_is_no_success() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    assert run(full, "measures") != 0
