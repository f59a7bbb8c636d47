"""The command ``compare``: compares run files over all topics, with statistical tests and reasons."""

from __future__ import annotations

import sys
from typing import Any

import click

from ireval.cli.evaluate import printable_line, report_files
from ireval.cli.options import convention_options, overrides, print_lines, report_format_option, whole

#: The largest seed.
_MOST_SEED = 2**63 - 1


@click.command("compare")
@click.argument("qrels")
@click.argument("runs", nargs=-1, required=True, metavar="RUN_A RUN_B [RUN_C]...")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE", help="Such as AP or nDCG@10; may be repeated."
)
@click.option("-q", "--by-topic", is_flag=True, help="Also say for each topic why the runs differ.")
@convention_options
@click.option("-N", "--size", metavar="N", help="Number of documents in the collection.")
@click.option("--family", type=click.Choice(["all", "measure"]), help="Comparisons that Holm corrects together.")
@click.option("--baseline", default="", metavar="RUN", help="Compare the other runs only with this one.")
@click.option("--seed", default="0", show_default=True, metavar="N", help="Seed of the random numbers.")
@click.option("--places", metavar="N", help="Decimals; default: 4, but all in csv and json.")
@report_format_option
def compare_command(  # noqa: PLR0917 - one parameter for each option
    qrels: str,
    runs: tuple[str, ...],
    measures: tuple[str, ...],
    by_topic: bool,
    preset: str,
    choices: tuple[str, ...],
    size: str | None,
    family: str | None,
    baseline: str,
    seed: str,
    places: str | None,
    form: str,
) -> None:
    r"""Compare two or more runs over all topics.

    QRELS has the judgements, and each RUN the results of a system, in TREC's formats, plain or gzip. Without -m, the
    measure is AP. A difference is the score of the second run minus the first: RUN_B minus RUN_A.

    All tests are paired. The same seed gives the same numbers. --set test=NAME chooses the test that the sentences
    use: sign-flip, paired-t, bootstrap, bootstrap-t or wilcoxon. Holm corrects for all comparisons together; with
    --family measure for those in each measure. --baseline takes the name of a run, as the report prints it, and makes
    fewer comparisons.

    A topic is compared if all runs have a score for it; a sentence says which are left out and why. The exit status
    is 1 if a run lacks topics that are left out, or if nothing can be compared.

    \b
    python -m ireval compare qrels.txt bm25.txt dense.txt
    python -m ireval compare qrels.txt bm25.txt dense.txt -m nDCG@10 -m RR -q
    python -m ireval compare qrels.txt a.txt b.txt c.txt --format json --seed 7
    """
    from ireval.comparison.comparison import USUAL, compare
    from ireval.comparison.comparison_reports import FORMATS

    decimals = None if places is None else whole(places, "places", "Decimals", most=15)
    start = whole(seed, "seed", "Seed", most=_MOST_SEED)
    chosen: dict[str, Any] = overrides(choices)
    if size is not None:
        chosen["size"] = whole(size, "size", "Documents in the collection", most=1e12)
    if family is not None:
        chosen["family"] = family
    found = compare(qrels, runs, measures or USUAL, conventions=preset, seed=start, baseline=baseline, **chosen)
    print_lines(map(printable_line, FORMATS[form](found, decimals, by_topic=by_topic)))
    sys.stdout.flush()
    report_files(found.evaluations)
    if not any(measure.topics for measure in found.measures):
        raise click.exceptions.Exit(1)
