"""The command ``evaluate``: runs against judgements, from files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ireval.cli.options import convention_options, overrides, print_lines, printable, whole
from ireval.evaluation.evaluation import OFFICIAL, evaluate
from ireval.evaluation.results import PLACES, Comparison, Evaluation
from ireval.messages.writing import plural

#: Files with more bytes than this in all make work long enough to show how far it is.
_LONG = 30_000_000
#: No more topics are named in a message.
_NAMED = 10


@click.command("evaluate")
@click.argument("qrels")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE", help="Such as nDCG@10 or map; repeat it."
)
@click.option("-q", "--by-topic", is_flag=True, help="Also the scores of each topic.")
@convention_options
@click.option("--places", metavar="N", help=f"Decimals; {PLACES} unless given, in csv and json all there are.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["trec", "table", "csv", "json"]),
    help="trec unless given; table for several runs.",
)
@click.option("--subtopics", is_flag=True, help="The second column of QRELS is a subtopic.")
def evaluate_command(  # noqa: PLR0917 - one parameter an option
    qrels: str,
    runs: tuple[str, ...],
    measures: tuple[str, ...],
    by_topic: bool,
    preset: str,
    choices: tuple[str, ...],
    places: str | None,
    form: str | None,
    subtopics: bool,
) -> None:
    r"""Score runs: QRELS has the judgements, each RUN a system's results, in TREC's formats, plain or gzip.

    Without -m, the measures are those that trec_eval prints. Topics that a run lacks are named; the convention
    missing says whether they score 0 (exit status 0) or are left out (exit status 1).

    \b
    python -m ireval evaluate qrels.txt run.txt
    python -m ireval evaluate qrels.txt bm25.txt.gz dense.txt.gz -m nDCG@10 -m RR
    """
    from ireval.evaluation.reports import FORMATS

    decimals = None if places is None else whole(places, "places", "Decimals", most=15)
    wanted = measures or OFFICIAL
    chosen: dict[str, Any] = overrides(choices)
    with _progress([qrels, *runs]) as told:
        result = evaluate(qrels, runs, wanted, conventions=preset, subtopics=subtopics or None, progress=told, **chosen)
    evaluated = result.runs if isinstance(result, Comparison) else (result,)
    several = len(evaluated) > 1
    write = FORMATS[form or ("table" if several else "trec")]
    print_lines(map(printable_line, write(evaluated, decimals, by_topic=by_topic, named=several or not measures)))
    sys.stdout.flush()
    _tell_missing(evaluated)


def printable_line(line: str) -> str:
    """A line of output, its tabs and line ends kept."""
    return "\n".join("\t".join(map(printable, part.split("\t"))) for part in line.split("\n"))


def _tell_missing(runs: Sequence[Evaluation]) -> None:
    """Name the topics that runs lack; leave with exit status 1 where some were left out."""
    left_out = False
    for run in runs:
        out = run.conventions["missing"] == "left-out"
        then = "left out of the averages" if out else "scored 0 (--set missing=left-out leaves them out)"
        if run.missing:
            click.echo(printable(f"{run.name}: missing from the run, {then}: {_named(run.missing)}."), err=True)
            left_out |= out
        if run.unjudged:
            click.echo(printable(f"{run.name}: without judgements, not counted: {_named(run.unjudged)}."), err=True)
    if left_out:
        raise click.exceptions.Exit(1)


def _named(topics: Sequence[str]) -> str:
    more = f" and {len(topics) - _NAMED} more" if len(topics) > _NAMED else ""
    return f"{plural('topic', len(topics))} {', '.join(topics[:_NAMED])}{more}"


@contextmanager
def _progress(paths: Sequence[str]) -> Iterator[Callable[[float], object] | None]:
    """A bar on standard error, where that is a terminal and the files are long."""
    sizes = (Path(path).stat().st_size for path in paths if Path(path).is_file())
    if not sys.stderr.isatty() or sum(sizes) < _LONG:
        yield None
        return
    with click.progressbar(length=100, label="Evaluating", file=sys.stderr) as bar:
        yield lambda share: bar.update(int(100 * share) - bar.pos)
