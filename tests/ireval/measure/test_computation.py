"""One list and a block of lists go through the same function and give the same results."""

from __future__ import annotations

from typing import Any

from ireval.contract.score_checks import check_block
from ireval.conventions import effective
from ireval.measure.spelling import Spec
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


def check(block: list[Typed], conventions: dict[str, Any], specs: list[Spec]) -> None:
    assert [x for spec in specs for x in check_block(spec, block, conventions, str(conventions))] == []


@given(BLOCKS, presets, roundings, overrides(), st.lists(st.sampled_from(SPECS), min_size=3, max_size=3))
@examples(60)
def test_random_blocks(
    block: list[Typed], preset: str, rounding: dict[str, Any], others: dict[str, Any], specs: list[Spec]
) -> None:
    """Some spellings each; the contract has every measure."""
    check(block, effective(preset, others | rounding), specs)


def test_lists_that_others_do_not_disturb() -> None:
    """A long neighbour changes nothing, wherever it stands."""
    short, long = Typed("101", "2"), Typed("0" * 60 + "1", "3" * 30)
    for block in ([short, long], [long, short], [long, short, long]):
        check(block, effective("lillis"), SPECS)
