"""The command ``measures``: the reference of all measures."""

from __future__ import annotations

import click

from ireval.cli.options import print_lines, wrapped
from ireval.explanation.reference import as_paragraphs, entries, example_lines


@click.command("measures")
@click.option("--long", "long", is_flag=True, help="Show everything: formula, settings, an example and more.")
def measures_command(long: bool) -> None:
    """List the measures: the name and title of each, and what it measures."""
    listed = entries()
    indent = max(len(e.measure.name) for e in listed) + 2
    for entry in listed:
        m = entry.measure
        for i, text in enumerate([f"{m.title}. {m.sentence}", *(as_paragraphs(entry) if long else [])]):
            head, rest = m.name.ljust(indent) if i == 0 else " " * indent, " " * indent
            print_lines(wrapped(text, head, rest))
        if long:
            print_lines(["", *(" " * indent + line for line in example_lines(entry)), ""])
