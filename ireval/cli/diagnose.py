"""The command ``diagnose``: explains a wrong number."""

from __future__ import annotations

from collections.abc import Iterator
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
    printable,
    query_option,
    whole,
    wrapped,
)
from ireval.diagnosis.inquiry import diagnose, diagnose_cell
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.evaluation.mean_inquiry import inquiry_of_mean
from ireval.evaluation.results import AVERAGES
from ireval.evaluation.several_lists import underlying_spec
from ireval.measure.spelling import parse
from ireval.messages import Message, say

_INDENT = 12


@click.command("diagnose", cls=TakesLabels)
@click.argument("labels")
@click.argument("value")
@click.option("-m", "--measure", "name", default="", metavar="MEASURE", help="The measure, such as AP or nDCG@10.")
@click.option("--column", metavar="NAME", help="Explain a cell of the step table in this column, not the score.")
@click.option("--row", metavar="N", help="The row of that cell, from 1; usually the rank.")
@query_option
@click.option("--average", type=click.Choice(AVERAGES), help="How the scores of several queries are averaged.")
@judgement_options
@convention_options
@SIZE_OPTION
def diagnose_command(  # noqa: PLR0917 - one parameter for each option
    labels: str,
    value: str,
    name: str,
    column: str | None,
    row: str | None,
    queries: tuple[str, ...],
    average: str | None,
    **given: Any,
) -> None:
    r"""Explain why a number is wrong: by rounding, another convention, or a typical mistake.

    LABELS has one character for each rank, as for explain. VALUE is the number, with a decimal point or comma, as a
    percentage, a fraction or a calculation. All causes that give this number are listed; if there are none, the
    nearest values are.

    \b
    python -m ireval diagnose 101003000200003 0.58 --unretrieved 32211 -m AP --conventions lillis
    python -m ireval diagnose 101003000200003 2,57 -m nDCG --column DCG --row 6 --conventions lillis

    With --query, the number is a mean over the lists of several queries.

    \b
    python -m ireval diagnose 01 0.3 --query 0001 --query 0110,2 -m MAP
    """
    if not name:
        raise InputError("measure", "option-measure-missing")
    explanation = explain_list(labels, **given)
    ranking, conventions = explanation.ranking, explanation.conventions
    if queries:
        spec = parse(name)
        if column is not None or row is not None:
            raise InputError("column", "mean-has-no-cell", of=str(underlying_spec(spec)))
        lists = lists_of_queries(explanation, queries, size=given["size"])
        found = inquiry_of_mean(spec, lists, conventions, average or "").diagnose(value)
    elif average:
        raise InputError("average", "mean-needs-lists")
    elif column is None and row is None:
        found = diagnose(name, ranking, conventions, value)
    elif column is None or row is None:
        if column is None:
            raise InputError("column", "option-column-missing")
        raise InputError("row", "option-row-missing")
    else:
        at = whole(row, "row", "Row", most=2000)
        found = diagnose_cell(name, ranking, conventions, column, at - 1, value)
    rule = found.by_your_rule(given["preset"], changed=bool(given["choices"]))
    print_lines(map(printable, _lines(found, rule)))


def _lines(found: Diagnosis, rule: Message | None) -> Iterator[str]:
    """The verdict, with the correct value by the ``rule`` in force if another one gives the number; then the causes."""
    first = f"{found.target.name}: {say(found.verdict)}"
    yield from wrapped(f"{first} {say(rule)}" if found.by_convention and rule else first, "", "")
    if found.remark:
        yield from _wrapped("", say(found.remark))
    for cause in found.causes:
        yield ""
        yield from _wrapped(cause.kind, say(cause.statement))
        yield from _wrapped("", say(Message("your-calculation", calculation=found.yours(cause).text)))
        yield from _wrapped("", say(Message("correct-calculation", calculation=found.correction(cause).text)))
    if found.right:
        yield from _wrapped("", found.correct.text)
    elif not found.causes:
        yield from _wrapped("correct", found.correct.text)
        for i, cause in enumerate(found.nearest):
            yield from _wrapped("" if i else "nearest", f"{found.shown(cause)}: {say(cause.statement)}")


def _wrapped(head: str, text: str) -> list[str]:
    """``text`` after ``head``, in the width of the terminal."""
    return wrapped(text, head.ljust(_INDENT), " " * _INDENT)
