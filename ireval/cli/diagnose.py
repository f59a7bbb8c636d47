"""The command ``diagnose``: why a number is another than the right one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ireval.cli.label_arguments import TakesLabels
from ireval.cli.options import (
    SIZE_OPTION,
    convention_options,
    explained,
    judgement_options,
    print_lines,
    printable,
    whole,
    wrapped,
)
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.inquiry import diagnose, diagnose_cell
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError

_INDENT = 12


@click.command("diagnose", cls=TakesLabels)
@click.argument("labels")
@click.argument("value")
@click.option("-m", "--measure", "name", default="", metavar="MEASURE", help="What the number is for: AP, nDCG@10.")
@click.option("--column", metavar="NAME", help="Not the score: the cell of this column of the step table, ...")
@click.option("--row", metavar="N", help="... in this row, from 1, which mostly is the rank.")
@judgement_options
@convention_options
@SIZE_OPTION
def diagnose_command(
    labels: str,
    value: str,
    name: str,
    column: str | None,
    row: str | None,
    **given: Any,
) -> None:
    r"""Tell why a number is another than the right one: by rounding, another convention, or a typical mistake.

    LABELS has one character a rank, as for explain. VALUE is the number as it was typed, with a decimal point or
    comma, as a percentage or a fraction. All causes that give it are named; where there is none, the nearest values.

    \b
    python -m ireval diagnose 101003000200003 0.58 --unretrieved 32211 -m AP --conventions lillis
    python -m ireval diagnose 101003000200003 2,57 -m nDCG --column DCG --row 6 --conventions lillis
    """
    if not name:
        raise InputError("measure", "It is not said which measure the number is for.", "Give -m AP, for one.")
    explanation = explained(labels, **given)
    ranking, conventions = explanation.ranking, explanation.conventions
    if column is None and row is None:
        found = diagnose(name, ranking, conventions, value)
    elif column is None or row is None:
        missing = "column" if column is None else "row"
        raise InputError(missing, f"A cell has a column and a row; its {missing} is missing.", f"Give --{missing}.")
    else:
        at = whole(row, "row", "Row", most=2000)
        found = diagnose_cell(name, ranking, conventions, column, at - 1, value)
    print_lines(map(printable, _lines(found)))


def _lines(found: Diagnosis) -> Iterator[str]:
    yield f"{found.target.name}: {found.headline}"
    if found.note:
        yield from _wrapped("", found.note)
    for cause in found.causes:
        yield ""
        yield from _wrapped(cause.kind, _told(cause))
        yield from _wrapped("", f"yours: {found.yours(cause).text}")
        yield from _wrapped("", f"right: {found.correction(cause).text}")
    if found.right:
        yield from _wrapped("", found.correct.text)
    elif not found.causes:
        yield from _wrapped("right", found.correct.text)
        for i, cause in enumerate(found.nearest):
            yield from _wrapped("" if i else "nearest", f"{found.shown(cause)}: {_told(cause)}")


def _told(cause: Cause) -> str:
    return f"{cause.text} {cause.who}".rstrip()


def _wrapped(head: str, text: str) -> list[str]:
    """``text`` behind ``head``, in the terminal's width."""
    return wrapped(text, head.ljust(_INDENT), " " * _INDENT)
