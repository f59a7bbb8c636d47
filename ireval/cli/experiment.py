"""The commands of ``experiment``: experiments on judgements, which anybody can repeat."""

from __future__ import annotations

import sys
from typing import Any

import click

from ireval.cli.evaluate import printable_line
from ireval.cli.options import Program, convention_options, overrides, print_lines, report_format_option, whole

#: The largest seed, and the most samples.
_MOST_SEED = 2**63 - 1
_MOST_REPEATS = 10_000


@click.group("experiment", cls=Program)
def experiment_group() -> None:
    """Repeat an experiment on judgements."""


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
    from pathlib import PurePath

    from ireval.experiments.incomplete_judgements import REPEATS, STUDIED, take_away_judgements
    from ireval.experiments.incomplete_reports import FORMATS

    count = REPEATS if repeats is None else whole(repeats, "repeats", "Repeats", least=1, most=_MOST_REPEATS)
    start = whole(seed, "seed", "Seed", most=_MOST_SEED)
    chosen: dict[str, Any] = overrides(choices)
    names = [PurePath(run).name for run in runs]
    named = dict(zip(names if len(set(names)) == len(names) else runs, runs, strict=True))
    experiment = take_away_judgements(
        qrels, named, measures or STUDIED, repeats=count, seed=start, conventions=preset, **chosen
    )
    print_lines(map(printable_line, FORMATS[form](experiment.result(experiment.scores()))))
    sys.stdout.flush()
