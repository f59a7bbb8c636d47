"""Many numbers are written as one by one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from ireval.numbers.expression import fixed
from ireval.numbers.number_texts import MOST_CACHED, Texts, decimal_texts, fixed_texts, with_sign
from tests.ireval.random_lists import examples, given, st

SIMPLE = st.integers(0, 1000).map(lambda n: n / 1000)
UNDEFINED = st.sampled_from([math.nan, math.inf, -math.inf])


@given(st.lists(st.floats(-1e12, 1e12) | SIMPLE | UNDEFINED), st.integers(0, 8))
@examples(120)
def test_many_numbers_are_written_as_one_by_one(values: list[float], places: int) -> None:
    assert fixed_texts(places).of(values) == ["" if x != x else fixed(x, places) for x in values]


def test_each_text_is_written_once_and_few_are_kept() -> None:
    written: list[list[float]] = []

    def write(values: Sequence[float]) -> list[str]:
        written.append(sorted(values))
        return [str(x) for x in values]

    texts = Texts(write)
    assert texts.of([2.0, 1.0, 2.0, math.nan]) == ["2.0", "1.0", "2.0", ""]
    assert texts.of([1.0, 3.0]) == ["1.0", "3.0"]
    assert texts.of([math.nan]) == [""]
    assert texts[1.0] == "1.0" and texts[4.0] == "4.0"
    assert written == [[1.0, 2.0], [3.0], [4.0]]
    many = [float(n) for n in range(10, 10 + MOST_CACHED - 4)]
    texts.of(many)
    assert len(texts) == MOST_CACHED == 4096
    assert texts.of([5.0]) == ["5.0"]
    assert len(texts) == 1
    assert texts.of([1.0, 5.0, 1.0]) == ["1.0", "5.0", "1.0"]


def test_whole_numbers_have_no_decimals() -> None:
    assert decimal_texts(2).of([3.0, -2.0, 2.9999999, 0.125, math.nan]) == ["3", "-2", "3.00", "0.13", ""]


@pytest.mark.parametrize(
    ("value", "size", "text"),
    [
        (0.18, "0.18", "+0.18"),
        (-0.18, "0.18", "\N{MINUS SIGN}0.18"),
        (-0.001, "0.00", "0.00"),
        (0.001, "0,00", "0,00"),
        (0.0, "0", "0"),
        (-10.0, "10", "\N{MINUS SIGN}10"),
    ],
)
def test_a_difference_has_a_sign_unless_it_is_shown_as_0(value: float, size: str, text: str) -> None:
    assert with_sign(value, size) == text
