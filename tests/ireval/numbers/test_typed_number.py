"""Numbers as people type them: read, refused and compared with scores."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal

import pytest

from ireval.numbers.typed_number import LONGEST, meets, read_typed, written
from tests.ireval.random_lists import examples, given, refusal, st


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
    ],
)
def test_numbers_in_every_notation_are_read(text: str, value: float, places: int | None) -> None:
    typed = read_typed(text)
    assert typed.value == pytest.approx(value, abs=1e-15)
    assert typed.places == places
    assert typed.percent == ("%" in text)
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
        ("1e3", "number-not-read"),
        ("nan", "number-not-read"),
        ("inf", "number-not-read"),
        ("0x1", "number-not-read"),
        ("1_0", "number-not-read"),
        ("0.5.8", "number-with-two-points"),
        ("1.000,5", "number-with-two-points"),
        ("5/0", "number-divides-by-0"),
        ("5/10 %", "number-not-read"),
        ("1/2/3", "number-not-read"),
        ("\N{VULGAR FRACTION ONE HALF}", "number-not-read"),
        ("\N{ARABIC-INDIC DIGIT FIVE}", "number-not-read"),
        ("0.58 AP", "number-not-read"),
        ("<b>", "number-not-read"),
        ("9" * 13, "number-not-read"),
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
    assert len(error.message) < 100


def test_errors_in_words() -> None:
    errors = [refusal(read_typed, text) for text in ("abc", "1.000,5", "1" * 41)]
    assert [error.message for error in errors if error] == [
        "“abc” is not a number.",
        "“1.000,5” has more than one decimal point or comma.",
        "The number has 41 characters; at most 40 are allowed.",
    ]


@given(st.text(max_size=50))
@examples(300)
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
