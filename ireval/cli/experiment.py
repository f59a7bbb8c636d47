"""The commands of ``experiment``: experiments on judgements and on statistical tests, which a seed makes repeatable."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import Any

import click

from ireval.cli.evaluate import printable_line
from ireval.cli.options import Program, convention_options, overrides, print_lines, report_format_option, whole
from ireval.errors import InputError

#: The largest seed, and the most samples.
_MOST_SEED = 2**63 - 1
_MOST_REPEATS = 10_000


@click.group("experiment", cls=Program)
def experiment_group() -> None:
    """Repeat an experiment on judgements or on statistical tests."""


@experiment_group.command("incomplete")
@click.argument("qrels")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE", help="Such as AP or Bpref; may be repeated."
)
@convention_options
@click.option("--repeats", metavar="N", help="Samples of each size; default: 50.")
@click.option("--seed", default="0", show_default=True, metavar="N", help="Seed of the random numbers.")
@report_format_option
def incomplete_command(  # noqa: PLR0917 - one parameter for each option
    qrels: str,
    runs: tuple[str, ...],
    measures: tuple[str, ...],
    preset: str,
    choices: tuple[str, ...],
    repeats: str | None,
    seed: str,
    form: str,
) -> None:
    r"""Remove judgements at random, and score the runs with the rest.

    QRELS has the judgements, and each RUN the results of a system, in TREC's formats, plain or gzip. Without -m, the
    measures are AP, P@10, Rprec, bpref, bpref-10, nDCG and AP on condensed lists. The same seed gives the same numbers.

    \b
    python -m ireval experiment incomplete qrels.txt bm25.txt dense.txt fused.txt
    python -m ireval experiment incomplete qrels.txt runs/*.txt -m AP -m Bpref --repeats 20 --format csv
    """
    from ireval.experiments.incomplete_judgements import REPEATS, STUDIED, take_away_judgements
    from ireval.experiments.incomplete_reports import FORMATS

    count = REPEATS if repeats is None else whole(repeats, "repeats", "Repeats", least=1, most=_MOST_REPEATS)
    start = whole(seed, "seed", "Seed", most=_MOST_SEED)
    chosen: dict[str, Any] = overrides(choices)
    experiment = take_away_judgements(
        qrels, _named(runs), measures or STUDIED, repeats=count, seed=start, conventions=preset, **chosen
    )
    print_lines(map(printable_line, FORMATS[form](experiment.result(experiment.scores()))))
    sys.stdout.flush()


@experiment_group.command("tests")
@click.argument("files", nargs=-1, metavar="[QRELS RUN RUN]")
@click.option("--topics", metavar="N", help="Number of topics; default: 10.")
@click.option("--shape", metavar="SHAPE", help="normal, skewed, tied or zeros; default: normal, or the runs' own.")
@click.option("--effect", metavar="D", help="True mean difference in standard deviations, for power; default: 0.5.")
@click.option("--simulations", metavar="N", help="Simulated experiments; default: 1000.")
@click.option("--alpha", metavar="P", help="Significance level; default: 0.05.")
@click.option("--seed", metavar="N", help="Seed of the random numbers; default: 0.")
@click.option("-m", "--measure", default="AP", show_default=True, metavar="MEASURE", help="For the runs' differences.")
@convention_options
@report_format_option
def tests_command(
    files: tuple[str, ...], measure: str, preset: str, choices: tuple[str, ...], form: str, **texts: str | None
) -> None:
    r"""Simulate how often statistical tests are wrong: type I error, power, and the coverage of intervals.

    Differences have a shape: normal, skewed, tied as with P@10, or mostly zeros as with the reciprocal rank. With
    QRELS and two runs they are drawn from the differences of the runs. The same seed gives the same numbers.

    \b
    python -m ireval experiment tests --topics 5
    python -m ireval experiment tests qrels.txt bm25.txt dense.txt -m P@10 --topics 50 --format csv
    """
    from ireval.experiments.significance_tests.difference_shapes import OBSERVED
    from ireval.experiments.significance_tests.simulation_choices import read_simulation, run_differences
    from ireval.experiments.significance_tests.simulation_reports import FORMATS

    given = {name: text for name, text in texts.items() if text is not None}
    if files and given.setdefault("shape", OBSERVED) != OBSERVED:
        raise InputError("shape", "shape-beside-runs", shape=given["shape"])
    if len(files) != 3 and (files or given.get("shape") == OBSERVED):
        raise InputError("files", "qrels-and-two-runs", count=len(files))
    simulation = read_simulation(
        given, lambda: run_differences(files[0], _named(files[1:]), measure, preset, **overrides(choices))
    )
    print_lines(map(printable_line, FORMATS[form](simulation.run())))
    sys.stdout.flush()


@experiment_group.command("agreement")
@click.argument("table", metavar="TABLE")
@click.option("--coefficient", metavar="KEY", help="The coefficient that --number was meant to be; default: cohen.")
@click.option("--marginals", metavar="KEY", help="own or pooled labels for chance, for --number; default: own.")
@click.option("--number", metavar="X", help="A different number: say what it is, instead of the coefficients.")
@report_format_option
def agreement_command(
    table: str, coefficient: str | None, marginals: str | None, number: str | None, form: str
) -> None:
    r"""Compute every coefficient of the agreement of two assessors from a table of counts.

    TABLE is a file, or - for standard input. It has a row for each label of the first assessor, and in it a number of
    documents for each label of the second. Labels and totals may be around the numbers.

    \b
    python -m ireval experiment agreement counts.csv
    python -m ireval experiment agreement counts.csv --format json
    python -m ireval experiment agreement counts.csv --coefficient quadratic --number 0.741
    """
    from ireval.agreement.all_coefficients import of_table
    from ireval.agreement.coefficient import checked_marginals
    from ireval.agreement.different_number import USUAL, DifferentNumbers
    from ireval.agreement.label_counts import OWN
    from ireval.agreement.typed_counts import read_counts
    from ireval.cli.sheet import read_bytes
    from ireval.experiments.assessors.counts_reports import FORMATS
    from ireval.messages import say

    wanted, chance = of_table(coefficient or USUAL).key, checked_marginals(marginals or OWN)
    counts = read_counts(read_bytes(table, "table").decode("utf-8", errors="replace"))
    lines = FORMATS[form](counts)
    if number is not None:
        lines = map(say, DifferentNumbers(counts, chance, wanted).explain(number))
    print_lines(map(printable_line, lines))
    sys.stdout.flush()


def _named(runs: tuple[str, ...]) -> dict[str, str]:
    """The paths of runs by the names of their files, or by the paths if two files have the same name."""
    names = [PurePath(run).name for run in runs]
    return dict(zip(names if len(set(names)) == len(names) else runs, runs, strict=True))
