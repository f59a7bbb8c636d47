"""The command ``exports``: the formats of files for learning platforms."""

from __future__ import annotations

import click

from ireval.cli.listings.checked_file import check_and_leave
from ireval.cli.options import print_lines, printable


@click.command("exports")
@click.option("--check", "path", metavar="FILE", help="Check a file with a format of your own against the contract.")
def exports_command(path: str | None) -> None:
    r"""List the formats in which sheets are exported for learning platforms: the key and title of each.

    With --check, FILE declares a format of your own. Sheets of all kinds are written in it, some with hostile texts,
    and read again. Every rule that the files break is printed on a line of its own, with a way to fix it. The check is
    stopped after 60 seconds. The exit status is 0 if the file keeps all rules, 1 if it breaks one, and 2 if it cannot
    be loaded.

    \b
    python -m ireval exports --check my_format.py
    """
    if path is not None:
        check_and_leave(path, "export format")
        return
    from ireval.exercises.exports.platform_files import FORMATS

    indent = max(map(len, FORMATS)) + 2
    print_lines(printable(f"{key.ljust(indent)}{form.title}") for key, form in FORMATS.items())
