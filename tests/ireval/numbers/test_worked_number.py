"""A number and its calculation are computed together and always agree."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ireval.numbers.worked_number import Worked, worked

TWO, FOUR = np.array([2.0, 3.0]), np.array([4.0, 8.0])


@pytest.mark.parametrize(
    ("do", "values", "texts"),
    [
        (operator.add, [6, 11], ["2 + 4", "3 + 8"]),
        (operator.sub, [-2, -5], ["2 - 4", "3 - 8"]),
        (operator.mul, [8, 24], ["2*4", "3*8"]),
        (operator.truediv, [0.5, 0.375], ["2/4", "3/8"]),
    ],
)
def test_each_sign_from_either_side(do: Callable[[Any, Any], Any], values: list[float], texts: list[str]) -> None:
    for left, right in ((worked(TWO), worked(FOUR)), (worked(TWO), FOUR), (TWO, worked(FOUR))):
        found = do(left, right)
        assert isinstance(found, Worked)
        assert found.value.tolist() == values
        assert [found.write(i).text(3) for i in (0, 1)] == texts
        assert found.spell([0, 1], values, 3) == texts


def test_a_number_stands_beside_a_column() -> None:
    halves = (1 - worked(FOUR) / 10) * 2
    assert halves.value.tolist() == pytest.approx([1.2, 0.4])
    assert [halves.write(i).text(1) for i in (0, 1)] == ["(1 - 4/10)*2", "(1 - 8/10)*2"]
    assert (2.5 - worked(np.array([0.5]))).write(0).text(2) == "2.50 - 0.50"
    assert worked(3.0).value.shape == (1,)
    assert worked(np.array([7.0])).write(5).text(0) == "7", "one number holds for all rows"


def test_nothing_is_divided_by_0() -> None:
    assert np.isnan((worked(TWO) / worked(np.array([0.0, 1.0]))).value).tolist() == [True, False]
    assert np.isnan((1.0 / worked(np.array([0.0]))).value).all()


def test_comparisons_give_arrays() -> None:
    a = worked(np.array([1.0, 2.0, 3.0]))
    assert (a < 2).tolist() == [True, False, False]
    assert (a <= 2).tolist() == [True, True, False]
    assert (a > 2).tolist() == [False, False, True]
    assert (a >= 2).tolist() == [False, True, True]
    with pytest.raises(TypeError):
        _ = a == a
    with pytest.raises(TypeError):
        hash(a)


def test_a_value_is_computed_when_it_is_needed_and_sums_are_written_out_in_full() -> None:
    sums = Worked(
        lambda: np.array([3.0]), lambda _: worked(3.0).write(0), lambda _: (worked(1.0) + worked(2.0)).write(0)
    )
    half = sums / 2
    assert half.value.tolist() == [1.5]
    assert half.write(0).text(1) == "3/2"
    assert half.full(0).text(1) == "(1 + 2)/2"
    assert sums.kinds is None and half.kinds is None, "each row is written alone"
