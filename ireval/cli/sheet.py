"""The commands ``sheet ...``: exercise sheets from a seed, their keys, and the marking of answers.

The modules for sheets are imported where they are needed, so that the other commands start without them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ireval.cli.options import Program, convention_options, overrides, print_lines, printable, whole
from ireval.errors import InputError
from ireval.messages import Message, say

if TYPE_CHECKING:
    from ireval.exercises import Sheet
    from ireval.exercises.variants.stress import StressCount

_OUT = click.option("-o", "--output", default="-", metavar="FILE", help="The file to write; - for standard output.")
_DECIMALS = click.option("--decimals", default="3", show_default=True, metavar="N", help="Decimals of answers.")


class _ExerciseCount(click.Option):
    """The option for the number of exercises. Its help says how many kinds there are, which are imported for it."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from ireval.exercises.kinds.catalog import kinds_of_seeds

        self.help = say(Message("help-number-of-exercises", count=len(kinds_of_seeds())))
        return super().get_help_record(ctx)


@click.group("sheet", cls=Program, lazy={"export": "ireval.cli.sheet_export:export_command"})
def sheet_group() -> None:
    """Exercise sheets: make them from a seed, print keys, mark answers."""


@sheet_group.command("make")
@click.option("--seed", default="", metavar="N", help="The same seed gives the same sheet; default: a random one.")
@click.option("--secret", is_flag=True, help="With a seed: also draw a secret, so that nobody can find out the lists.")
@click.option("--exercises", cls=_ExerciseCount, default="6", show_default=True, metavar="N")
@click.option("--kind", "kinds", multiple=True, metavar="KEY", help="Exercises of this kind alone; may be repeated.")
@convention_options
@_DECIMALS
@click.option("--title", default="", metavar="T", help="The title of the sheet.")
@click.option("--intro", default="", metavar="TEXT", help="The text above the exercises, in Markdown.")
@_OUT
def make_command(  # noqa: PLR0917 - one parameter for each option
    seed: str,
    secret: bool,
    exercises: str,
    kinds: tuple[str, ...],
    preset: str,
    choices: tuple[str, ...],
    decimals: str,
    title: str,
    intro: str,
    output: str,
) -> None:
    r"""Make a sheet from a seed, and write it as JSON.

    The file contains the seed and the version of the generator; the same seed always gives the same file. Anyone who
    tries seeds can find those lists. For a graded sheet, leave --seed out, or add --secret: a secret of 128 bits is
    then drawn, mixed into all lists and keys, and written into the file. Do not give the file to students.

    \b
    python -m ireval sheet make --seed 42 --conventions lillis -o sheet.json
    python -m ireval sheet make --kind table --kind wrong-cell --exercises 4 -o tables.json
    """
    from ireval.exercises import make_sheet
    from ireval.exercises.generator.fresh_numbers import new_secret, new_seed
    from ireval.exercises.sheet.model import MOST_DECIMALS, MOST_EXERCISES, MOST_SEED
    from ireval.exercises.sheet.sheet_reader import read_sheet

    sheet = make_sheet(
        whole(seed, "seed", "Seed", most=MOST_SEED) if seed else new_seed(),
        whole(exercises, "exercises", "Exercises", most=MOST_EXERCISES),
        conventions=preset,
        overrides=overrides(choices),
        decimals=whole(decimals, "decimals", "Decimals", most=MOST_DECIMALS),
        title=title,
        kinds=kinds,
    )
    drawn = new_secret() if secret or not seed else ""
    write(output, read_sheet(replace(sheet, intro=intro, secret=drawn).to_text()).to_json())


@sheet_group.command("key")
@click.argument("sheet")
@click.option("--variant", "key", default="", metavar="KEY", help="The key of the variant; default: the first one.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@_OUT
def key_command(sheet: str, key: str, form: str, output: str) -> None:
    r"""Write the answer key of one variant of SHEET, with the worked tables.

    \b
    python -m ireval sheet key sheet.json --variant K7M2PX
    """
    from ireval.exercises import key_json, key_text, variant, variant_keys

    read = read_sheet(sheet)
    made = variant(read, key or variant_keys(read, 1)[0])
    write(output, key_json(made) if form == "json" else key_text(made).encode())


@sheet_group.command("mark")
@click.argument("sheet")
@click.argument("answers")
@_OUT
def mark_command(sheet: str, answers: str, output: str) -> None:
    r"""Mark ANSWERS, a CSV file, against SHEET.

    ANSWERS is either long, with the columns variant, exercise, part and answer, or wide, with the column variant and
    columns such as e1.score. Both may have a column student. The output is CSV with one line for each part and the
    columns student, variant, exercise, part, label, answer, outcome, points, of, cause and text.

    \b
    python -m ireval sheet mark sheet.json answers.csv -o marks.csv
    """
    from ireval.exercises.marking.class_answers import LONG, marked_csv, read_answers

    read = read_sheet(sheet)
    given = read_answers(read_bytes(answers, "answers"), read)
    if not given:
        raise InputError("answers", "answers-without-lines", head=",".join(LONG))
    write(output, marked_csv(read, given).encode())


@sheet_group.command("stress")
@click.option("--seeds", default="20", show_default=True, metavar="N", help="Number of seeds, starting at 1.")
@convention_options
@_DECIMALS
def stress_command(seeds: str, preset: str, choices: tuple[str, ...], decimals: str) -> None:
    """Make many exercises of every kind, and report refused lists, draws and near-ties.

    draws is the mean number of lists drawn; near-ties are wrong numbers within two units of the correct one. The other
    columns count the quality of the lists used. The exit status is 1 if no list was found for some seed.
    """
    from ireval.exercises.sheet.model import MOST_DECIMALS
    from ireval.exercises.variants.stress import stress

    count = whole(seeds, "seeds", "Seeds", most=100_000)
    places = whole(decimals, "decimals", "Decimals", most=MOST_DECIMALS)
    done = list(stress(range(1, count + 1), conventions=preset, overrides=overrides(choices), decimals=places))
    print_lines(_report(done))
    if any(x.refused for x in done):
        raise click.exceptions.Exit(1)


def read_sheet(path: str) -> Sheet:
    """The sheet in a file; ``-`` is standard input. Raises ``InputError``."""
    from ireval.exercises import from_json

    return from_json(read_bytes(path, "sheet"))


def read_bytes(path: str, field: str) -> bytes:
    """The bytes of a file; ``-`` is standard input. Raises ``InputError``."""
    return sys.stdin.buffer.read() if path == "-" else read_file(path, field)


def read_file(path: str, field: str) -> bytes:
    """The bytes of a file. Raises ``InputError`` naming ``field``."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(field, "path-not-readable", path=path, reason=error.strerror or str(error)) from None


def write(path: str, data: bytes) -> None:
    """Write bytes to a file; ``-`` is standard output. Raises ``InputError``."""
    if path == "-":
        click.echo(data, nl=False)
    else:
        write_file(path, data)


def write_file(path: str, data: bytes) -> None:
    """Write bytes to a file. Raises ``InputError``."""
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise InputError("output", "path-not-writable", path=path, reason=error.strerror or str(error)) from None


def _report(done: Iterable[StressCount]) -> Iterator[str]:
    from ireval.exercises.generator.acceptance import GRADE_WORDS

    rows: list[tuple[str, ...]] = [
        ("kind", "measure or task", "seeds", "refused", "draws", "near-ties", *GRADE_WORDS[:-1])
    ]
    for x in done:
        draws = f"{x.draws / max(x.seeds - x.refused, 1):.1f}"
        counts = (str(x.grades[grade]) for grade in range(len(GRADE_WORDS) - 1))
        rows.append((x.kind, x.what, str(x.seeds), str(x.refused), draws, str(x.near), *counts))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        left = [text.ljust(width) for text, width in zip(row[:2], widths, strict=False)]
        right = [text.rjust(width) for text, width in zip(row[2:], widths[2:], strict=True)]
        yield printable("  ".join([*left, *right]))
