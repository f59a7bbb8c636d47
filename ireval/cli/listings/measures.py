"""The command ``measures``: the reference of all measures."""

from __future__ import annotations

import click

from ireval.cli.listings.checked_file import check_and_leave
from ireval.cli.options import print_lines, wrapped


@click.command("measures")
@click.option("--long", "long", is_flag=True, help="Show everything: formula, conventions, an example and more.")
@click.option("--check", "path", metavar="FILE", help="Check a measure file of your own against the contract.")
def measures_command(long: bool, path: str | None) -> None:
    r"""List the measures: the name and title of each, and what it measures.

    With --check, FILE is a measure file of your own. Every rule that it breaks is printed on a line of its own, with an
    example and a way to fix it. What could not be checked is printed as a note. The check is stopped after 60 seconds.
    The exit status is 0 if the file keeps all rules, 1 if it breaks one, and 2 if it cannot be loaded.

    \b
    python -m ireval measures --long
    python -m ireval measures --check my_measure.py
    """
    if path is not None:
        check_and_leave(path, "measure")
        return
    from ireval.explanation.reference import as_paragraphs, entries, example_lines

    listed = entries()
    indent = max(len(e.measure.name) for e in listed) + 2
    for entry in listed:
        m = entry.measure
        for i, text in enumerate([f"{m.title}. {m.sentence}", *(as_paragraphs(entry) if long else [])]):
            head, rest = m.name.ljust(indent) if i == 0 else " " * indent, " " * indent
            print_lines(wrapped(text, head, rest))
        if long:
            print_lines(["", *(" " * indent + line for line in example_lines(entry)), ""])
