"""One list and a block of lists go through the same function and give the same results."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.contract.score_checks import check_block
from ireval.conventions import effective
from ireval.measure.registry import measures
from tests.ireval.random_lists import (
    Typed,
    diverse,
    everything,
    examples,
    given,
    overrides,
    presets,
    roundings,
    st,
    typed,
)

SPECS = list(everything())
#: Either all lists of a block have subtopics, or none.
BLOCKS = st.lists(typed(), min_size=1, max_size=5) | st.lists(diverse(), min_size=1, max_size=5)


def check(block: list[Typed], conventions: dict[str, Any], specs: list[Any]) -> None:
    assert [x for spec in specs for x in check_block(spec, block, conventions, str(conventions))] == []


@pytest.mark.parametrize("measure", measures())
@given(block=BLOCKS, preset=presets, rounding=roundings, others=overrides(), data=st.data())
@examples(8)
def test_random_blocks(
    measure: str, *, block: list[Typed], preset: str, rounding: dict[str, Any], others: dict[str, Any], data: Any
) -> None:
    spec = data.draw(st.sampled_from([s for s in SPECS if s.measure.name == measure]))
    check(block, effective(preset, others | rounding), [spec])


def test_lists_that_others_do_not_disturb() -> None:
    """A long neighbour changes nothing, wherever it stands."""
    short, long = Typed("101", "2"), Typed("0" * 60 + "1", "3" * 30)
    for block in ([short, long], [long, short], [long, short, long]):
        check(block, effective("lillis"), SPECS)
