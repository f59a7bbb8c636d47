"""The commands of ``reproduce``: how a published score was computed, and why two outputs of trec_eval differ."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from ireval.cli.evaluate import printable_line
from ireval.cli.options import Command, Program, print_lines
from ireval.errors import InputError

#: Progress is shown if the work takes more steps than this.
_SHORT = 4


@click.group("reproduce", cls=Program)
def reproduce_group() -> None:
    """Find out how a published score was computed, or why two outputs of trec_eval differ."""


def _format_option(command: Command) -> Command:
    formats = click.Choice(["table", "json"])
    return click.option("--format", "form", type=formats, default="table", show_default=True, help="Output format.")(
        command
    )


@reproduce_group.command("score")
@click.argument("qrels")
@click.argument("run")
@click.argument("measure")
@click.argument("score")
@_format_option
def score_command(qrels: str, run: str, measure: str, score: str, form: str) -> None:
    r"""Find the tool, version, measure, cutoff, topics, order, depth or convention that gives a published score.

    QRELS has the judgements, and RUN the results of a system, in TREC's formats, plain or gzip. MEASURE is a name such
    as map or nDCG@10, and SCORE the published mean, with all its decimals, or a percentage. The tools as a whole come
    first, then one change from what they do, then two. The exit status is 1 if nothing gives the score.

    \b
    python -m ireval reproduce score qrels.txt bm25.txt map 0.2511
    python -m ireval reproduce score qrels.txt bm25.txt nDCG@10 "48.7 %" --format json
    """
    from ireval.reproduction.reproduction import reproduce
    from ireval.reproduction.reproduction_reports import SCORE_FORMATS

    found = reproduce(qrels, run, measure, score, on_progress=_progress())
    print_lines(map(printable_line, SCORE_FORMATS[form](found)))
    sys.stdout.flush()
    if not found.matches:
        raise click.exceptions.Exit(1)


@reproduce_group.command("outputs")
@click.argument("output_a")
@click.argument("output_b")
@click.option("--qrels", metavar="FILE", help="The judgements, to find the causes; with --run.")
@click.option("--run", metavar="FILE", help="The run that both outputs are of; with --qrels.")
@_format_option
def outputs_command(output_a: str, output_b: str, qrels: str | None, run: str | None, form: str) -> None:
    r"""Say on which topics two outputs of trec_eval -q differ, and why.

    The exit status is 1 if they differ in any way.

    \b
    python -m ireval reproduce outputs mine.txt theirs.txt
    python -m ireval reproduce outputs mine.txt theirs.txt --qrels qrels.txt --run bm25.txt
    """
    from ireval.reproduction.printed_causes import causes_of
    from ireval.reproduction.printed_differences import PrintedComparison
    from ireval.reproduction.printed_scores import read_printed
    from ireval.reproduction.reproduction_reports import OUTPUT_FORMATS

    if (qrels is None) != (run is None):
        raise InputError("qrels" if qrels is None else "run", "reproduce-both-files")
    compared = PrintedComparison(read_printed(output_a), read_printed(output_b))
    causes = causes_of(compared, qrels, run, on_progress=_progress()) if qrels and run else []
    print_lines(map(printable_line, OUTPUT_FORMATS[form](compared, causes)))
    sys.stdout.flush()
    if compared.is_different:
        raise click.exceptions.Exit(1)


def _progress() -> Callable[[int, int], object] | None:
    """Return a function that shows the progress on one line of the terminal; None if standard error is no terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        if total > _SHORT:
            click.echo(f"\r{done}/{total}" if done < total else "\r" + " " * 20 + "\r", nl=False, err=True)

    return show
