"""What the commands share: options that read alike, and errors told in one line."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS
from ireval.errors import InputError, nearest
from ireval.explanation.explanation import Explanation, explain
from ireval.numbers.notation import read_number

Command = TypeVar("Command", bound=Callable[..., Any])

#: No line of a list is wider, however wide the terminal is.
_WIDEST = 100
PRESETS_HELP = f"Whose conventions: {', '.join(PRESETS)}."
SIZE_OPTION = click.option("--size", metavar="N", help="Documents in the collection; accuracy needs it.")
_MISSED_HELP = "Judged documents that the list missed: 32211."
_COVERS_HELP = "What each rank covers: 110,011,000; LABELS may be ''."
_MISSED_COVERS_HELP = "The same for those the list missed."
SET_HELP = "A convention of one's own, such as discount=log2-rank; may be repeated."


class Refused(click.ClickException):
    """Input that cannot be used: one line on standard error, exit status 2."""

    exit_code = 2

    def __init__(self, error: InputError) -> None:
        super().__init__(printable(" ".join(x for x in (f"{error.field}:", error.message, error.suggestion) if x)))


class Program(click.Group):
    r"""A group of commands that tells of wrong input in one line.

    In their help, lines behind a line with ``\b`` stay lines, as click has it; raw texts have it in two characters.
    """

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Take a command in."""
        if cmd.help:
            cmd.help = cmd.help.replace(r"\b", "\b")
        super().add_command(cmd, name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; wrong input becomes a message."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            raise Refused(error) from None


def printable(text: str) -> str:
    """``text`` without anything that a terminal would act on."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def judgement_options(command: Command) -> Command:
    """Add the options for what is known beside the labels, as ``explained`` takes them."""
    missed = click.option("--unretrieved", default="", metavar="LABELS", help=_MISSED_HELP)
    covers = click.option("--subtopics", default="", metavar="GROUPS", help=_COVERS_HELP)
    missed_covers = click.option("--unretrieved-subtopics", default="", metavar="GROUPS", help=_MISSED_COVERS_HELP)
    return missed(covers(missed_covers(command)))


def convention_options(command: Command) -> Command:
    """Add the options for a preset and single conventions."""
    preset = click.option(
        "--conventions", "preset", default=DEFAULT_PRESET, show_default=True, metavar="PRESET", help=PRESETS_HELP
    )
    return preset(click.option("--set", "choices", multiple=True, metavar="NAME=CHOICE", help=SET_HELP)(command))


def explained(labels: str, *, preset: str, choices: Iterable[str], size: str | None, **judgements: str) -> Explanation:
    """The list that a command was given. Raises ``InputError`` for what cannot be used."""
    documents = None if size is None else whole(size, "size", "Documents in the collection", most=1e12)
    chosen: dict[str, Any] = judgements | overrides(choices)
    return explain(labels, size=documents, conventions=preset, **chosen)


def overrides(choices: Iterable[str]) -> dict[str, object]:
    """The conventions in ``name=choice``. Raises ``InputError`` for anything else."""
    chosen: dict[str, object] = {}
    for choice in choices:
        name, equals, value = choice.partition("=")
        if not equals:
            raise InputError("set", f"“{choice}” sets nothing.", "Write discount=log2-rank, for one.")
        if name not in CONVENTIONS:
            raise InputError("set", f"There is no convention “{name}”.", nearest(name, CONVENTIONS))
        chosen[name] = value
    return chosen


def whole(text: str, field: str, title: str, most: float) -> int:
    """A whole number from 0 to ``most``. Raises ``InputError``."""
    return int(read_number(text, field, title, whole=True, least=0, most=most))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        click.echo(line)


def wrapped(text: str, first: str, rest: str) -> list[str]:
    """``text`` as lines no wider than the terminal, the first behind ``first``, the others behind ``rest``."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    return textwrap.TextWrapper(max(width, len(rest) + 20), first, rest, break_on_hyphens=False).wrap(text)
