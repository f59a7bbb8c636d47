"""Numbers as people type them: read, refused and compared with scores."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import pytest

from ireval.conventions import effective
from ireval.explanation.step_table import StepTable
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.numbers.expression import spell
from ireval.numbers.typed_number import LONGEST, meets, read_typed, written
from ireval.ranking.judgements import Ranking
from tests.ireval.random_lists import composite, examples, given, refusal, st


@pytest.mark.parametrize(
    ("text", "value", "places"),
    [
        ("0.58", 0.58, 2),
        (".58", 0.58, 2),
        ("0,58", 0.58, 2),
        (",58", 0.58, 2),
        ("58 %", 0.58, 2),
        ("58%", 0.58, 2),
        ("58,0 %", 0.58, 3),
        ("0.5%", 0.005, 3),
        ("1,000", 1.0, 3),
        ("1.000", 1.0, 3),
        ("1", 1.0, 0),
        ("1.", 1.0, 0),
        ("-0.5", -0.5, 1),
        ("\N{MINUS SIGN}0.5", -0.5, 1),
        ("+2", 2.0, 0),
        ("  0.58\n", 0.58, 2),
        ("\N{NO-BREAK SPACE}58\N{NO-BREAK SPACE}%\N{IDEOGRAPHIC SPACE}", 0.58, 2),
        ("58\N{NARROW NO-BREAK SPACE}%", 0.58, 2),
        ("\N{FULLWIDTH DIGIT ZERO}\N{FULLWIDTH FULL STOP}\N{FULLWIDTH DIGIT FIVE}", 0.5, 1),
        ("5/10", 0.5, None),
        ("7 / 12", 7 / 12, None),
        ("-1/3", -1 / 3, None),
        ("1\N{FRACTION SLASH}2", 0.5, None),
        ("0", 0.0, 0),
        ("0.28676538853913563", 0.28676538853913563, 17),  # as programs print it
        ("AP=0.29", 0.29, 2),
        ("AP@10 = 0.29", 0.29, 2),
        ("AP of A: 0,29", 0.29, 2),
        ("nDCG: 0.29", 0.29, 2),
        ("P[3] = 2/3", 2 / 3, None),
        ("P@5 0.4", 0.4, 1),
        ("\N{GREEK SMALL LETTER ALPHA}-nDCG@5 = 0.5", 0.5, 1),
        ("AP \N{ALMOST EQUAL TO} 29 %", 0.29, 2),
        ("\N{ALMOST EQUAL TO} 0.29", 0.29, 2),
        ("~0.29", 0.29, 2),
        ("ca. 0.29", 0.29, 2),
        ("about 0.29", 0.29, 2),
        ("= 0.29", 0.29, 2),
        ("0.29.", 0.29, 2),
        ("(0.29)", 0.29, 2),
        ("[0.29]", 0.29, 2),
        ("([0.29])", 0.29, 2),
        ("31.3 %", 0.313, 3),
        ("31.3 percent", 0.313, 3),
        ("3.13e-1", 0.313, 3),
        ("3.13E-1", 0.313, 3),
        ("3,13\N{MIDDLE DOT}10^-1", 0.313, 3),
        ("3.13 \N{MULTIPLICATION SIGN} 10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT ONE}", 0.313, 3),
        ("3.13*10^(-1)", 0.313, 3),
        ("1e3", 1000, 0),
        ("2.9/10", 0.29, None),
        ("(1+2/3+0.5)/10", 13 / 60, None),
        ("(1 + 2:3 + 0,5) \N{DIVISION SIGN} 10", 13 / 60, None),
        ("AP = (1+2/3+0.5)/10 = 0.217", 0.217, 3),
        ("2/3 \N{ALMOST EQUAL TO} 0.66", 0.66, 2),  # cut off, and marked as that
        ("1/3 = 0.333", 0.333, 3),
        ("2.9/10 =", 0.29, None),
        ("1/2/3", 1 / 6, None),
        ("2 x 0.5", 1, None),
        ("-2^2", -4, None),
        ("2\N{SUPERSCRIPT THREE}", 8, None),
        ("2^-1", 0.5, None),
        ("3/log2(8)", 1, None),
        ("1/log\N{SUBSCRIPT TWO}(3)", 1 / math.log2(3), None),
        ("ln(2)", math.log(2), None),
        ("\N{SQUARE ROOT}(2)", math.sqrt(2), None),
        ("min(5, 3) + max(1; 2)", 5, None),
        ("\N{VULGAR FRACTION ONE HALF}", 0.5, None),
        ("1\N{VULGAR FRACTION TWO THIRDS}", 5 / 3, None),
        ("1 000", 1000, 0),
        ("12\N{NARROW NO-BREAK SPACE}345\N{NARROW NO-BREAK SPACE}678,5", 12345678.5, 1),
        ("10'000", 10000, 0),
        # rounded terms: the sum is as exact as they are, and a tenth of it is more exact
        ("0.667 + 0.5", 1.167, 3),
        ("(1 + 0,667 + 0,5)/10", 0.2167, 4),
        ("(1 + 0.67 + 0.5)/3", 2.17 / 3, 2),
        ("100*0.33", 33, 2),
    ],
)
def test_numbers_in_every_notation_are_read(text: str, value: float, places: int | None) -> None:
    typed = read_typed(text)
    assert typed.value == pytest.approx(value, rel=1e-15, abs=1e-15)
    assert typed.places == places
    assert typed.percent == ("%" in text or "percent" in text)
    assert typed.unit == (0 if places is None else pytest.approx(10**-places))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "number-missing"),
        (" \N{NO-BREAK SPACE}", "number-missing"),
        ("abc", "number-not-read"),
        (".", "number-not-read"),
        ("%", "number-not-read"),
        ("-", "number-not-read"),
        ("nan", "number-not-read"),
        ("inf", "number-not-read"),
        ("0x1", "number-not-read"),
        ("1_0", "number-not-read"),
        ("9" * 16, "number-too-large"),
        ("1e99", "number-too-large"),
        ("9^12*9^12", "number-too-large"),
        ("9^13", "number-power"),
        ("0.0000000000000000000000001^-12", "number-too-large"),
        ("1e-99*1e-99", "number-too-small"),
        ("0.12" + "*9999999.99" * 2 + "*1e9", "number-too-large"),
        ("2^0.5", "number-power"),
        ("0^-1", "number-divides-by-0"),
        ("(1+2)/(3-3)", "number-divides-by-0"),
        ("ln(0)", "number-not-read"),
        ("sqrt(-1)", "number-not-read"),
        ("log(8)", "number-log-without-base"),  # to the base e, 2 or 10?
        ("5/10 %", "number-percent-of-calculation"),
        ("1/3 = 0.4", "number-sides-differ"),
        ("1/3 = 0.34", "number-sides-differ"),
        ("2/3 = 1", "number-sides-differ"),
        ("0.29 = 0.28", "number-sides-differ"),
        ("(" * 14 + "1+1" + ")" * 14, "number-too-deep"),
        ("1-" * 30 + "(" * 14 + "1+1" + ")" * 14, "number-too-deep"),
        ("0 333", "number-not-read"),  # 333, or 0.333?
        ("12 34", "number-not-read"),
        ("1 1/2", "number-not-read"),
        ("0.29, 0.3", "number-not-read"),
        ("0.29 or 0.3", "number-not-read"),
        ("A: 0.29, B: 0.3", "number-not-read"),
        ("AP = 0.29 = nDCG", "number-not-read"),
        ("AP =", "number-not-read"),
        ("0.29 == 0.29", "number-not-read"),
        ("min(1,2)", "number-not-read"),
        ("1+,", "number-not-read"),
        ("2(3)", "number-not-read"),
        ("--1", "number-not-read"),
        ("(0.29", "number-not-read"),
        ("Doc 5", "number-not-read"),
        ("__import__('os')", "number-not-read"),
        ("0.5.8", "number-with-two-points"),
        ("1.000,5", "number-with-two-points"),
        ("5/0", "number-divides-by-0"),
        ("\N{ARABIC-INDIC DIGIT FIVE}", "number-not-read"),
        ("0.58 AP", "number-not-read"),
        ("<b>", "number-not-read"),
        ("0." + "1" * 26, "number-not-read"),
        ("1" * (LONGEST + 1), "number-too-long"),
        ("1" * 100_000, "number-too-long"),
    ],
)
def test_anything_else_is_refused_with_advice(text: str, key: str) -> None:
    error = refusal(read_typed, text)
    assert error
    assert (error.field, error.key) == ("value", key)
    assert error.suggestion
    assert len(error.message) < 150


def test_errors_in_words() -> None:
    errors = [refusal(read_typed, text) for text in ("abc", "1.000,5", "1" * 121, "1/3 = 0.4")]
    assert [error.message for error in errors if error] == [
        "“abc” is not a number.",
        "“1.000,5” has more than one decimal point or comma.",
        "The number has 121 characters; at most 120 are allowed.",
        "“1/3 = 0.4” gives two numbers, 0.333 and 0.4.",
    ]


@given(st.text(max_size=50) | st.text("0123456789.,;%()[]+-*/^=~ :ex½⁻¹·√logsqrtminAP@'", max_size=LONGEST))
@examples(100)
def test_any_text_is_a_number_or_refused(text: str) -> None:
    if not refusal(read_typed, text):
        assert math.isfinite(read_typed(text).value)


@pytest.mark.parametrize(
    ("text", "value", "correct"),
    [
        ("0.29", 0.29, True),
        ("0.290", 0.29, True),
        ("0.3", 0.29, False),
        ("0.5", 0.5, True),
        ("1", 1.0, True),
        ("1", 0.96, False),
        ("29 %", 0.29, True),
        ("29 %", 0.2949, True),
        ("3 %", 0.0349, True),
        ("0.12", 0.125, True),
        ("0.13", 0.125, True),
        ("0.11", 0.125, False),
        ("0.285", 0.2846, True),
        ("0.285", 0.2844, False),
        ("1/3", 1 / 3, True),
        ("1/3", 0.333, False),
        ("3.39", 3.3935, True),
        ("3.4", 3.3935, False),
        ("7", 7.0, True),
    ],
)
def test_a_number_is_correct_within_half_a_unit_of_its_last_decimal(text: str, value: float, correct: bool) -> None:
    assert read_typed(text).meets(value) is correct


@given(st.integers(0, 10**7), st.integers(2, 5))
def test_rounding_either_way_is_correct_and_the_neighbours_are_not(millionths: int, places: int) -> None:
    """The decimal module gives the expected values."""
    exact = Decimal(millionths) / 10**6
    unit = Decimal(1).scaleb(-places)
    for way in (ROUND_HALF_UP, ROUND_HALF_DOWN):
        rounded = exact.quantize(unit, way)
        assert meets(float(rounded), places, float(exact))
        for other in (rounded + 2 * unit, rounded - 2 * unit):
            assert not meets(float(other), places, float(exact))


@pytest.mark.parametrize(
    ("text", "value", "cuts"),
    [("0.57", 0.579, True), ("0.58", 0.579, False), ("0.57", 0.57, False), ("-0.57", -0.579, True), ("8", 8.65, True)],
)
def test_a_number_may_be_cut_off_instead_of_rounded(text: str, value: float, cuts: bool) -> None:
    assert read_typed(text).cuts(value) is cuts


@pytest.mark.parametrize(
    ("text", "places"), [("0.580", 2), ("0.500", 1), ("1.00", 0), ("58.0 %", 2), ("0.58", None), ("10", None)]
)
def test_zeros_at_the_end_can_be_removed(text: str, places: int | None) -> None:
    shorter = read_typed(text).shortened
    assert (shorter.places if shorter else None) == places


@given(st.floats(-1000, 1000), st.integers(0, 8))
def test_a_written_number_reads_back(value: float, places: int) -> None:
    typed = read_typed(written(value, places))
    assert typed.places == places
    assert abs(typed.value - value) <= typed.unit / 2 + 1e-9


@composite
def written_calculations(draw: Any, depth: int = 3) -> tuple[str, Fraction]:
    """A calculation as somebody may write it, and what it comes to."""
    if not depth or draw(st.booleans()):
        above, point = draw(st.integers(0, 99)), draw(st.sampled_from(["", ".", ","]))
        number = f"{above // 10}{point}{above % 10}" if point else f"{above}"
        return number, Fraction(number.replace(",", "."))
    sign = draw(st.sampled_from("+-*/\N{MINUS SIGN}\N{MULTIPLICATION SIGN}\N{MIDDLE DOT}\N{DIVISION SIGN}:"))
    (left, a), (right, b) = draw(written_calculations(depth - 1)), draw(written_calculations(depth - 1))
    space, brackets = draw(st.sampled_from(["", " "])), draw(st.sampled_from(["()", "[]"]))
    text = f"{brackets[0]}{left}{brackets[1]}{space}{sign}{space}({right})"
    if sign == "+":
        return text, a + b
    if sign in "-\N{MINUS SIGN}":
        return text, a - b
    if sign in "/:\N{DIVISION SIGN}":
        return (text, a / b) if b else (f"({left})+({right})", a)
    return text, a * b


@given(written_calculations())
@examples(100)
def test_a_calculation_comes_to_what_exact_fractions_give(written_down: tuple[str, Fraction]) -> None:
    text, value = written_down
    if len(text) <= LONGEST:
        typed = read_typed(text)
        assert typed.value == pytest.approx(float(value), rel=1e-12)
        assert typed.unit == 0 or re.fullmatch(r"[\[(]*[0-9.,]+[\])]*", text)


def test_every_calculation_that_the_product_prints_is_read() -> None:
    """All calculations of all measures on one list, as the tables print them."""
    count = 0
    for measure in measures().values():
        name = (
            f"{measure.name}@{measure.cutoff.default}" if measure.cutoff_required and measure.cutoff else measure.name
        )
        computed = compute(parse(name), Ranking.one([1, 0, 3, 0, 2, 0], [3, 1]), effective("lillis"))
        table = StepTable(parse(name), computed, 3)
        for column in table.columns:
            for row in range(table.rows):
                expr, cell = table.expression(column, row), float(table.computed.columns[column.key][row])
                text = spell(expr, cell, 3) if expr and math.isfinite(cell) else ""
                if text and len(text) <= LONGEST:
                    assert read_typed(text).value == pytest.approx(cell, abs=0.0006), (name, text)
                    count += 1
    assert count > 100
