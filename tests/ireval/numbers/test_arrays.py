"""Functions on arrays, with results by hand: for one list, and for blocks of lists."""

from __future__ import annotations

import numpy as np
import pytest

from ireval.numbers.arrays import anywhere, counted, counts, number, quotient, ranks, resized


def same(found: object, expected: object) -> None:
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))


def test_a_quotient_by_0_is_what_is_asked_for() -> None:
    same(quotient(np.array([1.0, 3.0]), np.array([2.0])), [0.5, 1.5])
    same(quotient(np.array([1.0, 3.0]), np.array([0.0])), [np.nan, np.nan])
    same(quotient(np.array([1.0, 3.0]), np.array([0.0]), 7.0), [7.0, 7.0])
    same(quotient(np.array([1.0, 3.0]), np.array([0.0, 4.0])), [np.nan, 0.75])
    same(quotient(np.array([1.0, 3.0]), np.array([0.0, 4.0]), -1.0), [-1.0, 0.75])
    same(quotient(np.array([1.0, 3.0]), np.array([0.5, 4.0])), [2.0, 0.75])
    same(quotient(1.0, np.array([0.0, 4.0])), [np.nan, 0.25])
    same(quotient(1.0, np.array([4.0])), [0.25])
    same(quotient(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[2.0], [0.0]])), [[0.5, 1.0], [np.nan, np.nan]])


def test_ranks_count_from_1_and_are_shared() -> None:
    same(ranks(3), [1, 2, 3])
    same(ranks(0), [])
    with pytest.raises(ValueError, match="read-only"):
        ranks(3)[0] = 5
    same(number(4), [4.0])
    with pytest.raises(ValueError, match="read-only"):
        number(4)[0] = 5


def test_lists_are_cut_or_padded() -> None:
    grades = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int16)
    same(resized(grades, 2, -1), [[1, 2], [4, 5]])
    same(resized(grades, 3, -1), grades)
    same(resized(grades, 5, -1), [[1, 2, 3, -1, -1], [4, 5, 6, -1, -1]])
    assert resized(grades, 5, -1).dtype == np.int16


def test_marks_are_counted() -> None:
    marks = np.array([[True, False, True], [False, False, False]])
    same(counted(marks), [[1, 1, 2], [0, 0, 0]])
    same(counted(marks[0]), [1, 1, 2])
    same(counts(marks), [[2], [0]])
    same(counts(marks[0]), [2])
    same(anywhere(marks), [[True], [False]])
    same(anywhere(marks[0]), [True])
    assert counted(marks).dtype == counts(marks).dtype == counts(marks[0]).dtype == np.float64
