"""Shared by the commands: common options, and errors reported in one line."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS
from ireval.errors import InputError, nearest
from ireval.messages import COMMAND, say
from ireval.numbers.notation import read_number

if TYPE_CHECKING:
    from ireval.explanation.explanation import Explanation
    from ireval.ranking.judgements import Ranking

#: The packages of each extra: ``sheets`` for some files of sheets and for all commands of lessons, ``compare`` for the
#: command of this name.
EXTRAS: Mapping[str, frozenset[str]] = {
    "sheets": frozenset(
        {"lxml", "markdown-it-py", "mdit-py-plugins", "pyyaml", "segno", "typst", "ziafont", "ziamath"}
    ),
    "compare": frozenset({"scipy"}),
}
#: The names under which packages are imported, if they differ from the packages' names.
_IMPORTED_AS = {"markdown_it": "markdown-it-py", "mdit_py_plugins": "mdit-py-plugins", "yaml": "pyyaml"}
Command = TypeVar("Command", bound=Callable[..., Any])

#: The most columns that a list is wrapped to, even in a wider terminal.
_WIDEST = 100
PRESETS_HELP = f"A set of conventions: {', '.join(PRESETS)}."
SIZE_OPTION = click.option("--size", metavar="N", help="Number of documents in the collection, for accuracy.")
_MISSED_HELP = "Grades of judged documents not retrieved, such as 32211."
_COVERS_HELP = "Subtopics of each rank, such as 110,011,000; LABELS may be ''."
_MISSED_COVERS_HELP = "Subtopics of the documents not retrieved."
_QUERY_HELP = (
    "The list of a further query, for the mean over all of them, such as 0110; after a comma the grades of judged "
    "documents not retrieved (0110,21). May be repeated."
)
SET_HELP = "A single convention, such as discount=log2-rank; may be repeated."


class Refused(click.ClickException):
    """Input that cannot be used, reported in one line on standard error with exit status 2.

    The line begins with the input's name, once: many messages begin with it, too.
    """

    exit_code = 2

    def __init__(self, error: InputError) -> None:
        name, message, advice = f"{error.field}:", error.message, say(error.problem, COMMAND)
        if message.casefold().startswith(name.casefold()):
            message = message[len(name) :].lstrip()
        super().__init__(printable(" ".join(x for x in (name, message, advice) if x)))


class MissingExtra(click.ClickException):
    """A package of an extra is not installed: one line on standard error, exit status 2."""

    exit_code = 2

    def __init__(self, package: str, extra: str) -> None:
        # by its name pip would install a package of somebody else
        command = f'pip install ".[{extra}]"'
        super().__init__(f"This needs the package {package}. Install it from the checkout of ireval: {command}")


class Program(click.Group):
    r"""A group of commands that imports a command when it is used, and reports wrong input in one line.

    ``lazy`` has the commands by name, each as ``module:attribute``. In a command's help, the two characters ``\b``
    become the control character after which click keeps line breaks, and ``python -m ireval`` becomes the name under
    which the program was started.
    """

    def __init__(self, *args: Any, lazy: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, including those not imported yet."""
        return sorted({*super().list_commands(ctx), *self.lazy})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, which is imported if necessary; None if there is none."""
        if cmd_name in self.lazy:
            module, _, attribute = self.lazy[cmd_name].partition(":")
            found: click.Command | None = getattr(import_module(module), attribute)
        else:
            found = super().get_command(ctx, cmd_name)
        if found is None or not found.help:
            return found
        shown = copy(found)
        started = ctx.find_root().info_name or "python -m ireval"
        shown.help = found.help.replace(r"\b", "\b").replace("python -m ireval", started)
        return shown

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; wrong input, and a package that is not installed, become a message."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            raise Refused(error) from None
        except ModuleNotFoundError as error:
            imported = str(error.name).partition(".")[0]
            package = _IMPORTED_AS.get(imported, imported)
            extra = next((name for name, packages in EXTRAS.items() if package in packages), None)
            if extra is None:
                raise
            raise MissingExtra(package, extra) from None


def printable(text: str) -> str:
    """``text`` with control characters escaped, so that a terminal does not act on them."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def judgement_options(command: Command) -> Command:
    """Add the options for further judgements besides the labels, which ``explain_list`` takes."""
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
    """Return the list in a command's arguments, explained. Raises ``InputError`` if something cannot be used."""
    from ireval.explanation.explanation import explain

    documents = None if size is None else whole(size, "size", "Documents in the collection", most=1e12)
    chosen: dict[str, Any] = judgements | overrides(choices)
    return explain(labels, size=documents, conventions=preset, **chosen)


def query_option(command: Command) -> Command:
    """Add the option for the lists of further queries, which ``lists_of_queries`` reads."""
    return click.option("--query", "queries", multiple=True, metavar="LABELS", help=_QUERY_HELP)(command)


def lists_of_queries(first: Explanation, queries: Iterable[str], *, size: str | None) -> list[Ranking]:
    """Return the first list and those of the option ``--query``. Raises ``InputError`` if one cannot be read."""
    from ireval.ranking.labels import read_ranking

    found = [first.ranking]
    for place, text in enumerate(queries, start=2):
        if first.ranking.subtopics is not None:
            raise InputError("query", "queries-have-no-subtopics")
        labels, _, missed = text.partition(",")
        documents = None if size is None else whole(size, "size", "Documents in the collection", most=1e12)
        try:
            found.append(read_ranking(labels.strip(), missed.strip(), documents))
        except InputError as error:
            raise error.at(f"query {place}") from None
    return found


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


def whole(text: str, field: str, title: str, most: float, least: float = 0) -> int:
    """The whole number in ``text``, from ``least`` to ``most``. Raises ``InputError`` naming ``field``."""
    return int(read_number(text, field, title, whole=True, least=least, most=most))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines on standard output."""
    for line in lines:
        click.echo(line)


def wrapped(text: str, first: str, rest: str) -> list[str]:
    """``text`` as lines that fit the terminal, the first one after ``first`` and the others after ``rest``."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    return textwrap.TextWrapper(max(width, len(rest) + 20), first, rest, break_on_hyphens=False).wrap(text)


def report_format_option(command: Command) -> Command:
    """Add the option for the format of a report."""
    formats = click.Choice(["table", "csv", "json"])
    option = click.option("--format", "form", type=formats, default="table", show_default=True, help="Output format.")
    return option(command)
