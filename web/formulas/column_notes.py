"""Explains the columns of a step table: the title and the formula of each, as the measure declares them."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from ireval.explanation.step_table import StepTable
from ireval.measure import Column, Measure
from web.formulas.mathml import mathml


class ColumnNote(NamedTuple):
    """The meaning of a column: its key, what is ``printed`` above it, its ``title``, its ``formula`` if it has one.

    The column of the score has a ``sentence`` as well.
    """

    key: str
    printed: str
    title: str
    formula: Markup
    sentence: str


def column_notes(table: StepTable, *, comma: bool = False) -> tuple[ColumnNote, ...]:
    """A note for each column that the table shows."""
    measure = table.measure
    latex = measure.formula(table.computed.table.p)
    notes = []
    for c in table.shown_columns:
        formula = formula_of(c, measure, latex)
        sentence = measure.sentence if c.key == measure.score else ""
        notes.append(
            ColumnNote(c.key, c.printed, c.title, mathml(formula, comma=comma) if formula else Markup(), sentence)
        )
    return tuple(notes)


def formula_of(column: Column, measure: Measure, latex: str) -> str:
    """The column's formula as LaTeX: its equation in the measure's formula, otherwise its own; empty without one."""
    names = {rf"\mathrm{{{column.printed}}}[i]", f"{column.printed}[i]", rf"\alpha\text{{{column.symbol}}}[i]"}
    equations = [part.strip() for part in latex.split(r",\qquad")]
    own = next((e for e in equations if e.partition(" = ")[0] in names), column.formula)
    return own or (equations[0] if column.key == measure.score else "")
