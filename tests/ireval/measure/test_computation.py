"""One list and a block of lists go through the same function and give the same results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ireval.conventions import effective
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.ranking.judgements import Ranking
from tests.ireval.random_lists import (
    AWKWARD,
    DIVERSE,
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
    together = Ranking.block(x.ranking for x in block)
    for spec in specs:
        rows = compute(spec, together, conventions)
        assert rows.score.shape == rows.score_rank.shape == (len(block),)
        for i, listing in enumerate(block):
            alone = compute(spec, listing.ranking, conventions)
            where = f"{spec}, list {i + 1}: {listing}"
            np.testing.assert_allclose(rows.score[i], alone.score, rtol=0, atol=1e-12, err_msg=where)
            assert rows.score_rank[i] == alone.score_rank, where
            for key, column in alone.columns.items():
                own = rows.columns[key][i, : len(column)]
                np.testing.assert_allclose(own, column, rtol=0, atol=1e-12, err_msg=f"{where}, {key}")


@pytest.mark.parametrize("measure", measures())
@given(BLOCKS, presets, roundings, overrides())
@examples(25)
def test_random_blocks(
    measure: str, block: list[Typed], preset: str, rounding: dict[str, Any], others: dict[str, Any]
) -> None:
    check(block, effective(preset, others | rounding), [s for s in SPECS if s.measure.name == measure])


def test_all_awkward_lists_as_one_block() -> None:
    for preset in ("lillis", "blog", "mir", "trec_eval"):
        check(list(AWKWARD.values()), effective(preset), SPECS)
        check(list(DIVERSE.values()), effective(preset), SPECS)


def test_a_long_list_in_a_block_does_not_change_the_others() -> None:
    """Its place in the block does not matter."""
    short, long = Typed("101", "2"), Typed("0" * 60 + "1", "3" * 30)
    for block in ([short, long], [long, short], [long, short, long]):
        check(block, effective("lillis"), SPECS)


def test_an_empty_block() -> None:
    nothing = Ranking.block([])
    for spec in SPECS:
        assert compute(spec, nothing, effective()).score.shape == (0,)
