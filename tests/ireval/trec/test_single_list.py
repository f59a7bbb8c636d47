"""A typed list as files: every tool that reads them computes the lab's scores."""

from __future__ import annotations

import io
from typing import Any

import pytest

import ireval
from ireval import InputError
from ireval.evaluation.results import Evaluation
from ireval.trec import write_qrels, write_run
from ireval.trec.single_list import SingleList, docnos
from tests.ireval.random_lists import AWKWARD, DIVERSE, Typed, assume, examples, given, st, typed

NAMES = st.lists(
    st.sampled_from(["a", "a b", "a_b", "a-2", "", "d2", "#x", "Q0", "é", "\ufeffq", "a\u2003b", "\0"]), max_size=20
)
MEASURES = {"AP": "map", "nDCG": "ndcg", "Bpref": "bpref", "P@10": "P_10", "RR": "recip_rank", "infAP": "infAP"}


def files(found: Typed, names: list[str]) -> tuple[str, str]:
    """The texts of the qrels and the run."""
    count = len(found.grades) + len(found.missed)
    single = SingleList.of([*names, *[""] * count][:count], found.grades, found.missed)
    qrels, run = io.StringIO(), io.StringIO()
    write_qrels(single.qrels, qrels)
    write_run(single.run, run)
    return qrels.getvalue(), run.getvalue()


def assert_same_scores(found: Typed, names: list[str]) -> None:
    qrels, run = files(found, names)
    explained = found.explained("trec_eval")
    ours = ireval.evaluate(qrels.encode(), run.encode(), list(MEASURES))
    assert isinstance(ours, Evaluation)
    theirs = peer(qrels, run)
    for name, other in MEASURES.items():
        value = explained.value(name)
        assert ours.mean[name] == pytest.approx(value, abs=1e-12), name
        assert theirs[other] == pytest.approx(value, abs=1e-9), name


def peer(qrels: str, run: str) -> Any:
    pytrec_eval = pytest.importorskip(
        "pytrec_eval", reason="install the rest with: pip install -r requirements-dev.txt"
    )
    judged, returned = pytrec_eval.parse_qrel(qrels.splitlines()), pytrec_eval.parse_run(run.splitlines())
    return pytrec_eval.RelevanceEvaluator(judged, set(MEASURES.values())).evaluate(returned)["1"]


@examples(60)
@given(typed(), NAMES)
def test_the_files_give_the_labs_scores(found: Typed, names: list[str]) -> None:
    assume(found.labels and (found.missed or any(g != -1 for g in found.grades)))
    assert_same_scores(found, names)


@pytest.mark.parametrize("name", ["unjudged between", "the lectures' fifteen", "pooled between", "all grades"])
def test_the_files_of_awkward_lists_give_the_labs_scores(name: str) -> None:
    assert_same_scores(AWKWARD[name], ["same name"] * 30)


@pytest.mark.parametrize("name", [n for n, t in DIVERSE.items() if t.subtopics and "1" in t.subtopics])
def test_judgements_by_subtopic_give_the_labs_scores(name: str) -> None:
    found = DIVERSE[name]
    explained = found.explained("trec_eval")
    ranking = explained.ranking
    grades, missed = ranking.grades.tolist(), ranking.unretrieved.tolist()
    groups = [[int(x) for x in group] for part in ranking.groups for group in part.tolist()]
    single = SingleList.of([""] * len(groups), grades, missed, groups)
    wanted = ["alpha_nDCG@10", "P_IA@5", "ERR_IA@10", "StRecall@3"]
    result = ireval.evaluate(single.by_subtopic, single.run, wanted)
    assert isinstance(result, Evaluation)
    for measure in wanted:
        assert result.mean[measure] == pytest.approx(explained.value(measure), abs=1e-12), measure


@given(NAMES)
def test_docnos_are_single_words_and_all_different(names: list[str]) -> None:
    made = docnos(names)
    assert len(set(made)) == len(made) == len(names)
    assert all(docno.split() == [docno] for docno in made)
    assert docnos(["one", "two"]) == ["one", "two"]


def test_unjudged_and_pooled_documents_are_distinguished() -> None:
    qrels, run = files(Typed("1up0", "2"), ["a", "b", "c", "d", "e"])
    assert qrels.split("\n") == ["1 0 a 1", "1 0 c -1", "1 0 d 0", "1 0 e 2", ""]
    assert [line.split()[2:5] for line in run.splitlines()] == [
        ["a", "1", "4.0"],
        ["b", "2", "3.0"],
        ["c", "3", "2.0"],
        ["d", "4", "1.0"],
    ]


def test_lists_without_judgements_or_documents_are_refused() -> None:
    nothing = SingleList.of([""], [-1])
    empty = SingleList.of(["a"], [], [1])
    for read, key in (
        (lambda: nothing.qrels, "no-qrels-to-write"),
        (lambda: nothing.by_subtopic, "no-subtopics-judged"),
        (lambda: empty.run, "no-run-to-write"),
    ):
        with pytest.raises(InputError) as caught:
            read()
        assert caught.value.key == key
