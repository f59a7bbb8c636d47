"""A printed calculation evaluates to the result printed after it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ireval.numbers.expression import (
    MOST_PLACES,
    Expr,
    Num,
    decimal,
    digits_needed,
    exact,
    fixed,
    ln,
    log,
    maximum,
    minimum,
    root,
    spell,
    total,
)
from ireval.numbers.powers import power
from tests.ireval.random_lists import assume, examples, given, st

NAMES: dict[str, Any] = {
    "__builtins__": {},
    "log2": math.log2,
    "log10": math.log10,
    "log5": lambda x: math.log(x, 5),
    "min": min,
    "max": max,
}
numbers = st.integers(1, 40).map(Num) | st.floats(0.01, 40).map(Num) | st.floats(0.01, 9).map(lambda x: Num(x, 4))


def deeper(parts: Any) -> Any:
    return st.one_of(
        st.tuples(parts, parts).map(lambda x: x[0] + x[1]),
        st.tuples(parts, parts).map(lambda x: x[0] - x[1]),
        st.tuples(parts, parts).map(lambda x: x[0] * x[1]),
        st.tuples(parts, parts).map(lambda x: x[0] / x[1]),
        st.lists(parts, min_size=1, max_size=3).map(maximum),
        st.tuples(parts, parts).map(lambda x: minimum(*x)),
        st.integers(2, 20).map(lambda n: log(2, n)),
    )


expressions = st.recursive(numbers, deeper, max_leaves=8)


def python(text: str) -> float:
    """The value that Python computes for a text; NaN for a division by 0, which few digits can cause."""
    try:
        return float(eval(text, NAMES))  # noqa: S307 - the point of the test; the text is our own
    except ZeroDivisionError:
        return math.nan


@given(expressions, st.integers(0, 6))
@examples(75)
def test_python_evaluates_the_text_to_the_same_value(e: Expr, places: int) -> None:
    value, by_python = e.value(places), python(e.text(places))
    assume(math.isfinite(value) and math.isfinite(by_python))
    assert by_python == pytest.approx(value, rel=1e-9, abs=1e-9)


@given(expressions, st.integers(0, 6))
@examples(60)
def test_enough_digits_are_printed(e: Expr, places: int) -> None:
    result = e.value(MOST_PLACES)
    assume(math.isfinite(result) and abs(result) < 1e6)
    text = spell(e, result, places)
    assert text == e.text(digits_needed(e, result, places))
    assume(math.isfinite(python(text)))
    assert abs(python(text) - float(fixed(result, places))) <= 0.5 * 10**-places + 1e-6


@pytest.mark.parametrize(
    ("e", "text", "latex"),
    [
        (Num(3) / log(2, 6) + 1.63, "3/log2(6) + 1.63", r"\frac{3}{\log_{2}(6)} + 1.63"),
        ((Num(1) + 2) / 3, "(1 + 2)/3", r"\frac{1 + 2}{3}"),
        (Num(1) - (Num(2) - 3), "1 - (2 - 3)", r"1 - (2 - 3)"),
        (Num(1) - (Num(2) + 3), "1 - (2 + 3)", r"1 - (2 + 3)"),
        ((Num(1) - 2) - 3, "1 - 2 - 3", r"1 - 2 - 3"),
        (Num(8) / (Num(4) / 2), "8/(4/2)", r"\frac{8}{\frac{4}{2}}"),
        (Num(8) / (Num(4) * 2), "8/(4*2)", r"\frac{8}{4 \cdot 2}"),
        (2 * (Num(3) + 4), "2*(3 + 4)", r"2 \cdot (3 + 4)"),
        (1 - Num(3) / 4, "1 - 3/4", r"1 - \frac{3}{4}"),
        (minimum(5, 4), "min(5, 4)", r"\min(5,\,4)"),
        (maximum([Num(2)]), "2", "2"),
        (total([]), "0", "0"),
        (total([Num(1), Num(0.5)]), "1 + 0.50", "1 + 0.50"),
    ],
)
def test_brackets_are_printed_where_they_are_needed(e: Expr, text: str, latex: str) -> None:
    assert (e.text(2), e.latex(2)) == (text, latex)


@pytest.mark.parametrize(
    ("x", "places", "as_decimal", "as_fixed"),
    [
        (0.125, 2, "0.13", "0.13"),
        (0.285, 2, "0.29", "0.29"),
        (3.0, 2, "3", "3.00"),
        (2.9999999, 2, "3.00", "3.00"),
        (0.5, 3, "0.500", "0.500"),
        (0.0, 2, "0", "0.00"),
        (0.004, 2, "0.00", "0.00"),
        (0.5, 0, "1", "1"),
        (1234567.0, 1, "1234567", "1234567.0"),
        (0.1 + 0.2, 8, "0.30000000", "0.30000000"),
    ],
)
def test_numbers_as_text(x: float, places: int, as_decimal: str, as_fixed: str) -> None:
    assert (decimal(x, places), fixed(x, places)) == (as_decimal, as_fixed)


def test_digits_are_added_until_the_calculation_gives_the_result() -> None:
    """With 1.631 the sum would round to 2.792; one more digit gives 2.791."""
    e = Num(3) / log(2, 6) + Num(1.6309297535714575)
    assert spell(e, 2.7914881752750826, 3) == "3/log2(6) + 1.6309"
    assert spell(e, 2.7914881752750826, 1) == "3/log2(6) + 1.6"


def test_no_digits_are_added_to_a_rounded_number() -> None:
    """A cell that is rounded to one decimal is printed with one, however many are requested."""
    assert (Num(4.2, 1) / Num(11.8, 1)).text(6) == "4.2/11.8"


@pytest.mark.parametrize(
    ("e", "text", "latex", "value", "numbers"),
    [
        (log(10, 1000), "log10(1000)", r"\log_{10}(1000)", 3, [10, 1000]),
        (ln(Num(1)), "ln(1)", r"\ln(1)", 0, [1]),
        (root(Num(4)) + 1, "sqrt(4) + 1", r"\sqrt{4} + 1", 3, [4, 1]),
        (maximum([2, Num(5), 3]), "max(2, 5, 3)", r"\max(2,\,5,\,3)", 5, [2, 5, 3]),
        (minimum(Num(2), 5), "min(2, 5)", r"\min(2,\,5)", 2, [2, 5]),
        (power(Num(0.5), 3), "0.50^3", "0.50^{3}", 0.125, [0.5, 3]),
        (power(Num(0.8, 1), 2) * 5, "0.8^2*5", r"0.8^{2} \cdot 5", 3.2, [0.8, 2, 5]),
        (6 - Num(2) - 1, "6 - 2 - 1", "6 - 2 - 1", 3, [6, 2, 1]),
        (6 / Num(2) / 3, "6/2/3", r"\frac{\frac{6}{2}}{3}", 1, [6, 2, 3]),
        (1 + 2 * Num(3), "1 + 2*3", r"1 + 2 \cdot 3", 7, [1, 2, 3]),
        ((1 + Num(2)) * 3, "(1 + 2)*3", r"(1 + 2) \cdot 3", 9, [1, 2, 3]),
        (Num(8) * (Num(4) / 2), "8*4/2", r"8 \cdot \frac{4}{2}", 16, [8, 4, 2]),
        (Num(5) + (Num(4) - 2), "5 + 4 - 2", "5 + 4 - 2", 7, [5, 4, 2]),
    ],
)
def test_functions_and_powers(e: Expr, text: str, latex: str, value: float, numbers: list[float]) -> None:
    assert (e.text(2), e.latex(2)) == (text, latex)
    assert e.value(2) == pytest.approx(value, abs=1e-12)
    assert [n.number for n in e.numbers()] == numbers


def test_a_power_has_the_value_of_its_printed_base() -> None:
    assert power(Num(0.456), 2).value(1) == pytest.approx(0.25)
    assert power(Num(0.456), 2).number == pytest.approx(0.207936)


def test_a_quotient_by_0_has_no_value() -> None:
    assert math.isnan((Num(1) / 0).value(2))
    assert math.isnan((Num(1) / Num(0.004)).value(2)), "with two decimals it is printed as 1/0.00"


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "0.5"), (2.0, "2"), (0.125, "0.125"), (1 / 3, "0.333333333333"), (10.0, "10")]
)
def test_parameters_are_printed_with_all_their_decimals(value: float, text: str) -> None:
    assert exact(value).text(1) == text


@pytest.mark.parametrize("number", [0.125, -0.125, 12345.678, 9007.19925, 9007.1993, -98765.43215, 1e15 + 0.5])
@pytest.mark.parametrize("places", [0, 2, 4])
def test_the_value_of_a_number_is_that_of_its_text(number: float, places: int) -> None:
    assert Num(number).value(places) == float(decimal(number, places))


def test_at_most_twelve_decimals_are_printed() -> None:
    assert MOST_PLACES == 12
    assert digits_needed(Num(1 / 3), 0.5, 2) == 12, "no decimals give this result"
    assert digits_needed(Num(1 / 3), 1 / 3, 2) == 2
