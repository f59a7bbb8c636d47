"""What the sentence of a measure claims is true of its numbers, at the edges too."""

from __future__ import annotations

from itertools import product
from statistics import fmean

import numpy as np
import pytest

from ireval import explain
from ireval.evaluation.results import GEOMETRIC
from ireval.evaluation.several_lists import Mean, underlying_spec
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.ireval.random_lists import binary_lists

MEASURES = measures()


@pytest.mark.parametrize("name", [m.name for m in MEASURES.values() if m.average == GEOMETRIC])
def test_halving_a_low_score_counts_as_much_as_halving_a_high_one(name: str) -> None:
    """So it is in a geometric mean; the same drop in both counts more in the low one."""
    assert "Halving a low score counts as much as halving a high one." in MEASURES[name].sentence
    scores = [0.04, 0.4, 0.8]

    def mean(values: list[float]) -> float:
        return Mean(underlying_spec(parse(name)), np.array(values), GEOMETRIC).value or 0.0

    halved = [mean([x / 2 if i == place else x for i, x in enumerate(scores)]) for place in range(3)]
    assert halved == pytest.approx([halved[0]] * 3) and halved[0] < mean(scores)
    dropped = [mean([x - 0.02 if i == place else x for i, x in enumerate(scores)]) for place in range(3)]
    assert dropped[0] < dropped[1] < dropped[2]
    arithmetic = [fmean([x / 2 if i == place else x for i, x in enumerate(scores)]) for place in range(3)]
    assert arithmetic[0] > arithmetic[1] > arithmetic[2], "which is not so in the usual mean"


def test_only_measures_of_sets_say_that_the_order_does_not_matter() -> None:
    said = [m for m in MEASURES.values() if "order does not matter" in m.sentence]
    assert {m.name for m in said} == {"CG", "nCG"} and all(m.set_based for m in said)


def test_lower_is_better_where_the_sentence_says_so() -> None:
    said = {m.name for m in MEASURES.values() if "Lower is better" in m.sentence}
    assert said == {m.name for m in MEASURES.values() if m.better < 0} - {"Unjudged", "RBP_resid"}


def test_a_perfect_list_has_the_r_precision_one_and_no_other_list_of_its_length() -> None:
    assert "A perfect list scores 1." in MEASURES["Rprec"].sentence
    for labels in (x for x in binary_lists(6) if "1" in x):
        perfect = labels == "".join(sorted(labels, reverse=True))
        assert (explain(labels).value("Rprec") == 1) == perfect


def test_a_reciprocal_rank_looks_at_the_first_relevant_document_alone() -> None:
    for labels in binary_lists(6):
        first = labels.find("1")
        assert explain(labels, unretrieved="1").value("RR") == pytest.approx(1 / (first + 1) if first >= 0 else 0)


def test_success_is_one_or_zero() -> None:
    for labels in map("".join, product("012", repeat=3)):
        assert explain(labels, unretrieved="1").value("Success@2") == float(labels[:2] != "00")
