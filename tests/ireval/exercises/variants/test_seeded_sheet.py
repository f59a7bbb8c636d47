"""A whole sheet is drawn from a seed."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises import make_sheet
from ireval.exercises.kinds.catalog import kinds_of_seeds


def test_a_sheet_as_long_as_the_kinds_has_one_of_each_that_asks_no_own_question() -> None:
    drawn = [kind.key for kind in kinds_of_seeds()]
    assert len(drawn) >= 8
    for seed in range(5):
        kinds = [x.kind for x in make_sheet(seed, len(drawn)).exercises]
        assert kinds == drawn and {"table", "number"} <= set(kinds)
    assert {x.kind for x in make_sheet(1, 40).exercises} == set(drawn)
    assert [x.kind for x in make_sheet(1, 1).exercises] == ["number"]
    assert len({x.measure for x in make_sheet(1, 4).exercises}) == 4


@pytest.mark.parametrize(("field", "values"), [("seed", (-1, 1)), ("exercises", (1, 0)), ("exercises", (1, 41))])
def test_a_sheet_out_of_range_is_refused(field: str, values: tuple[int, int]) -> None:
    with pytest.raises(InputError) as refused:
        make_sheet(*values)
    assert refused.value.field == field


@pytest.mark.parametrize("title", ["half a character \udc80", "a bell \a", "x" * 201])
def test_a_title_that_no_file_can_hold_is_refused(title: str) -> None:
    with pytest.raises(InputError) as refused:
        make_sheet(1, 1, title=title)
    assert refused.value.field == "title"
