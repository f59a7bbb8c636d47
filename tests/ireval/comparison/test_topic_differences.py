"""Why two systems differ on a topic: the parts add up where they are said to, and every sentence is true."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from ireval.comparison.comparison import RunComparison, compare
from ireval.comparison.topic_differences import TopicDifference
from ireval.messages import say
from tests.ireval.random_lists import examples, given, st

pytestmark = pytest.mark.slow

Run = dict[str, dict[str, float]]

docs = [f"d{i}" for i in range(10)]
grades = st.dictionaries(st.sampled_from(docs), st.integers(-1, 3), min_size=1)
lists = st.dictionaries(st.sampled_from([*docs, "x", "y"]), st.integers(0, 6).map(float))
MOVE = re.compile(r"B finds (\w+) at rank (\d+) instead of (\d+): ([+−]\d+\.\d+)(?: of the ([+−]\d+\.\d+)|,|\.)")
NEW = re.compile(r"B finds (\w+) at rank (\d+), and A does not find it: \+(\d+\.\d+)")
GONE = re.compile(r"B does not find (\w+), which A finds at rank (\d+): −([\d.]+)")


def ranking(run: dict[str, float]) -> list[str]:
    """By score, equal ones by docno, the last first."""
    return sorted(run, key=lambda doc: (run[doc], doc.encode()), reverse=True)


def ap_terms(judged: dict[str, int], ranked: list[str]) -> dict[str, float]:
    """What each relevant document adds to AP, in plain Python."""
    relevant = [doc for doc, grade in judged.items() if grade >= 1]
    found, terms = 0, {}
    for rank, doc in enumerate(ranked, start=1):
        if doc in relevant:
            found += 1
            terms[doc] = found / rank / len(relevant)
    return terms


def reasons(found: RunComparison, place: int = 0) -> list[TopicDifference]:
    return found.reasons(found.measures[place], found.measures[place].pairs[0])


def compared(judged: dict[str, int], a: dict[str, float], b: dict[str, float], *names: str, **more: Any) -> Any:
    """One topic by two systems; another topic keeps files from being empty."""
    runs = {"A": {"0": {"x": 1.0}, "1": a}, "B": {"0": {"x": 1.0}, "1": b}}
    return compare({"0": {"x": 1}, "1": judged}, runs, names or ["AP"], **more)


@given(grades, lists, lists)
@examples(30)
def test_the_parts_of_ap_are_its_terms_and_the_sentence_names_the_largest(
    judged: dict[str, int], a: dict[str, float], b: dict[str, float]
) -> None:
    topic = reasons(compared(judged, a, b))[1]
    terms = [ap_terms(judged, ranking(run)) for run in (a, b)]
    ranks = [{doc: i + 1 for i, doc in enumerate(ranking(run))} for run in (a, b)]
    difference = sum(terms[1].values()) - sum(terms[0].values())
    assert topic.difference == pytest.approx(difference, abs=1e-9)
    assert topic.adds_up
    for change in topic.documents:
        assert judged[change.docno] >= 1
        assert change.ranks == tuple(of.get(change.docno, 0) for of in ranks)
        assert change.part == pytest.approx(terms[1].get(change.docno, 0) - terms[0].get(change.docno, 0), abs=1e-9)
    assert sum(change.part for change in topic.documents) == pytest.approx(difference, abs=1e-9)
    text = say(topic.sentence("A", "B", 3))
    same_way = [change for change in topic.documents if change.part * difference > 1e-12]
    if abs(difference) < 1e-9:
        assert text.startswith("The scores are equal")
    else:
        largest = max(abs(change.part) for change in same_way)
        assert abs(topic.documents[0].part) == pytest.approx(largest)
    if move := MOVE.match(text):
        doc, new, old, part, whole = move.groups()
        assert (ranks[1][doc], ranks[0][doc]) == (int(new), int(old))
        assert float(part.replace("−", "-")) == pytest.approx(terms[1][doc] - terms[0][doc], abs=6e-4)
        assert whole is None or float(whole.replace("−", "-")) == pytest.approx(difference, abs=6e-4)
    if new_one := NEW.match(text):
        assert ranks[1][new_one[1]] == int(new_one[2]) and new_one[1] not in ranks[0]
    if gone := GONE.match(text):
        assert ranks[0][gone[1]] == int(gone[2]) and gone[1] not in ranks[1]
    if "whole difference" in text:
        assert topic.documents[0].part == pytest.approx(difference)
    if "of the" in text.partition(": ")[2]:
        assert abs(topic.documents[0].part) <= abs(difference) + 1e-9


SUMS = ("AP", "nDCG@5", "P@3", "R@4", "Rprec", "RR", "Bpref", "RBP", "ERR@5", "F(beta=1)", "infAP", "Judged@3")
OTHERS = ("IPrec11", "Unjudged@3")


def test_whatever_claims_to_add_up_does() -> None:
    """Fifty topics at random, with each kind of measure."""
    stream = random.Random(5)  # noqa: S311 - draws examples
    qrels = {str(i): {doc: stream.randint(-1, 3) for doc in stream.sample(docs, 6)} for i in range(50)}

    def system() -> Run:
        return {topic: run(*stream.sample([*docs, "x", "y"], stream.randint(1, 9))) for topic in qrels}

    found = compare(qrels, {"A": system(), "B": system()}, [*SUMS, *OTHERS])
    for i, measure in enumerate(found.measures):
        for topic in reasons(found, i):
            parts = sum(change.part for change in topic.documents)
            if measure.name in SUMS:
                assert topic.adds_up
            if topic.adds_up:
                assert parts == pytest.approx(topic.difference, abs=1e-8)


JUDGED = {"d1": 1, "d2": 1, "d3": 1, "n1": 0, "n2": 0, "n3": 0}


def run(*ranked: str) -> dict[str, float]:
    return {doc: float(-i) for i, doc in enumerate(ranked)}


@pytest.mark.parametrize(
    ("a", "b", "measure", "text"),
    [
        ("n1 n2 d1", "d1 n1 n2", "AP", "B finds d1 at rank 1 instead of 3: +0.222, the whole difference."),
        ("n1 d2 n2 d1", "d1 n1 d2 n2", "AP", "B finds d1 at rank 1 instead of 4: +0.167 of the +0.222."),
        ("d1 n1", "n1 n2", "AP", "B does not find d1, which A finds at rank 1: −0.333, the whole difference."),
        ("n1 n2", "n1 d3", "AP", "B finds d3 at rank 2, and A does not find it: +0.167, the whole difference."),
        ("d1 n1 d2", "d1 n1 d2", "AP", "The scores are equal."),
        ("d1 n1 d2", "d2 n1 d1", "AP", "The scores are equal, although relevant documents have other ranks."),
        (
            "d1 n1 n2 d2",
            "d2 n1 d1 n2",
            "AP",
            "B finds d2 at rank 1 instead of 4: +0.167. The other documents change this by −0.111",
        ),
        ("n1 d1", "d1 n1", "IPrec11", "Relevant documents with other ranks (A → B): d1 (2 → 1)."),
        ("n1", "n2 d1 d2 d3", "IPrec11", "Relevant documents with other ranks (A → B): d1 (not retrieved → 2), d2"),
        ("d1 n1", "d1 x", "Unjudged@2", "The relevant documents have the same ranks in both lists; the difference"),
        ("d1 n1", "d1 x", "Judged@2", "B does not find n1, which A finds at rank 2: −0.500, the whole difference."),
        ("n1 d1", "d2 d1", "AP", "B finds d2 at rank 1, and A does not find it: +0.333 of the +0.500."),
        ("d2 d1", "d2 x n1 d1", "P@2", "B finds d1 at rank 4 instead of 2: −0.500, the whole difference."),
    ],
)
def test_each_kind_of_sentence(a: str, b: str, measure: str, text: str) -> None:
    found = reasons(compared(JUDGED, run(*a.split()), run(*b.split()), measure))[1]
    assert say(found.sentence("A", "B", 3)).startswith(text)


def test_a_document_may_count_for_more_at_the_same_rank() -> None:
    """In AP the precision at a rank grows with the relevant documents above it."""
    found = reasons(compared(JUDGED, run("n1", "n2", "n3", "d1"), run("n1", "d2", "d3", "d1")))[1]
    (change,) = [change for change in found.documents if change.docno == "d1"]
    assert change.ranks == (4, 4)
    assert change.parts == pytest.approx((1 / 4 / 3, 3 / 4 / 3))


def test_documents_that_count_differently_at_the_same_rank_are_named_so() -> None:
    """The ideal list of the retrieved documents alone grows with what is found."""
    found = reasons(compared({"d1": 1, "d2": 1}, run("d1"), run("d1", "n1", "d2"), "nDCG", ideal="retrieved-only"))[1]
    assert say(found.sentence("A", "B", 3)).startswith(
        "d1 is at rank 1 in both lists and counts for less in that of B: −0.387. The other documents change this by"
    )
