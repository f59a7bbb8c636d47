"""The program as a process: its output is whole and its exit status is the command's, however libraries shut down."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from tests.paths import ROOT

pytestmark = pytest.mark.slow


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


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command of a group with the words that start it, groups and what is in them included."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def test_help_has_every_example_on_a_line_of_its_own() -> None:
    """Of the commands of groups, too."""
    seen = []
    for words, command in commands(main):
        shown = CliRunner().invoke(main, [*words, "--help"], prog_name="ireval").output
        assert r"\b" not in shown, words
        source = inspect.getdoc(command.callback) or ""
        examples = [line for line in source.splitlines() if line.startswith("python -m ireval ")]
        lines = [line.strip() for line in shown.splitlines()]
        for example in examples:
            assert example.replace("python -m ireval", "ireval") in lines, words
        seen += examples
    assert any("experiment incomplete" in example for example in seen)
    assert any("lessons check" in example for example in seen)


def test_wrong_input_is_named_once() -> None:
    result = CliRunner().invoke(main, ["sheet", "make", "--seed", "x"])
    assert (result.exit_code, result.stderr.partition(" is")[0]) == (2, "Error: seed: “x”")
    result = CliRunner().invoke(main, ["explain", "101", "--size", "x"])
    assert result.stderr.startswith("Error: size: Documents in the collection: ")
