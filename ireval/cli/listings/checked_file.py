"""The option ``--check`` of the commands that list measures, kinds and formats: checks a user's file."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import click

from ireval.cli.options import print_lines, printable

#: The most seconds that a check of a kind may take: its questions are drawn and marked hundreds of times.
KIND_SECONDS = 240
#: The contract of each kind of file, by its noun in messages; the process that checks the file imports it.
CONTRACTS = MappingProxyType(
    {
        "measure": "ireval.contract.measure_file:MEASURES",
        "kind of exercise": "ireval.exercises.contracts.kind_file:EXERCISE_KINDS",
        "export format": "ireval.exercises.contracts.format_file:EXPORT_FORMATS",
    }
)


class Unloadable(click.ClickException):
    """A file that cannot be loaded: one line on standard error, exit status 2."""

    exit_code = 2


def check_and_leave(path: str, noun: str, seconds: float = 60) -> None:
    """Check a file, for ``seconds`` at most, and print what is wrong with it, or how many checks it passed.

    If something is wrong, the program ends with exit status 1.
    """
    from ireval.contract.files.check_process import check_file

    report = check_file(Path(path), CONTRACTS[noun], noun, seconds)
    if report.refused:
        raise Unloadable(printable(report.refused))
    print_lines(printable(f"{path}: {finding}") for finding in report.findings)
    if report.wrong:
        raise click.exceptions.Exit(1)
    print_lines([printable(f"{path}: {report.name} passed {report.passed} checks.")])
