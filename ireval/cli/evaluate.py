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
from ireval.evaluation.evaluation import evaluate
from ireval.evaluation.mean_notes import topic_names
from ireval.evaluation.results import PLACES, Comparison, Evaluation
from ireval.evaluation.trec_eval_names import OFFICIAL
from ireval.messages import Message, say
from ireval.numbers.notation import read_number

#: A progress bar is shown if the files have more bytes than this in all.
_LONG = 30_000_000


@click.command("evaluate")
@click.argument("qrels")
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="Such as nDCG@10 or map, or official, set or all_trec for those of trec_eval; may be repeated.",
)
@click.option("-q", "--by-topic", is_flag=True, help="Also print the scores of each topic.")
@click.option("-n", "--no-average", is_flag=True, help="Do not print the averages over all topics.")
@convention_options
@click.option("-l", "--level", metavar="GRADE", help="The lowest relevant grade; the same as --set rel=GRADE.")
@click.option("-c", "--complete", is_flag=True, help="Topics missing from a run score 0: --set missing=score-0.")
@click.option("-J", "--judged-only", is_flag=True, help="Remove all unjudged documents from the runs first.")
@click.option("-M", "--max-documents", metavar="N", help="Use only the first N documents of each topic.")
@click.option("-N", "--size", metavar="N", help="Number of documents in the collection.")
@click.option("-R", "--judgement-form", "form_of_qrels", metavar="FORM", default="qrels", hidden=True)
@click.option("-T", "--run-form", "form_of_runs", metavar="FORM", default="trec_results", hidden=True)
@click.option("-Z", "--z-scores", metavar="FILE", hidden=True)
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
    no_average: bool,
    preset: str,
    choices: tuple[str, ...],
    level: str | None,
    complete: bool,
    judged_only: bool,
    max_documents: str | None,
    size: str | None,
    form_of_qrels: str,
    form_of_runs: str,
    z_scores: str | None,
    places: str | None,
    form: str | None,
    subtopics: bool,
) -> None:
    r"""Score runs against relevance judgements.

    QRELS has the judgements, and each RUN the results of a system, in TREC's formats, plain or gzip.

    One file of JSON may have both, as expected and retrieved ids:
    {"q1": {"expected": ["d1", "d2"], "retrieved": ["d2", "d7"]}}. Give one such file for each further system.

    Without -m, the measures are those that trec_eval prints. Topics that are missing from a run are reported; the
    convention missing decides whether they count as empty lists (exit status 0) or are left out (exit status 1).
    A mean is over the topics for which the measure is defined; if some topics are left out, a note says why. Lines that
    begin with # are ignored and counted.

    The options -m, -q, -n, -l, -J, -M and -N have the same meaning as in trec_eval. Its -c is the default here.

    \b
    python -m ireval evaluate qrels.txt run.txt
    python -m ireval evaluate qrels.txt bm25.txt.gz dense.txt.gz -m nDCG@10 -m RR
    python -m ireval evaluate qrels.txt run.txt -m all_trec -q
    python -m ireval evaluate answers.json -m "hit rate@5" --conventions llama_index
    """
    from ireval.evaluation.reports import FORMATS

    _check_forms(form_of_qrels, form_of_runs, z_scores)
    decimals = None if places is None else whole(places, "places", "Decimals", most=15)
    chosen: dict[str, Any] = overrides([*choices, *_as_choices(level, complete=complete)])
    chosen |= _limits(max_documents, size)
    chosen |= {"judged_only": judged_only, "conventions": preset, "subtopics": subtopics or None}
    evaluated = _evaluated(qrels, runs, measures or OFFICIAL, chosen)
    several = len(evaluated) > 1
    write = FORMATS[form or ("table" if several else "trec")]
    lines = write(evaluated, decimals, by_topic=by_topic, named=several or not measures, averaged=not no_average)
    print_lines(map(printable_line, lines))
    sys.stdout.flush()
    _report(evaluated, means=form in {"trec", "csv"} or (form is None and not several))


def _check_forms(qrels: str, runs: str, z_scores: str | None) -> None:
    """Raise ``InputError`` for values of trec_eval's options -R, -T and -Z that ireval does not support."""
    if qrels != "qrels":
        known = qrels if qrels in {"qrels_jg", "prefs", "qrels_prefs"} else "other"
        raise InputError("-R", f"judgements-as-{known.replace('_', '-')}", text=qrels)
    if runs != "trec_results":
        raise InputError("-T", "runs-in-another-form", text=runs)
    if z_scores is not None:
        raise InputError("-Z", "scores-as-z-scores", text=z_scores)


def _report(evaluated: Sequence[Evaluation], *, means: bool) -> None:
    """Report on standard error facts that the output lines do not show; exit with status 1 if topics were left out."""
    if means:
        _report_means(evaluated)
    report_files(evaluated)


def report_files(evaluated: Sequence[Evaluation]) -> None:
    """Report ignored lines and missing topics; exit with status 1 if topics were left out."""
    _report_comments(evaluated)
    _report_missing(evaluated)


def _evaluated(
    qrels: str, runs: Sequence[str], wanted: Sequence[str], chosen: dict[str, Any]
) -> tuple[Evaluation, ...]:
    """The evaluation of every run, or of every file of ids, with progress on the terminal.

    Raises ``InputError`` if a file cannot be used, and ``click.MissingParameter`` if judgements have no run.
    """
    from ireval.trec.id_lists import holds_id_lists

    with _progress([qrels, *runs]) as bar:
        piped = not runs and Path(qrels).exists() and not Path(qrels).is_file()  # it can be read only once
        if piped or holds_id_lists(qrels):
            if chosen["subtopics"]:
                raise InputError("subtopics", "ids-without-subtopics")
            return _of_id_lists([qrels, *runs], wanted, bar, chosen)
        if not runs:
            raise click.MissingParameter(param_hint="'RUN...'", param_type="argument")
        result = evaluate(qrels, runs, wanted, progress=bar, **chosen)
        return result.runs if isinstance(result, Comparison) else (result,)


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
    """Return a line of output with control characters escaped, except for tabs and line ends."""
    return "\n".join("\t".join(map(printable, part.split("\t"))) for part in line.split("\n"))


def _report_means(runs: Sequence[Evaluation]) -> None:
    """Report the number of topics in the means, and why topics are left out, for formats without a footer."""
    for run in runs:
        for note in run.notes:
            _warn(Message("note-on-run", run=run.name, note=note))


def _limits(max_documents: str | None, size: str | None) -> dict[str, int | None]:
    """The most documents of a topic that are used, and the size of the collection; each is None if not given."""
    limits = {"size": None if size is None else whole(size, "size", "Documents in the collection", most=1e12)}
    if max_documents is not None:
        limits["max_documents"] = int(
            read_number(max_documents, "max-documents", "Documents of a topic", whole=True, least=1, most=1e9)
        )
    return limits


def _as_choices(level: str | None, *, complete: bool) -> list[str]:
    """The settings of conventions that trec_eval has as options."""
    return ([] if level is None else [f"rel={level}"]) + (["missing=score-0"] if complete else [])


def _report_comments(runs: Sequence[Evaluation]) -> None:
    """Report the files that have lines which were ignored as comments, all of them in one line."""
    counts = dict.fromkeys(pair for run in runs for pair in run.comments)
    if counts:
        files = [Message("comments-in-file", file=file, count=count) for file, count in counts]
        _warn(Message("comments-ignored", files=files))


def _report_missing(runs: Sequence[Evaluation]) -> None:
    """Report the topics that are missing from runs; exit with status 1 if some were left out."""
    left_out = False
    for run in runs:
        out = run.conventions["missing"] == "left-out"
        if run.missing:
            key = "missing-topics-left-out" if out else "missing-topics-scored-0"
            _warn(Message(key, run=run.name, topics=topic_names(run.missing)))
            left_out |= out
        if run.unjudged:
            _warn(Message("topics-without-judgements", run=run.name, topics=topic_names(run.unjudged)))
    if left_out:
        raise click.exceptions.Exit(1)


def _warn(message: Message) -> None:
    click.echo(printable(say(message)), err=True)


@contextmanager
def _progress(paths: Sequence[str]) -> Iterator[Callable[[float], object] | None]:
    """Update a progress bar on standard error; gives None if that is not a terminal or the files are short."""
    sizes = (Path(path).stat().st_size for path in paths if Path(path).is_file())
    if not sys.stderr.isatty() or sum(sizes) < _LONG:
        yield None
        return
    with click.progressbar(length=100, label="Evaluating", file=sys.stderr) as bar:
        yield lambda share: bar.update(int(100 * share) - bar.pos)
