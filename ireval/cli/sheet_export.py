"""The command ``sheet export``: writes a sheet for paper, or as a file for a learning management system."""

from __future__ import annotations

import sys

import click

from ireval.cli.options import printable
from ireval.cli.sheet import read_file, write_file
from ireval.exercises import from_json
from ireval.exercises.exports.platform_files import MOST_VARIANTS
from ireval.exercises.exports.sheet_files import FILE_KINDS, make_file
from ireval.exercises.paper.pdf import DETAILS, FULL, PAPERS
from ireval.exercises.variants.progress import Report, no_report
from ireval.exercises.variants.sheet_check import faults
from ireval.messages import Message, say
from ireval.numbers.notation import read_number

_MOST_STUDENTS = 10_000


@click.command("export")
@click.argument("sheet", metavar="SHEET.json")
@click.option("-f", "--format", "form", required=True, metavar="FORMAT", help=f"One of {', '.join(FILE_KINDS)}.")
@click.option("--variants", default="1", show_default=True, metavar="N", help="Number of variants in the file.")
@click.option("--first", default="1", show_default=True, metavar="N", help="PDF only: the number of the first variant.")
@click.option("--paper", default="a4", show_default=True, metavar="PAPER", help=f"PDF only: {' or '.join(PAPERS)}.")
@click.option("--detail", default=FULL, show_default=True, metavar="D", help=f"pdf-key only: {' or '.join(DETAILS)}.")
@click.option("-o", "--output", default="", metavar="FILE", help="The file to write; default: named after the title.")
def export_command(  # noqa: PLR0917 - one parameter for each option
    sheet: str, form: str, variants: str, first: str, paper: str, detail: str, output: str
) -> None:
    r"""Write a sheet as a file, for paper or for a learning management system.

    Parts that the format does not support, exercises that answer each other, and a sheet without a secret are named on
    standard error. With -o - the file goes to standard output.
    A PDF contains up to 60 variants; --first 61 continues after those.

    \b
    python -m ireval sheet export sheet.json --format moodle --variants 40 -o sheet.xml
    python -m ireval sheet export sheet.json --format pdf --variants 30 -o sheet.pdf
    """
    count = int(read_number(variants, "variants", "Variants", whole=True, least=1, most=MOST_VARIANTS))
    start = int(read_number(first, "first", "First", whole=True, least=1, most=_MOST_STUDENTS))
    read = from_json(read_file(sheet, "sheet"))
    file = make_file(read, form, variants=count, paper=paper, first=start, detail=detail, progress=_progress())
    if output == "-":
        sys.stdout.buffer.write(file.data)
    else:
        write_file(output or file.name, file.data)
        click.echo(printable(output or file.name))
    for line in file.report:
        click.echo(printable(say(line)), err=True)
    if read.guessable and form != "json":
        click.echo(printable(say(Message("sheet-guessable"))), err=True)
    for fault in faults(read):
        click.echo(printable(f"{fault.field}: {fault}"), err=True)


def _progress() -> Report:
    """Return a function that shows the progress on one line of standard error, if that is a terminal."""
    return _show if sys.stderr.isatty() else no_report


def _show(done: int, total: int) -> None:
    line = say(Message("variants-finished", done=done, total=total))
    click.echo(f"\r{line}" + "\n" * (done == total), err=True, nl=False)
