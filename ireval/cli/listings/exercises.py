"""The command ``exercises``: the kinds of exercises."""

from __future__ import annotations

import click

from ireval.cli.listings.checked_file import KIND_SECONDS, check_and_leave
from ireval.cli.options import print_lines, wrapped


@click.command("exercises")
@click.option("--check", "path", metavar="FILE", help="Check a file with a kind of your own against the contract.")
def exercises_command(path: str | None) -> None:
    r"""List the kinds of exercises: the key and title of each, and what students do.

    With --check, FILE declares a kind of your own. Its questions are drawn for many seeds, marked and exported. Every
    rule that they break is printed on a line of its own, with an example and a way to fix it. The check takes up to a
    minute, and is stopped after four. The exit status is 0 if the file keeps all rules, 1 if it breaks one, and 2 if it
    cannot be loaded.

    \b
    python -m ireval exercises --check my_kind.py
    """
    if path is not None:
        check_and_leave(path, "kind of exercise", KIND_SECONDS)
        return
    from ireval.exercises import KINDS

    indent = max(map(len, KINDS)) + 2
    for key, kind in KINDS.items():
        print_lines(wrapped(f"{kind.title}. {kind.sentence}", key.ljust(indent), " " * indent))
