"""The test collection in `collections/harbour` is what its README says, and its rankings are what its script makes."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from statistics import median_low

import pytest

from ireval import evaluate
from ireval.collection import built_in
from ireval.evaluation.results import Comparison, Evaluation
from tests.paths import ROOT

pytestmark = pytest.mark.slow

HARBOUR = ROOT / "collections" / "harbour"
README = (HARBOUR / "README.md").read_text("utf-8")
DOCUMENTS = [*built_in().documents.values()]
TOPICS = [*built_in().topics.values()]
QRELS, ASSESSORS = built_in().qrels, built_in().assessors
RUNS = {name: run.to_dict() for name, run in built_in().runs.items()}
NAMES = {document.docno for document in DOCUMENTS}
POOL = 5


def test_it_has_documents_and_topics_as_its_readme_says() -> None:
    documents, topics = re.search(r"^(\d+) short documents .*, (\d+) topics", README, re.MULTILINE).groups()  # type: ignore[union-attr]
    assert (len(DOCUMENTS), len(TOPICS)) == (int(documents), int(topics))
    assert (DOCUMENTS[0].docno, DOCUMENTS[-1].docno) == tuple(re.findall(r"`(h\d+)`", README))
    shortest, longest = re.search(r"text of (\d+) to (\d+) words", README).groups()  # type: ignore[union-attr]
    lengths = {len(document.text.split()) for document in DOCUMENTS}
    assert int(shortest) <= min(lengths) < max(lengths) <= int(longest)
    assert all(topic.title and topic.description.endswith("?") and topic.narrative for topic in TOPICS)


def test_no_two_documents_are_the_same() -> None:
    assert len({document.text for document in DOCUMENTS}) == len({d.title for d in DOCUMENTS}) == len(DOCUMENTS)


def test_the_judgements_are_of_its_documents_and_topics() -> None:
    assert list(ASSESSORS) == ["ada", "ben", "cleo", "dan"]
    for qrels in (QRELS, *ASSESSORS.values()):
        assert list(qrels) == [topic.number for topic in TOPICS]
        assert {docno for mine in qrels.values() for docno in mine} <= NAMES
        assert {grade for mine in qrels.values() for grade in mine.values()} == {0, 1, 2}
        assert all(max(mine.values()) == 2 for mine in qrels.values())


def test_the_grade_that_counts_is_the_lower_median() -> None:
    for topic in QRELS:
        given: dict[str, list[int]] = {}
        for qrels in ASSESSORS.values():
            for docno, grade in qrels[topic].items():
                given.setdefault(docno, []).append(grade)
        assert QRELS[topic] == {docno: median_low(grades) for docno, grades in given.items()}


def test_some_documents_are_unjudged_but_none_at_the_top_of_a_ranking() -> None:
    for run in RUNS.values():
        ranked = {topic: sorted(scores, key=lambda d: (scores[d], d), reverse=True) for topic, scores in run.items()}
        assert all(docno in QRELS[topic] for topic, docnos in ranked.items() for docno in docnos[:POOL])
        assert [topic for topic, docnos in ranked.items() if not QRELS[topic].keys() >= set(docnos)] == list(QRELS)
    judged = {name: sum(map(len, qrels.values())) for name, qrels in ASSESSORS.items()}
    assert judged["ada"] == judged["ben"] == judged["cleo"] == judged["dan"] + 9
    assert "He left nine documents unjudged" in README


def test_the_assessors_are_as_strict_as_the_readme_says() -> None:
    relevant = {name: sum(g > 0 for mine in qrels.values() for g in mine.values()) for name, qrels in ASSESSORS.items()}
    assert min(relevant, key=lambda name: relevant[name]) == "ada"
    assert max(relevant, key=lambda name: relevant[name]) == "ben"
    partly = {name: sum(g == 1 for mine in qrels.values() for g in mine.values()) for name, qrels in ASSESSORS.items()}
    assert min(partly, key=lambda name: partly[name]) == "ada"
    for one, other in combinations(ASSESSORS.values(), 2):
        shared = [(g, other[t][d]) for t, mine in one.items() for d, g in mine.items() if d in other[t]]
        assert 0.5 < sum(a == b for a, b in shared) / len(shared) < 0.9


@pytest.mark.parametrize(("topic", "title"), [("3", "Loans after high water"), ("8", "Steam crane lifts again")])
def test_dan_misread_two_narratives(topic: str, title: str) -> None:
    """The README says so, of these two topics."""
    assert "topics 3 and 8" in README
    [docno] = (document.docno for document in DOCUMENTS if document.title == title)
    assert (ASSESSORS["dan"][topic][docno], QRELS[topic][docno]) == (2, 0)


def average_precisions(judgements: Path, name: str) -> list[float]:
    """The AP of each topic."""
    scored = evaluate(judgements, HARBOUR / "runs" / f"{name}.txt", ["AP"])
    assert isinstance(scored, Evaluation)
    return [float(value) for value in scored.scores["AP"].values]


def test_the_rankings_have_equal_means_and_different_topics() -> None:
    words, pieces = (average_precisions(HARBOUR / "qrels.txt", name) for name in ("words", "pieces"))
    assert abs(sum(words) - sum(pieces)) / len(words) < 0.005
    assert sum(a > b + 0.02 for a, b in zip(words, pieces, strict=True)) >= 4
    assert sum(b > a + 0.02 for a, b in zip(words, pieces, strict=True)) >= 4


def test_there_are_more_systems_of_different_quality() -> None:
    more = built_in().more_runs
    assert len(more) >= 6 and not more.keys() & RUNS.keys()
    scored = evaluate(QRELS, more, ["AP"])
    assert isinstance(scored, Comparison)
    means = [mean["AP"] for mean in scored.mean.values()]
    assert len({f"{mean:.3f}" for mean in means}) == len(more)
    assert max(means) > 2 * min(means)


def test_which_ranking_is_better_depends_on_the_assessor() -> None:
    better = set()
    for path in (HARBOUR / "assessors").iterdir():
        words, pieces = (sum(average_precisions(path, name)) for name in ("words", "pieces"))
        better.add("words" if words > pieces else "pieces")
    assert better == {"words", "pieces"}


def test_the_script_makes_the_same_files(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="install the rest with: pip install -r requirements-dev.txt")
    from tools.built_in_collection import write

    write(HARBOUR, tmp_path)
    made = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.txt")}
    named = re.findall(r"^\| `((?:more-runs/|runs/|qrels).*\.txt)` \|", README, re.MULTILINE)
    assert {path.as_posix() for path in made} == set(named) >= {"qrels.txt", "runs/words.txt", "runs/pieces.txt"}
    assert {path: (HARBOUR / path).read_bytes() for path in made} == made
