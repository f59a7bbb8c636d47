"""The sizes of samples of judgements, by hand: a share is rounded with halves up, and at least one is kept."""

from __future__ import annotations

import numpy as np
import pytest

from ireval.evaluation.evaluation import qrels_from
from ireval.experiments.judgement_samples import JudgementSamples, quotas
from ireval.trec.qrels import Qrels


@pytest.mark.parametrize(
    ("sizes", "share", "kept"),
    [
        ([1, 3, 5, 7, 9], 0.5, [1, 2, 3, 4, 5]),
        ([5, 15, 25], 0.1, [1, 2, 3]),
        ([25, 50, 75], 0.02, [1, 1, 2]),
        ([2, 6, 10, 14], 0.25, [1, 2, 3, 4]),
        ([4, 8, 12], 0.3, [1, 2, 4]),
        ([0, 1, 2, 100], 0.01, [0, 1, 1, 1]),
        ([0, 1, 2, 100], 1.0, [0, 1, 2, 100]),
        ([145, 45], 0.7, [102, 32]),
    ],
)
def test_halves_are_rounded_up_and_one_is_kept(sizes: list[int], share: float, kept: list[int]) -> None:
    """145 * 0.7 is 101.5, which binary numbers make 101.49999999999999."""
    assert quotas(np.array(sizes), share).tolist() == kept


def test_a_topic_keeps_its_share_of_both_kinds() -> None:
    """Five relevant and three non-relevant documents: half of them are 2.5 and 1.5, so 3 and 2 are kept."""
    judged = {"1": {f"d{i}": int(i < 5) for i in range(8)}}
    found = qrels_from(judged)
    columns = found if isinstance(found, Qrels) else found.columns
    samples = JudgementSamples(columns, 1, seed=3)
    assert samples.size(0.5) == 5
    for repeat in range(4):
        smaller, larger = samples.kept(repeat, (0.5, 0.75))
        grades = columns.grades[smaller]
        assert [np.count_nonzero(grades == 1), np.count_nonzero(grades == 0)] == [3, 2]
        assert not (smaller & ~larger).any(), "a smaller sample is part of a larger one"
