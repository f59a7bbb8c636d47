"""Rounding as people do it by hand: halves up, and three ways to round intermediate results."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from ireval.numbers.rounding import Rounding, half_up
from tests.ireval.random_lists import examples, given, st


@pytest.mark.parametrize(
    ("x", "places", "rounded"),
    [
        (0.125, 2, 0.13),
        (0.285, 2, 0.29),  # 0.284999... to a computer
        (1.005, 2, 1.01),
        (2.675, 2, 2.68),
        (0.5, 0, 1),
        (1.5, 0, 2),
        (2.5, 0, 3),
        (0.4999, 0, 0),
        (0.375, 2, 0.38),
        (2.4949, 2, 2.49),
        (0, 3, 0),
        (0.3, 1, 0.3),
        (123456.785, 2, 123456.79),
    ],
)
def test_halves_go_up(x: float, places: int, rounded: float) -> None:
    assert float(half_up(x, places)) == rounded


@given(st.decimals(0, 1000, places=6), st.integers(0, 5))
@examples(150)
def test_rounding_agrees_with_decimal_arithmetic(x: Decimal, places: int) -> None:
    exact = x.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    assert float(half_up(float(x), places)) == float(exact)


@given(st.floats(0, 1e4), st.integers(0, 6))
def test_rounding_moves_by_half_a_unit_at_most_and_rounding_again_changes_nothing(x: float, places: int) -> None:
    once = float(half_up(x, places))
    assert abs(once - x) <= 0.5 * 10**-places + 1e-8
    assert float(half_up(once, places)) == once


@given(st.floats(0, 100), st.floats(0, 100), st.integers(0, 4))
def test_rounding_keeps_the_order_of_numbers(a: float, b: float, places: int) -> None:
    low, high = sorted([a, b])
    assert half_up(low, places) <= half_up(high, places)


def test_arrays_keep_their_shape_and_their_nans() -> None:
    rounded = half_up(np.array([[0.125, np.nan], [1.0, 2.345]]), 2)
    np.testing.assert_array_equal(rounded, [[0.13, np.nan], [1.0, 2.35]])


TERMS = np.array([1.0, 0.0, 0.6309297535714574, 0.0, 0.0, 1.1605584217036249])


@pytest.mark.parametrize(
    ("mode", "carried_on", "shown"),
    [
        ("exact", 2.791488175275082, 2.791488175275082),
        ("columns", 2.791488175275082, 2.8),
        ("carried", 2.8, 2.8),
    ],
)
def test_the_three_ways_to_round(mode: str, carried_on: float, shown: float) -> None:
    rounding = Rounding(mode, 1)
    sums = rounding.running_sum(TERMS)
    assert sums[-1] == pytest.approx(carried_on, abs=1e-15)
    assert rounding.shown(sums)[-1] == pytest.approx(shown, abs=1e-15)


def test_carried_sums_drift_away_from_exact_ones() -> None:
    """Ten times 0.04 is 0.4; rounding each step to one decimal gives 0 every time."""
    terms = np.full(10, 0.04)
    assert Rounding("exact").running_sum(terms)[-1] == pytest.approx(0.4)
    assert Rounding("carried", 1).running_sum(terms)[-1] == 0


def test_quotients_by_zero_are_not_defined() -> None:
    """They raise no warning either: warnings are errors in these tests."""
    for mode in ("exact", "columns", "carried"):
        quotient = Rounding(mode, 1).quotient(np.array([0.0, 1.0, 1.0]), np.array([0.0, 0.0, 4.0]))
        np.testing.assert_array_equal(np.isnan(quotient), [True, True, False])
    assert Rounding("columns", 1).quotient(np.array(1.63), 7.89) == pytest.approx(1.6 / 7.9)
    assert Rounding("carried", 1).quotient(np.array(1.63), 7.89) == pytest.approx(0.2)
