"""Scores, differences and means of several lists as the page writes them, and notes on the means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from ireval.evaluation.mean_notes import Averaged, mean_notes
from ireval.evaluation.several_lists import ListScores, Mean, SeveralLists
from ireval.measure import GEOMETRIC_FLOOR
from ireval.messages import Figures, Message, say
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from ireval.numbers.number_texts import with_sign
from web.formulas.mathml import calculation, with_decimal_sign
from web.state.lab_state import State

#: The panel's measures, family by family, each as its label and spelling.
Listing = Sequence[tuple[str, Sequence[tuple[str, str]]]]

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"


class Calculation(NamedTuple):
    """A mean with its calculation; ``root`` is an exponent at its end, empty for none.

    ``plain`` is all of it as text.
    """

    name: str
    calculation: Markup
    root: str
    result: str
    plain: str


def several_of(state: State) -> SeveralLists:
    """All lists of the state under its conventions."""
    return SeveralLists([listed.ranking for listed in state.lists], state.conventions)


def number(state: State, text: str) -> str:
    """A number as the page writes it: with a decimal comma if the state has one."""
    return with_decimal_sign(text, state.comma)


def mean_calculation(state: State, mean: Mean, name: str) -> Calculation:
    """The calculation of a mean with this ``name``, for a page."""
    plain = number(state, mean.calculation(state.places))
    text, _, root = plain.replace("*", " * ").partition("^")
    result = mean_cell(state, mean)
    return Calculation(name, calculation(text), root.strip("()"), result, f"{name} = {plain} = {result}")


def mean_line(state: State, mean: Mean, name: str) -> Calculation:
    """The calculation of a mean; only the name and a dash if the mean is undefined."""
    undefined = Calculation(name, Markup(), "", DASH, f"{name} = {DASH}")
    return undefined if mean.value is None else mean_calculation(state, mean, name)


def mean_cell(state: State, mean: Mean) -> str:
    """A mean in a cell; a dash if it is undefined."""
    return DASH if mean.value is None else number(state, mean.result(state.places))


def signed(state: State, value: float, text: Callable[[float, int], str]) -> str:
    """A difference with its sign, a typographic minus, and its size written by ``text``.

    A difference that is shown as 0 has no sign; one that is not a number is a dash.

    >>> [signed(State(places=2), x, "{:.{}f}".format) for x in (0.25, -0.25, -0.001, float("nan"))]
    ['+0.25', '\N{MINUS SIGN}0.25', '0.00', '\N{EN DASH}']
    """
    if value != value:
        return DASH
    return with_sign(value, number(state, text(abs(value), state.places)))


# ---- Notes -----------------------------------------------------------------------------------------------------------


def geometric_floor() -> Figures:
    """The value that a geometric mean uses for lower scores."""
    return Figures(fixed(GEOMETRIC_FLOOR, 5))


def floor_notes(state: State, mean: Mean, titles: Sequence[str], system: str = "") -> list[str]:
    """A note on the queries whose scores (of a ``system``) a geometric mean raises to its floor; empty without any."""
    raised = [title for title, low in zip(titles, mean.floored, strict=True) if low]
    if not raised:
        return []
    values = {"mean": mean.name, "floor": geometric_floor(), "measure": str(mean.spec), "queries": raised}
    if system:
        return [say(Message("floor-of-geometric-mean-by-system", values, system=system), comma=bool(state.comma))]
    return [say(Message("floor-of-geometric-mean", values), comma=bool(state.comma))]


def coverage_notes(scored: Iterable[tuple[str, ListScores]], titles: Sequence[str]) -> list[str]:
    """Notes on the queries that the means of these names leave out, with the reasons, and remarks on other scores."""
    means = [Averaged(name, scores.left_out, scores.remarks) for name, scores in scored]
    return [say(note) for note in mean_notes(means, titles, "mean-over-queries", list)]


def coverage(mean: Mean) -> str:
    """The number of queries in a mean, and of all queries, in words."""
    return say(Message("some-of-queries", over=mean.over, count=len(mean.values)))


def curve_ends(state: State, average: Floats) -> dict[str, Figures]:
    """The first and the last value of an average curve, for a sentence about it."""
    first, last = (Figures(fixed(float(average[i]), state.places)) for i in (0, -1))
    return {"first": first, "last": last}
