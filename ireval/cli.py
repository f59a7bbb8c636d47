"""The command line: ``python -m ireval explain 1n0r --measure AP``."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Any

import click

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS
from ireval.errors import InputError, nearest
from ireval.explanation import PLACES, Explanation, StepTable, as_text, explain
from ireval.metric import CUTOFF, Measure
from ireval.names import parse_all, settings, variants
from ireval.parameters import read_number
from ireval.registry import measures

_LABEL_CHARACTERS = frozenset("0123456789nruNRU-")
_WIDEST = 100
_PRESETS = f"Whose conventions: {', '.join(PRESETS)}."
_SET = "A convention of one's own, such as discount=log2-rank; may be repeated."


class Refused(click.ClickException):
    """Input that cannot be used: one line on standard error, exit status 2."""

    exit_code = 2

    def __init__(self, error: InputError) -> None:
        line = " ".join(part for part in (f"{error.field}:", error.message, error.suggestion) if part)
        super().__init__("".join(c if c.isprintable() else repr(c)[1:-1] for c in line))


class Program(click.Group):
    """A group of commands that tells of wrong input in one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; wrong input becomes a message."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            raise Refused(error) from None


class TakesLabels(click.Command):
    """A command whose argument may begin with ``-``, wherever it stands among the options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the labels behind a ``--``, where nothing is taken for an option."""
        valued = {name for p in self.params if isinstance(p, click.Option) and not p.is_flag for name in p.opts}
        return super().parse_args(ctx, labels_last(args, valued, set(ctx.help_option_names)))


def labels_last(args: Sequence[str], valued: set[str], flags: set[str]) -> list[str]:
    """``args`` with what is no option at the end, behind a ``--``. Options in ``valued`` are followed by a value.

    >>> labels_last(["--10", "-m", "AP"], {"-m", "--measure"}, {"--help"})
    ['-m', 'AP', '--', '--10']
    """
    options: list[str] = []
    others: list[str] = []
    rest = iter(args)
    for arg in rest:
        if arg in valued:
            value = list(islice(rest, 1))
            if not value:  # click says what is missing
                return list(args)
            options += [arg, *value]
        elif arg in flags or _is_option(arg, valued):
            options.append(arg)
        else:
            others.append(arg)
    if len(others) > 1 and "--" in others:  # beside labels it is what it is to any program: the end of the options
        others.remove("--")
    return [*options, "--", *others]


def _is_option(arg: str, valued: set[str]) -> bool:
    if arg.startswith("--"):
        return bool(set(arg) - _LABEL_CHARACTERS)
    return arg.startswith("-") and arg[:2] in valued


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Evaluation measures for information retrieval, explained step by step."""


@main.command("explain", cls=TakesLabels)
@click.argument("labels")
@click.option("--unretrieved", default="", metavar="LABELS", help="Judged documents that the list missed: 32211.")
@click.option("-m", "--measure", "names", multiple=True, metavar="MEASURE", help="Only this one; may be repeated.")
@click.option("--conventions", "preset", default=DEFAULT_PRESET, show_default=True, metavar="PRESET", help=_PRESETS)
@click.option("--set", "choices", multiple=True, metavar="NAME=CHOICE", help=_SET)
@click.option("--size", metavar="N", help="Documents in the collection; accuracy needs it.")
@click.option("-k", "--cutoff", default="10", show_default=True, metavar="N", help="Cutoff, where there is no -m.")
@click.option("--level", default="0.3", show_default=True, metavar="R", help="Recall level, where there is no -m.")
@click.option("--beta", default="1", show_default=True, metavar="B", help="Beta of F, where there is no -m.")
@click.option("--places", default=str(PLACES), show_default=True, metavar="N", help="Decimals shown.")
def explain_command(  # noqa: PLR0917 - one parameter an option
    labels: str,
    unretrieved: str,
    names: tuple[str, ...],
    preset: str,
    choices: tuple[str, ...],
    size: str | None,
    cutoff: str,
    level: str,
    beta: str,
    places: str,
) -> None:
    r"""Show how measures come about on one ranked list, rank by rank.

    LABELS has one character a rank: a grade from 0 to 5, n for 0, r for 1, u or - for unjudged. It may begin with -
    and may stand before or behind the options.

    Without -m, the tables of all measures are shown, and a list of all scores at the end.

    \b
    python -m ireval explain nrurunnnrnr -m Bpref --conventions lillis
    python -m ireval explain 101003000200003 --unretrieved 32211 -m nDCG@10 -m AP
    """
    explanation = explain(
        labels,
        unretrieved,
        size=None if size is None else _whole(size, "size", "Documents in the collection", most=1e12),
        conventions=preset,
        **_overrides(choices),
    )
    decimals = _whole(places, "places", "Decimals", most=8)
    if names:
        specs = [spec for name in names for spec in parse_all(name)]
        tables = [explanation.table(spec, decimals) for spec in specs]
        _print(_paragraphs(list(as_text(table)) for table in tables))
        return
    values = {
        "k": CUTOFF.read(cutoff, "cutoff"),
        "level": read_number(level, "level", "Recall level", whole=False, least=0, most=1),
        "beta": read_number(beta, "beta", "Beta", whole=False, least=0, most=100),
    }
    _print(_paragraphs(_everything(explanation, values, decimals)))


@main.command("measures")
@click.option("--long", "long", is_flag=True, help="Also other spellings, settings, and who defines the measure.")
def measures_command(long: bool) -> None:
    """List the measures: name, title, and what each of them measures."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    known = measures()
    indent = max(map(len, known)) + 2
    for name, measure in known.items():
        details = [f"{measure.title}. {measure.sentence}", *(_details(measure) if long else [])]
        for i, text in enumerate(details):
            head = name.ljust(indent) if i == 0 else " " * indent
            lines = textwrap.wrap(text, max(width, indent + 20), initial_indent=head, subsequent_indent=" " * indent)
            _print(lines)
        if long:
            _print([""])


def _details(measure: Measure) -> Iterator[str]:
    spellings = [alias.format(k="<k>", level="<level>") for alias in measure.aliases]
    if spellings:
        yield f"Also: {', '.join(spellings)}"
    at = [f"@{measure.at.name} ({measure.at.title.lower()})"] if measure.at else []
    taken = [*at, *settings(measure)]
    if taken:
        yield f"Takes: {', '.join(taken)}"
    yield f"Source: {measure.source}"


def _everything(explanation: Explanation, values: dict[str, float], places: int) -> Iterator[list[str]]:
    """All tables, one for spellings that share it, and all scores."""
    listed = variants(values, explanation.conventions)
    tables = [explanation.table(spec, places) for _, spec in listed]
    texts = [(table, list(as_text(table))) for table in tables]
    for rows, group in groupby(texts, key=lambda pair: pair[1][1:-1]):
        alike = [table for table, _ in group]
        names = ", ".join(str(table.spec) for table in alike)
        yield [f"{names}: {alike[0].measure.title}", *rows, *(table.final for table in alike)]
    yield ["All scores", *_scores([label for label, _ in listed], tables)]


def _scores(labels: list[str], tables: list[StepTable]) -> Iterator[str]:
    width = max(map(len, labels))
    for label, table in zip(labels, tables, strict=True):
        yield f"{label.ljust(width)}  {table.result}" + (f" ({table.why})" if table.why else "")


def _overrides(choices: Iterable[str]) -> dict[str, object]:
    overrides: dict[str, object] = {}
    for choice in choices:
        name, equals, value = choice.partition("=")
        if not equals:
            raise InputError("set", f"“{choice}” sets nothing.", "Write discount=log2-rank, for one.")
        if name not in CONVENTIONS:
            raise InputError("set", f"There is no convention “{name}”.", nearest(name, CONVENTIONS))
        overrides[name] = value
    return overrides


def _whole(text: str, field: str, title: str, most: float) -> int:
    return int(read_number(text, field, title, whole=True, least=0, most=most))


def _paragraphs(parts: Iterable[list[str]]) -> Iterator[str]:
    for i, lines in enumerate(parts):
        if i:
            yield ""
        yield from lines


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def run() -> None:
    """Start the program; letters that the terminal does not know are replaced."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    main(prog_name="python -m ireval")
