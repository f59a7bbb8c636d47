"""What the sentence of a measure claims is true of its numbers, at the edges too."""

from __future__ import annotations

import re
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
def test_one_very_poor_query_pulls_a_geometric_mean_down(name: str) -> None:
    """The same drop counts more in a low score, and a score of almost 0 more than in the usual mean."""
    assert MEASURES[name].sentence.endswith("over all queries: one very poor query pulls it down.")
    assert "alving" not in MEASURES[name].sentence, "below the floor, halving a score changes nothing"
    scores = [0.04, 0.4, 0.8]

    def mean(values: list[float]) -> float:
        return Mean(underlying_spec(parse(name)), np.array(values), GEOMETRIC).value or 0.0

    dropped = [mean([x - 0.02 if i == place else x for i, x in enumerate(scores)]) for place in range(3)]
    assert dropped[0] < dropped[1] < dropped[2] < mean(scores)
    for poor in (1e-9, 0.0, 1e-5, 0.001):
        one_poor = [*scores[1:], poor]
        assert mean(one_poor) < fmean(one_poor) / 4, "the usual mean hides the poor query"
    assert mean([*scores[1:], 1e-7]) == mean([*scores[1:], 1e-8]), "below the floor"


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


def test_the_sentences_are_short_enough_to_be_spoken() -> None:
    """At most two sentences, each of at most 22 words, without the words of a formula."""
    for measure in MEASURES.values():
        said = re.split(r"(?<=[.?]) (?=[A-Z])", measure.sentence)
        assert len(said) <= 2, measure.name
        assert all(len(re.findall(r"[\w'@-]+", one)) <= 24 for one in said), measure.name
        assert "as a share of the best" not in measure.sentence, measure.name
    assert MEASURES["nDCG"].sentence == "How close your ranking comes to the best possible order: 1 is perfect."


def test_a_divisor_that_is_a_convention_is_in_no_sentence() -> None:
    """AP divides by all relevant documents, by those retrieved, or by the cutoff, as the convention has it."""
    assert "number of relevant documents" not in MEASURES["AP"].sentence
