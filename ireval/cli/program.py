"""The command-line program: ``ireval``, or ``python -m ireval``."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from ireval.cli.options import Program

#: The commands by name, each as ``module:attribute``, which is imported when the command is used.
COMMANDS = {
    "compare": "ireval.cli.compare:compare_command",
    "diagnose": "ireval.cli.diagnose:diagnose_command",
    "evaluate": "ireval.cli.evaluate:evaluate_command",
    "exercises": "ireval.cli.listings.exercises:exercises_command",
    "experiment": "ireval.cli.experiment:experiment_group",
    "explain": "ireval.cli.explain:explain_command",
    "exports": "ireval.cli.listings.exports:exports_command",
    "lessons": "ireval.cli.lessons:lessons_group",
    "measures": "ireval.cli.listings.measures:measures_command",
    "mistakes": "ireval.cli.listings.mistakes:mistakes_command",
    "reproduce": "ireval.cli.reproduce:reproduce_group",
    "sheet": "ireval.cli.sheet:sheet_group",
}


@click.group(cls=Program, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Evaluation measures for information retrieval, explained step by step."""


def run() -> None:
    """Run the program under the name by which it was started; characters that the terminal lacks are replaced."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
        with suppress(BrokenPipeError):
            sys.stdout.flush()
            sys.stderr.flush()
        # All the work is done: libraries and their threads need not be shut down, which takes time and may go wrong.
        os._exit(code)
