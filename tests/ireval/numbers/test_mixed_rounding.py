"""A block of lists, each with a rounding of its own, is rounded as list by list; the numbers are rounded by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ireval.numbers.mixed_rounding import MixedRounding
from ireval.numbers.rounding import Rounding

WAYS = [Rounding("exact", 1), Rounding("columns", 1), Rounding("intermediate", 1), Rounding("carried", 2)]
MIXED = MixedRounding(WAYS)
TERMS = np.array([0.444, 0.444, 0.444])


def close(found: object, expected: object) -> bool:
    return bool(np.allclose(np.asarray(found), np.asarray(expected), rtol=0, atol=1e-12))


def test_each_list_is_rounded_in_its_own_way() -> None:
    x = np.full((4, 1), 0.456)
    assert MIXED.every_step is True
    assert close(MIXED.step(x)[:, 0], [0.456, 0.456, 0.5, 0.46])
    assert close(MIXED.result(x)[:, 0], [0.456, 0.456, 0.456, 0.46])
    assert close(MIXED.shown(x)[:, 0], [0.456, 0.5, 0.5, 0.46])


def test_quotients_start_from_the_cells_shown() -> None:
    """0.456/0.333; 0.5/0.3; 0.5/0.3; 0.46/0.33 to two decimals."""
    found = MIXED.quotient(np.full((4, 1), 0.456), np.full((4, 1), 0.333))
    assert close(found[:, 0], [0.456 / 0.333, 5 / 3, 5 / 3, 1.39])
    assert np.isnan(MIXED.quotient(np.ones((4, 1)), np.zeros((4, 1)))).all()


@pytest.mark.parametrize("terms", [TERMS, np.tile(TERMS, (4, 1))])
def test_running_sums(terms: np.ndarray) -> None:
    expected = [[0.444, 0.888, 1.332], [0.444, 0.888, 1.332], [0.4, 0.8, 1.2], [0.44, 0.88, 1.32]]
    assert close(MIXED.running_sum(terms), expected)
    two = np.broadcast_to(terms, (4, 3))[:, None, :].repeat(2, axis=1)  # such as subtopics
    assert close(MIXED.running_sum(two), np.array(expected)[:, None, :].repeat(2, axis=1))
    assert close(MixedRounding(WAYS[:2]).running_sum(TERMS), expected[:2])


@pytest.mark.parametrize("factors", [np.array([0.75, 0.75, 0.75]), np.full((4, 3), 0.75)])
def test_running_products(factors: np.ndarray) -> None:
    """To one decimal 0.8, 0.6, 0.45 -> 0.5; to two 0.75, 0.5625 -> 0.56, 0.42."""
    exact = [0.75, 0.5625, 0.421875]
    expected = [exact, exact, [0.8, 0.6, 0.5], [0.75, 0.56, 0.42]]
    assert close(MIXED.running_product(factors), expected)
    for i, way in enumerate(WAYS):
        assert close(way.running_product(np.array([0.75, 0.75, 0.75])), expected[i])


def test_without_rounded_steps_nothing_is_rounded_on_the_way() -> None:
    assert MixedRounding(WAYS[:2]).every_step is False
    assert close(MixedRounding(WAYS[:2]).running_product(np.full((2, 2), 0.75)), [[0.75, 0.5625]] * 2)
