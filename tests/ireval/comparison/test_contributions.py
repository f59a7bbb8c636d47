"""What documents contribute adds up to the score, and only relevant documents contribute."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ireval.comparison.contributions import contributions
from ireval.contract.cases import distinct_presets, spellings
from ireval.conventions import effective
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.ranking.judgements import Ranking

pytestmark = pytest.mark.slow

STREAM = np.random.default_rng(11)
SUMS = [m.name for m in measures().values() if m.total_column]


def random_ranking(*, diverse: bool) -> Ranking:
    """A list with unjudged documents; only relevant ones cover subtopics."""
    grades = STREAM.integers(-1, 4, int(STREAM.integers(1, 14)))
    missed = STREAM.integers(0, 3, int(STREAM.integers(0, 5)))
    if not diverse:
        return Ranking.one(grades.tolist(), missed.tolist(), 60)
    groups = [(STREAM.integers(0, 2, (len(g), 3)) * (g > 0)[:, None]).tolist() for g in (grades, missed)]
    return Ranking.one(grades.tolist(), missed.tolist(), 60, groups[0], groups[1])


@pytest.mark.parametrize("name", SUMS)
def test_they_add_up_to_the_score(name: str) -> None:
    measure = measures()[name]
    lists = [random_ranking(diverse=measure.needs_subtopics) for _ in range(25)]
    block = Ranking.block(lists)
    presets = distinct_presets(measure)
    for (i, preset), unjudged in product(enumerate(presets), ("non-relevant", "skipped")):
        # Where a query without relevant documents scores 1, no document contributes to it.
        conventions = effective(preset, {"unjudged": unjudged, "no_relevant": "score-0"})
        for spec in spellings(measure)[i % 2 :: 2] if len(presets) > 1 else spellings(measure):
            computed = compute(spec, block, conventions)
            found = contributions(computed, block.grades.shape[-1])
            assert found is not None
            defined = ~np.isnan(computed.score)
            assert found[defined].sum(axis=-1) == pytest.approx(computed.score[defined], abs=1e-9)
            if not measure.signed:
                assert (found[defined] >= -1e-12).all()
            # Every judged document counts, or every relevant one; of a pair, both documents do, judged or not.
            counted = {"Judged": 0, "PairAccuracy": -1}.get(name, 1)
            assert (np.abs(found[defined][block.grades[defined] < counted]) < 1e-12).all()


def test_which_measures_are_sums_over_documents() -> None:
    assert {"AP", "nDCG", "DCG", "P", "R", "RR", "Rprec", "Bpref", "RBP", "ERR", "infAP", "Q", "Judged"} <= set(SUMS)
    assert not {"Fallout", "Accuracy", "IPrec11", "Unjudged"} & set(SUMS)


def test_a_condensed_list_gives_contributions_at_the_ranks_of_the_list() -> None:
    """The unjudged document at rank 1 is skipped, so the relevant one at rank 2 counts as the first."""
    computed = compute(parse("AP"), Ranking.one([-1, 1, 0, 1]), effective("trec_eval", {"unjudged": "skipped"}))
    assert contributions(computed, 4) == pytest.approx([0, 1 / 2, 0, 2 / 3 / 2])


def test_a_measure_that_is_no_sum_has_none() -> None:
    assert contributions(compute(parse("IPrec11"), Ranking.one([1, 0]), effective("trec_eval")), 2) is None


def test_no_document_contributes_to_a_score_by_convention() -> None:
    computed = compute(parse("nDCG"), Ranking.one([0, 0], []), effective("lillis", {"no_relevant": "score-1"}))
    found = contributions(computed, 2)
    assert computed.score.tolist() == 1.0 and found is not None and found.tolist() == [0.0, 0.0]
