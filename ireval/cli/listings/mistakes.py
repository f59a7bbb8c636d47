"""The command ``mistakes``: the typical mistakes that the diagnosis can recognise."""

from __future__ import annotations

import click

from ireval.cli.options import print_lines, wrapped
from ireval.diagnosis.causes import overview


@click.command("mistakes")
@click.option("--long", "long", is_flag=True, help="List them by measure, with the feedback that a student reads.")
def mistakes_command(long: bool) -> None:
    """List the typical mistakes that are recognised, with the measures in which they occur."""
    rows = list(overview(long=long))
    indent = max(len(head) for head, _ in rows) + 2
    for head, text in rows:
        print_lines(wrapped(text, head.ljust(indent), " " * indent))
