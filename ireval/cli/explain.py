"""The command ``explain``: shows how measures are computed on one typed list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import click

from ireval.cli.label_arguments import TakesLabels
from ireval.cli.options import (
    SIZE_OPTION,
    convention_options,
    explain_list,
    judgement_options,
    lists_of_queries,
    print_lines,
    query_option,
    whole,
)
from ireval.evaluation.requested_measures import explained_measures
from ireval.evaluation.several_lists import SeveralLists, underlying_spec
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import PLACES, StepTable
from ireval.measure import CUTOFF
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec
from ireval.messages import say
from ireval.numbers.notation import read_number

#: The default measure of several queries.
USUAL = "AP"


@click.command("explain", cls=TakesLabels)
@click.argument("labels")
@judgement_options
@click.option(
    "-m", "--measure", "names", multiple=True, metavar="MEASURE", help="Show only this measure; may be repeated."
)
@query_option
@convention_options
@SIZE_OPTION
@click.option("-k", "--cutoff", default="10", show_default=True, metavar="N", help="Cutoff, if there is no -m.")
@click.option("--level", default="0.3", show_default=True, metavar="R", help="Recall level, if there is no -m.")
@click.option("--beta", default="1", show_default=True, metavar="B", help="Beta of F, if there is no -m.")
@click.option("--places", default=str(PLACES), show_default=True, metavar="N", help="Decimals shown.")
def explain_command(  # noqa: PLR0917 - one parameter for each option
    labels: str,
    names: tuple[str, ...],
    cutoff: str,
    level: str,
    beta: str,
    places: str,
    queries: tuple[str, ...],
    **given: Any,
) -> None:
    r"""Show how measures are computed on one ranked list, rank by rank.

    LABELS has one character for each rank: a grade from 0 to 5, n for 0, r for 1, u or - for unjudged. It may begin
    with -, and it may come before or after the options.

    Without -m, the tables of all measures are shown, followed by a list of all scores.

    \b
    python -m ireval explain nrurunnnrnr -m Bpref --conventions lillis
    python -m ireval explain 101003000200003 --unretrieved 32211 -m nDCG@10 -m AP

    With --query, the scores of several queries and their mean are shown instead of tables.

    \b
    python -m ireval explain 01 --query 0001 --query 0110,2 -m MAP
    """
    explanation = explain_list(labels, **given)
    decimals = whole(places, "places", "Decimals", most=8)
    if queries:
        lists = SeveralLists(lists_of_queries(explanation, queries, size=given["size"]), explanation.conventions)
        asked = [spec for name in names or (USUAL,) for spec in explained_measures(name, given["preset"])]
        print_lines(_paragraphs(list(_mean(lists, spec, decimals)) for spec in asked))
        return
    if names:
        specs = [spec for name in names for spec in explained_measures(name, given["preset"])]
        tables = [explanation.table(spec, decimals) for spec in specs]
        print_lines(_paragraphs(list(table.lines()) for table in tables))
        return
    values = {
        "k": CUTOFF.read(cutoff, "cutoff"),
        "level": read_number(level, "level", "Recall level", whole=False, least=0, most=1),
        "beta": read_number(beta, "beta", "Beta", whole=False, least=0, most=100),
    }
    print_lines(_paragraphs(_everything(explanation, values, decimals)))


def _mean(lists: SeveralLists, spec: Spec, places: int) -> Iterator[str]:
    """The scores of a measure on each list, and their mean with its calculation."""
    of = underlying_spec(spec)
    scores = lists.score(of)
    mean = scores.mean(spec.measure.average)
    yield f"{mean.name}: {of.measure.title}"
    for place, score in enumerate(scores.texts(places)):
        why = scores.left_out.get(place) or scores.remarks.get(place)
        shown = "not defined" if score is None else score
        yield f"query {place + 1}: {of} = {shown}" + (f" ({say(why)})" if why else "")
    calculation = mean.calculation(places)
    yield f"{mean.name} = " + (f"{calculation} = " if calculation else "") + mean.result(places)


def _everything(explanation: Explanation, values: dict[str, float], places: int) -> Iterator[list[str]]:
    """All tables, each once for all spellings that share it, and all scores."""
    listed = variants(values, explanation.conventions, subtopics=explanation.ranking.subtopics is not None)
    tables = [explanation.table(spec, places) for _, spec in listed]
    texts = [(table, list(table.lines())) for table in tables]
    for rows, group in groupby(texts, key=lambda pair: pair[1][1:-1]):
        alike = [table for table, _ in group]
        names = ", ".join(str(table.spec) for table in alike)
        yield [f"{names}: {alike[0].measure.title}", *rows, *(table.final for table in alike)]
    yield ["All scores", *_scores([label for label, _ in listed], tables)]


def _scores(labels: list[str], tables: list[StepTable]) -> Iterator[str]:
    width = max(map(len, labels))
    for label, table in zip(labels, tables, strict=True):
        yield f"{label.ljust(width)}  {table.result}" + (f" ({table.remark})" if table.remark else "")


def _paragraphs(parts: Iterable[list[str]]) -> Iterator[str]:
    for i, lines in enumerate(parts):
        if i:
            yield ""
        yield from lines
