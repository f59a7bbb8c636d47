"""What the commands share: common options, and errors reported in one line."""

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

#: The most columns that a list is wrapped to, even in a wider terminal.
_WIDEST = 100
PRESETS_HELP = f"A set of conventions: {', '.join(PRESETS)}."
SIZE_OPTION = click.option("--size", metavar="N", help="Number of documents in the collection, for accuracy.")
_MISSED_HELP = "Grades of judged documents not retrieved, such as 32211."
_COVERS_HELP = "Subtopics of each rank, such as 110,011,000; LABELS may be ''."
_MISSED_COVERS_HELP = "Subtopics of the documents not retrieved."
SET_HELP = "A single convention, such as discount=log2-rank; may be repeated."


class Refused(click.ClickException):
    """Input that cannot be used, reported in one line on standard error with exit status 2."""

    exit_code = 2

    def __init__(self, error: InputError) -> None:
        super().__init__(printable(" ".join(x for x in (f"{error.field}:", error.message, error.suggestion) if x)))


class Program(click.Group):
    r"""A group of commands that reports wrong input in one line.

    In the help of a command, click does not wrap the lines after a line with ``\b``. Raw docstrings have the backslash
    and the b as two characters, which ``add_command`` replaces.
    """

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command."""
        if cmd.help:
            cmd.help = cmd.help.replace(r"\b", "\b")
        super().add_command(cmd, name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an ``InputError`` is reported as ``Refused``."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            raise Refused(error) from None


def printable(text: str) -> str:
    """``text`` with control characters escaped, so that a terminal does not act on them."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def judgement_options(command: Command) -> Command:
    """Add the options for judgements in addition to the labels, which ``explain_list`` takes."""
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


def explain_list(
    labels: str, *, preset: str, choices: Iterable[str], size: str | None, **judgements: str
) -> Explanation:
    """The list in a command's arguments, explained. Raises ``InputError`` if something cannot be used."""
    documents = None if size is None else whole(size, "size", "Documents in the collection", most=1e12)
    chosen: dict[str, Any] = judgements | overrides(choices)
    return explain(labels, size=documents, conventions=preset, **chosen)


def overrides(choices: Iterable[str]) -> dict[str, object]:
    """The conventions set by ``name=choice``. Raises ``InputError`` if a setting is wrong."""
    chosen: dict[str, object] = {}
    for choice in choices:
        name, equals, value = choice.partition("=")
        if not equals:
            raise InputError("set", "option-not-a-setting", text=choice)
        if name not in CONVENTIONS:
            raise InputError("set", "unknown-convention", name=name, hint=nearest(name, CONVENTIONS))
        chosen[name] = value
    return chosen


def whole(text: str, field: str, title: str, most: float) -> int:
    """The whole number in ``text``, from 0 to ``most``. Raises ``InputError`` naming ``field``."""
    return int(read_number(text, field, title, whole=True, least=0, most=most))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines on standard output."""
    for line in lines:
        click.echo(line)


def wrapped(text: str, first: str, rest: str) -> list[str]:
    """``text`` as lines that fit the terminal, the first one after ``first`` and the others after ``rest``."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    return textwrap.TextWrapper(max(width, len(rest) + 20), first, rest, break_on_hyphens=False).wrap(text)
