"""The command ``evaluate``: scores run files against a file of judgements."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ireval.cli.options import convention_options, overrides, print_lines, printable, whole
from ireval.errors import InputError
from ireval.evaluation.evaluation import OFFICIAL, evaluate
from ireval.evaluation.results import PLACES, Comparison, Evaluation
from ireval.messages import Message, say

#: A progress bar is shown if the files have more bytes than this in all.
_LONG = 30_000_000
#: The most topics named in a message.
_NAMED = 10


@click.command("evaluate")
@click.argument("qrels")
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE", help="Such as nDCG@10 or map; may be repeated."
)
@click.option("-q", "--by-topic", is_flag=True, help="Also print the scores of each topic.")
@convention_options
@click.option("--places", metavar="N", help=f"Decimals; default: {PLACES}, but all in csv and json.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["trec", "table", "csv", "json"]),
    help="Output format; default: trec, or table for several runs.",
)
@click.option("--subtopics", is_flag=True, help="The second column of QRELS is a subtopic.")
def evaluate_command(  # noqa: PLR0917 - one parameter for each option
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
    r"""Score runs against relevance judgements.

    QRELS has the judgements, and each RUN the results of a system, in TREC's formats, plain or gzip.

    One file of JSON may have both, as expected and retrieved ids:
    {"q1": {"expected": ["d1", "d2"], "retrieved": ["d2", "d7"]}}. Further systems are further files.

    Without -m, the measures are those that trec_eval prints. Topics that are missing from a run are reported; the
    convention missing decides whether they score 0 (exit status 0) or are left out (exit status 1).

    \b
    python -m ireval evaluate qrels.txt run.txt
    python -m ireval evaluate qrels.txt bm25.txt.gz dense.txt.gz -m nDCG@10 -m RR
    python -m ireval evaluate answers.json -m "hit rate@5" --conventions llama_index
    """
    from ireval.evaluation.reports import FORMATS

    decimals = None if places is None else whole(places, "places", "Decimals", most=15)
    wanted = measures or OFFICIAL
    chosen: dict[str, Any] = overrides(choices)
    from ireval.trec.id_lists import holds_id_lists

    chosen |= {"conventions": preset, "subtopics": subtopics or None}
    with _progress([qrels, *runs]) as bar:
        piped = not runs and Path(qrels).exists() and not Path(qrels).is_file()  # it can be read only once
        if piped or holds_id_lists(qrels):
            if subtopics:
                raise InputError("subtopics", "ids-without-subtopics")
            evaluated = _of_id_lists([qrels, *runs], wanted, bar, chosen)
        elif not runs:
            raise click.MissingParameter(param_hint="'RUN...'", param_type="argument")
        else:
            result = evaluate(qrels, runs, wanted, progress=bar, **chosen)
            evaluated = result.runs if isinstance(result, Comparison) else (result,)
    several = len(evaluated) > 1
    write = FORMATS[form or ("table" if several else "trec")]
    print_lines(map(printable_line, write(evaluated, decimals, by_topic=by_topic, named=several or not measures)))
    sys.stdout.flush()
    _report_missing(evaluated)


def _of_id_lists(
    files: Sequence[str], measures: Sequence[str], bar: Callable[[float], object] | None, chosen: Mapping[str, Any]
) -> tuple[Evaluation, ...]:
    """The evaluation of every file of ids; all of them must expect the same."""
    from ireval.trec.id_lists import check_same_expected, read_id_lists

    done: list[Evaluation] = []
    first = None
    for i, file in enumerate(files):
        qrels, run = read_id_lists(file)
        first = first or qrels
        check_same_expected(first, qrels)

        def part(share: float, i: int = i) -> None:
            if bar:
                bar((i + share) / len(files))

        result = evaluate(qrels, run, measures, progress=part, **chosen)
        done += result.runs if isinstance(result, Comparison) else [result]
    return tuple(done)


def printable_line(line: str) -> str:
    """A line of output made printable, except for its tabs and line ends."""
    return "\n".join("\t".join(map(printable, part.split("\t"))) for part in line.split("\n"))


def _report_missing(runs: Sequence[Evaluation]) -> None:
    """Report the topics that are missing from runs; exit with status 1 if some were left out."""
    left_out = False
    for run in runs:
        out = run.conventions["missing"] == "left-out"
        if run.missing:
            key = "missing-topics-left-out" if out else "missing-topics-scored-0"
            _warn(Message(key, run=run.name, topics=_topics(run.missing)))
            left_out |= out
        if run.unjudged:
            _warn(Message("topics-without-judgements", run=run.name, topics=_topics(run.unjudged)))
    if left_out:
        raise click.exceptions.Exit(1)


def _warn(message: Message) -> None:
    click.echo(printable(say(message)), err=True)


def _topics(topics: Sequence[str]) -> Message:
    names, more = topics[:_NAMED], len(topics) - _NAMED
    if more > 0:
        return Message("topics-and-more", names=names, more=more)
    return Message("topics", count=len(topics), names=names)


@contextmanager
def _progress(paths: Sequence[str]) -> Iterator[Callable[[float], object] | None]:
    """Update a progress bar on standard error; gives None if that is not a terminal or the files are short."""
    sizes = (Path(path).stat().st_size for path in paths if Path(path).is_file())
    if not sys.stderr.isatty() or sum(sizes) < _LONG:
        yield None
        return
    with click.progressbar(length=100, label="Evaluating", file=sys.stderr) as bar:
        yield lambda share: bar.update(int(100 * share) - bar.pos)
