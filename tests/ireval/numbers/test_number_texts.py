"""Many numbers are written as one by one."""

from __future__ import annotations

import math

from ireval.numbers.expression import fixed
from ireval.numbers.number_texts import fixed_texts
from tests.ireval.random_lists import examples, given, st

SIMPLE = st.integers(0, 1000).map(lambda n: n / 1000)
UNDEFINED = st.sampled_from([math.nan, math.inf, -math.inf])


@given(st.lists(st.floats(-1e12, 1e12) | SIMPLE | UNDEFINED), st.integers(0, 8))
@examples(120)
def test_many_numbers_are_written_as_one_by_one(values: list[float], places: int) -> None:
    assert fixed_texts(places).of(values) == ["" if x != x else fixed(x, places) for x in values]
