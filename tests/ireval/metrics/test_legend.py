"""The legend of a formula explains every symbol of it, and nothing else; and the reader of formulas reads rightly."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from ireval.contract.formulas.formula_cases import formulas_of
from ireval.contract.formulas.formula_reading import Reading
from ireval.contract.formulas.latex_reader import read_formula, read_symbol
from ireval.contract.formulas.latex_tokens import UnreadableError
from ireval.contract.formulas.latex_trees import Call, Name, names_in
from ireval.contract.formulas.latex_values import Domain, UndefinedError, Valuation
from ireval.contract.formulas.legend_readings import WORDS
from ireval.explanation.legend import legend
from ireval.measure import Measure
from ireval.measure.registry import measures

#: What needs no legend.
OPERATORS = {"sqrt", "sum", "product", "max", "min", "log", "floor"}


@pytest.mark.parametrize("name", measures())
def test_every_symbol_is_explained_and_every_line_is_needed(name: str) -> None:
    measure = measures()[name]
    formulas = formulas_of(measure)
    for latex in formulas:
        shown = {read_symbol(symbol).name for symbol, _ in legend(measure, latex)}
        used, known = symbols(measure, latex)
        assert used - known <= shown, latex
        assert shown <= used | known | {c.key for c in measure.columns}, latex
    assert legend(measure, *formulas) == measure.where, "a line that belongs to no formula"
    assert len({symbol for symbol, _ in measure.where}) == len(measure.where)


def symbols(measure: Measure, latex: str) -> tuple[set[str], set[str]]:
    """The symbols of a formula, its indices among them; and those that need no legend: defined in it, and words."""
    equations = Reading(latex, measure.where).equations
    used, known = set(), set(WORDS) | OPERATORS
    for equation in equations:
        for side in equation.right:
            used |= set(names_in(side))
        if equation.left is not None:
            known.add(equation.left.name)
            used |= set(names_in(equation.left))
            used.discard(equation.left.name) if equation is equations[0] else None
    return used, known


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"x = \sum_{i=1}^{3} i^2 + 1", 15),
        (r"x = \sum_{i=1}^{3} (i+1)", 9),
        (r"x = \frac{1}{2}\sum_{i=1}^{3} \frac{1}{i}", Fraction(11, 12)),
        (r"x = 2^{-a}b - b/a", Fraction(3, 4) - Fraction(3, 2)),
        (r"x = \max_{\,1\,<\,d\,\le\,4} f(d)", 16),
        (r"x = \min\{\,d : f(d) > 5\,\}", 3),
        (r"x = \prod_{j<b} 2j", 8),
        (r"x = b\sqrt{a+2} + \sqrt{9}", 9),
        (r"x = \lfloor b/a \rfloor \cdot \log_{2}8", 3),
        (r"x = \begin{cases}\max_{d > 9} d & \text{if any}\\a & \text{else}\end{cases}", 2),
        (r"x = g[b],\qquad g[i] = g[i-1] + i", 7),
        (r"f(d^*),\quad d^* = \min\{\,d : d \ge a\,\}", 4),
        (r"x = \max\{a,\,b\} - \min(a, b)", 1),
    ],
)
def test_formulas_are_read_as_mathematics(latex: str, value: float) -> None:
    known = {"a": 2, "b": 3, "d": Domain((1, 2, 3, 4)), "f": lambda x: x * x}
    starts = {("g", 0): 1}
    assert Valuation(read_formula(latex, frozenset({"f"})), known, starts).scores() == [value]


@pytest.mark.parametrize("latex", [r"x = \frac{1}{a-2}", r"x = \max_{d > 9} d"])
def test_what_is_not_defined_has_no_value(latex: str) -> None:
    with pytest.raises(UndefinedError):
        Valuation(read_formula(latex, frozenset()), {"a": 2, "d": Domain((1, 2))}).scores()


def test_what_is_not_known_is_refused_with_what_to_do() -> None:
    with pytest.raises(UnreadableError, match=re.escape("add it to ireval/contract/formulas/legend_readings.py")):
        Reading("x = y", (("y", "something that no legend said so far"),))
    with pytest.raises(UnreadableError, match=re.escape("cannot read")):
        Reading(r"x = \sqrt[3]{y} ? 2", ())
    with pytest.raises(UnreadableError, match="legend does not say what y is"):
        Reading("x = y", ()).equations and Valuation(read_formula("x = y", frozenset()), {}).scores()


def test_symbols_are_read() -> None:
    assert read_symbol(r"\alpha\text{-IDCG}") == Name(r"\alpha-IDCG")
    assert read_symbol(r"g_{\max}") == Name("g_max")
    assert read_symbol("r_{i,j}") == Call("r", (Name("i"), Name("j")))
    assert read_symbol(r"\mathrm{P@}i") == Call("P@", (Name("i"),))
