"""The formula that grows beside a figure: the sum of what each rank adds, term by term, with its numbers."""

from __future__ import annotations

from markupsafe import Markup

from ireval.explanation.calculation import of_terms
from ireval.explanation.step_table import StepTable, latex_name
from web.charts.figures.cards import CardList
from web.formulas.mathml import link_numbers, mathml, with_decimal_sign
from web.state.step_position import StepPosition

#: So many terms are written; dots stand for the others.
MOST_TERMS = 20
_DOTS = Markup("<span>\N{HORIZONTAL ELLIPSIS}</span>")


def sum_of_terms(cards: CardList, position: StepPosition) -> Markup:
    """The terms of the open measure's sum as markup, up to a step; empty if its score is not computed from a sum.

    Terms of ranks that are not reached yet are there, but not seen, so that a page can go on without a request.
    """
    state = cards.state
    table = state.explanation.table(state.show, state.places)
    key = table.measure.total_column
    terms = of_terms(table, key) if key and table.measure.axis == "rank" else {}
    if not terms:
        return Markup("")
    rank_of = {row: rank for rank, row in cards.row_of.items()}
    reached = [row for row in terms if not position.hides(rank_of.get(row, row + 1))]
    markup, comma = Markup(""), bool(state.comma)
    for number, (row, shown) in enumerate(terms.items()):
        rank = rank_of.get(row, row + 1)
        places = [(f"rank-{rank_of[at]}", column) if at in rank_of else None for column, at in _cells(shown.numbers)]
        is_last = position.step is not None and row == reached[-1:][0] if reached else False
        look = "term" + " ahead" * position.hides(rank) + " now" * is_last
        written = link_numbers(mathml(shown.latex, comma=comma), places) if number < MOST_TERMS else _DOTS
        markup += Markup('<span class="{}" id="sum-{}" data-of="{}" data-since="{}">{}</span>').format(
            look, rank, rank, rank, written
        )
        if number == MOST_TERMS:
            break
    name = mathml(rf"\mathrm{{{latex_name(key)}}} =")
    value, whole = (_value(table, key, at, rank_of, comma=comma) for at in (position, position._replace(step=None)))
    return Markup('{} {} <span>=</span> <output id="sum-is-{}" data-col="{}" data-whole="{}">{}</output>').format(
        name, markup, whole, key, whole, value
    )


def _cells(numbers: tuple[tuple[str, int] | None, ...]) -> list[tuple[str, int]]:
    """The cells of numbers; those without one are in no row."""
    return [number or ("", -1) for number in numbers]


def _value(table: StepTable, key: str, position: StepPosition, rank_of: dict[int, int], *, comma: bool) -> str:
    """The sum down to the step, as its cell shows it."""
    last = table.score_row or table.rows
    shown = [row for row in range(last) if not position.hides(rank_of.get(row, row + 1))]
    return with_decimal_sign(table.cells[key][shown[-1]], comma) if shown else "0"
