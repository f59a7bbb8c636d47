"""The program that the commands make up: ``python -m ireval``."""

from __future__ import annotations

import sys

import click

from ireval.cli.diagnose import diagnose_command
from ireval.cli.evaluate import evaluate_command
from ireval.cli.explain import explain_command
from ireval.cli.measures import measures_command
from ireval.cli.mistakes import mistakes_command
from ireval.cli.options import Program
from ireval.cli.sheet import sheet_group
from ireval.cli.sheet_export import export_command


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Evaluation measures for information retrieval, explained step by step."""


for command in (explain_command, measures_command, mistakes_command, diagnose_command, evaluate_command, sheet_group):
    main.add_command(command)
sheet_group.add_command(export_command)


def run() -> None:
    """Start the program; letters that the terminal does not know are replaced."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    main(prog_name="python -m ireval")
