"""Rounding as people do it by hand: halves up, and three ways to round intermediate results."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from ireval.numbers.rounding import Rounding, cut_off, half_up, half_ups, is_simple
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


@pytest.mark.parametrize(
    ("mode", "step", "result", "shown", "in_every_step"),
    [
        ("exact", 0.456, 0.456, 0.456, False),
        ("columns", 0.456, 0.456, 0.5, False),
        ("intermediate", 0.5, 0.456, 0.5, True),
        ("carried", 0.5, 0.5, 0.5, True),
    ],
)
def test_what_each_way_rounds(mode: str, step: float, result: float, shown: float, in_every_step: bool) -> None:
    rounding, x = Rounding(mode, 1), np.array([0.456])
    assert (rounding.step(x)[0], rounding.result(x)[0], rounding.shown(x)[0]) == (step, result, shown)
    assert rounding.every_step is in_every_step


def test_decimals_may_be_cut_off_in_each_step() -> None:
    cutting = Rounding("carried", 1, cuts=True)
    assert cutting.step(np.array([0.19, 0.3, -0.19])).tolist() == [0.1, 0.3, -0.1]
    assert cutting.running_sum(np.array([0.19, 0.19, 0.19])) == pytest.approx([0.1, 0.2, 0.3])
    assert cutting.quotient(np.array([0.99]), 0.5).tolist() == [1.8]


def test_a_product_is_rounded_factor_by_factor() -> None:
    """0.75 is 0.8; 0.8 times 0.75 is 0.6; 0.6 times 0.75 is 0.45, rounded 0.5."""
    factors = np.array([0.75, 0.75, 0.75])
    assert Rounding("carried", 1).running_product(factors).tolist() == [0.8, 0.6, 0.5]
    assert Rounding("columns", 1).running_product(factors).tolist() == [0.75, 0.5625, 0.421875]


def test_the_usual_rounding_is_none_and_two_decimals() -> None:
    assert (Rounding().mode, Rounding().places, Rounding().cuts) == ("exact", 2, False)


@pytest.mark.parametrize(
    ("x", "places", "rest"),
    [(0.129, 2, 0.12), (0.29, 2, 0.29), (-0.129, 2, -0.12), (-0.29, 2, -0.29), (5.99, 0, 5.0), (0.0, 3, 0.0)],
)
def test_decimals_are_cut_off_towards_0(x: float, places: int, rest: float) -> None:
    assert float(cut_off(x, places)) == rest


def test_many_numbers_are_rounded_as_one_by_one() -> None:
    found = half_ups([0.125, 0.285, -0.125, 3.0, float("inf"), float("nan")], 2)
    assert found[:5] == [0.13, 0.29, -0.12, 3.0, float("inf")]
    assert found[5] != found[5]


@pytest.mark.parametrize(
    ("value", "simple"),
    [(1 / 12, True), (11 / 12, True), (5 / 7, True), (3.0, True), (0.0, True), (1 / 13, False), (0.3339, False)],
)
def test_fractions_with_a_divisor_up_to_12_are_simple(value: float, simple: bool) -> None:
    assert is_simple(value) is simple
    assert is_simple(value + 1e-11) is simple
    assert not is_simple(value + 1e-5)
