"""Runs against judgements: they are scored like trec_eval's, like single lists, and in every form of input."""

from __future__ import annotations

import io
import math
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ireval import InputError, evaluate
from ireval.conventions import effective
from ireval.evaluation import evaluation
from ireval.evaluation.evaluation import topic_order
from ireval.evaluation.results import Comparison, Evaluation
from ireval.evaluation.trec_eval_names import OFFICIAL
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.ranking.judgements import POOLED, UNJUDGED, Ranking
from ireval.trec import judged_run, read_qrels, read_run, write_qrels, write_run
from ireval.trec.plain_dicts import qrels_of, run_of
from ireval.trec.rank_order import RankOrder
from ireval.trec.reading import threads
from ireval.trec.reading.text_column import Texts
from tests.ireval.random_lists import assume, composite, examples, given, st
from tests.paths import ROOT

Judged = dict[str, dict[str, int]]
Returned = dict[str, dict[str, float]]

NAMES = ("map", "Rprec", "recip_rank", "bpref", "ndcg", "gm_map", "num_ret", "num_rel", "num_rel_ret")
CUT = {"P": (1, 5, 10), "ndcg_cut": (3, 10), "recall": (5, 1000), "map_cut": (5,), "success": (1, 5)}
OURS = (*NAMES, *(f"{name}_{k}" for name, cuts in CUT.items() for k in cuts))
THEIRS = {*NAMES, *(f"{name}.{','.join(map(str, cuts))}" for name, cuts in CUT.items())}

docs = st.sampled_from([f"d{i}" for i in range(12)] + ["é", "日本", "d", "d10000000000", "d10000000001"])
topics = st.sampled_from(["1", "2", "10", "x"])
judged = st.dictionaries(topics, st.dictionaries(docs, st.integers(-2, 3), min_size=1), min_size=1)
# pytrec_eval has trec_eval 9, which compares scores as floats; so these scores differ as floats, too.
few_scores = st.sampled_from([0.0, 1.0, 0.5, -2.0, 1e-9, 1.5])
returned = st.dictionaries(topics, st.dictionaries(docs, few_scores, min_size=1), min_size=1)


def one(*given_: Any, **more: Any) -> Evaluation:
    result = evaluate(*given_, **more)
    assert isinstance(result, Evaluation)
    return result


@given(judged, returned)
@examples(50)
def test_scores_agree_with_trec_eval(qrels: Judged, run: Returned) -> None:
    pytrec_eval = pytest.importorskip(
        "pytrec_eval", reason="comparing with trec_eval needs it: pip install -r requirements-dev.txt"
    )
    assume(all(max(grades.values()) >= 0 for grades in qrels.values()))  # trec_eval 9 crashes on others
    theirs = pytrec_eval.RelevanceEvaluator(qrels, THEIRS).evaluate(run)
    ours = one(qrels, run, OURS, missing="left-out")
    assert set(ours.topics) == set(theirs)
    for row in ours.rows():
        expected = theirs[row["topic"]]
        assert {m: row[m] for m in OURS if m != "gm_map"} == pytest.approx(
            {m: expected[m] for m in OURS if m != "gm_map"}, rel=0, abs=1e-9
        )
    if theirs:
        means = {m: pytrec_eval.compute_aggregated_measure(m, [r[m] for r in theirs.values()]) for m in OURS}
        del means["gm_map"]  # pytrec_eval averages its logarithms
        assert {m: ours.mean[m] for m in means} == pytest.approx(means, rel=0, abs=1e-9)


def by_hand(qrels: dict[str, int], run: dict[str, float], ties: str) -> Ranking:
    ranked = list(run)
    if ties == "docno-descending":
        ranked.sort(key=str.encode, reverse=True)
    ranked.sort(key=lambda doc: -run[doc])
    grades = [qrels.get(doc, UNJUDGED) for doc in ranked]
    grades = [POOLED if doc in qrels and g < 0 else g for doc, g in zip(ranked, grades, strict=True)]
    return Ranking.one(grades, [g for doc, g in qrels.items() if doc not in run and g >= 0])


@given(judged, returned, st.sampled_from(["docno-descending", "input-order"]), st.booleans())
def test_each_topic_is_scored_like_a_single_list(qrels: Judged, run: Returned, ties: str, files: bool) -> None:
    names = ["AP", "nDCG@5", "Bpref", "P", "RR", "infAP", "RBP(p=0.8)", "IPrec@0.3"]
    chosen = effective("lillis", {"ties": ties})
    given_: tuple[Any, Any] = (qrels, run)
    if files:
        first, second = io.StringIO(), io.StringIO()
        write_qrels(qrels, first)
        second.writelines(f"{t} Q0 {d} 0 {s!r} x\n" for t, mine in run.items() for d, s in mine.items())
        given_ = (first.getvalue().encode(), second.getvalue().encode())
    for row in one(*given_, names, conventions="lillis", ties=ties, missing="left-out").rows():
        alone = by_hand(qrels[row["topic"]], run[row["topic"]], ties)
        for name in names:
            score = float(compute(parse(name), alone, chosen).score)
            assert (math.nan if row[name] is None else row[name]) == pytest.approx(score, abs=1e-12, nan_ok=True)


@composite
def many(draw: Any) -> tuple[Judged, Returned]:
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    qrels, run = {}, {}
    for i in range(draw(st.integers(1, 30))):
        pool = [f"{'long' * int(rng.integers(1, 4))}{d}" for d in rng.choice(200, 60, replace=False)]
        qrels[f"{i}"] = {doc: int(rng.integers(-1, 4)) for doc in pool[: rng.integers(1, 40)]}
        back = rng.permutation(pool)[: rng.integers(1, 60)]
        run[f"{i}"] = {str(doc): float(rng.integers(0, 20)) for doc in back}
    return qrels, run


@given(many())
@examples(20)
def test_small_blocks_give_the_same_scores_as_large_blocks(case: tuple[Judged, Returned]) -> None:
    whole = one(*case, ["AP", "nDCG", "Bpref", "num_rel"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judged_run, "TOPICS", 3)
        patch.setattr(judged_run, "PLACES", 100)
        patch.setattr("ireval.trec.reading.document_index.CELLS", 50)
        small = one(*case, ["AP", "nDCG", "Bpref", "num_rel"])
    assert list(whole.rows()) == list(small.rows())


@given(many())
@examples(20)
def test_different_documents_with_the_same_key_are_distinguished(case: tuple[Judged, Returned]) -> None:
    expected = one(*case, ["AP", "num_rel_ret"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Texts, "keys", lambda self: np.full(len(self), 7, dtype=np.uint64))
        assert list(one(*case, ["AP", "num_rel_ret"]).rows()) == list(expected.rows())


@given(many())
@examples(20)
def test_topics_that_are_too_long_for_packed_keys_have_the_same_scores(case: tuple[Judged, Returned]) -> None:
    expected = one(*case, ["AP", "num_rel_ret"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ireval.trec.reading.document_index.MOST_BITS", -1)
        assert list(one(*case, ["AP", "num_rel_ret"]).rows()) == list(expected.rows())


def test_a_document_does_not_match_another_with_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Texts, "keys", lambda self: np.full(len(self), 7, dtype=np.uint64))
    qrels, run = {"1": {"b": 1, "c": 1}, "2": {"a": 1, "b": 2}}, {"1": {"a": 1.0}, "2": {"b": 1.0}}
    result = one(qrels_of(qrels), run_of(run), "num_rel_ret")
    assert [row["num_rel_ret"] for row in result.rows()] == [0, 1]


def test_memory_depends_on_the_size_of_a_block_not_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged_run, "TOPICS", 16)
    monkeypatch.setattr(threads, "THREADS", 1)
    peaks = []
    for count in (64, 640):
        qrels = {str(t): {f"d{i}": i % 2 for i in range(50)} for t in range(count)}
        run = {str(t): {f"d{i}": float(-i) for i in range(200)} for t in range(count)}
        joined = judged_run.join(qrels_of(qrels), run_of(run), by=RankOrder(), rel=1)
        wanted = {name: parse(name) for name in ("AP", "nDCG", "Bpref")}
        tracemalloc.start()
        evaluation._scores(joined, wanted, effective(), lambda _: None)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


QRELS: Judged = {"1": {"a": 1, "b": 0}, "2": {"a": 1}, "10": {"a": 0, "b": -1}}
RUN: Returned = {"1": {"b": 2.0, "a": 1.0}, "10": {"a": 1.0}, "unknown": {"a": 1.0}}


@pytest.mark.parametrize(
    ("preset", "ranks"),
    [("trec_eval", 2), ("ir_measures", 2), ("ranx", 1), ("sklearn", 1), ("lillis", 1), ("thesis", 1), ("mir", 1)],
)
def test_scores_are_compared_in_single_or_double_precision(preset: str, ranks: int) -> None:
    """In single precision the two are equal, and b, the last docno, is first."""
    qrels, run = {"1": {"a": 1}}, {"1": {"a": 1.0 + 1e-12, "b": 1.0}}
    assert one(qrels, run, "RR", conventions=preset).mean == {"RR": 1 / ranks}
    assert one(qrels, run, "RR", conventions=preset, scores="double").mean == {"RR": 1}
    assert one(qrels, run, "RR", conventions=preset, scores="single").mean == {"RR": 0.5}


def test_scores_beyond_single_precision_are_equal_there() -> None:
    qrels, run = {"1": {"a": 1}}, {"1": {"a": 1e300, "b": 1e200, "c": -1e300}}
    assert one(qrels, run, "RR").mean == {"RR": 0.5}


def test_equal_scores_may_have_the_first_docno_first() -> None:
    qrels, run = {"1": {"dé": 1}}, {"1": dict.fromkeys(["d", "dé", "d1", "d10000000000", "é"], 1.0)}
    assert one(qrels, run, "RR", ties="docno-ascending").mean == {"RR": 1 / 4}
    assert one(qrels, run, "RR", ties="docno-descending").mean == {"RR": 1 / 2}


def test_the_options_of_trec_eval() -> None:
    """Cut at a depth, then without the unjudged documents: their grades are those of a shorter list."""
    qrels = {"1": {"a": 1, "b": 0, "c": 2, "d": 1, "e": -1}}
    run = {"1": {"x": 9.0, "a": 8.0, "y": 7.0, "b": 6.0, "e": 5.0, "c": 4.0, "d": 3.0}}
    names = ("num_ret", "num_rel", "num_rel_ret", "P", "Judged", "relstring", "nDCG")
    cut = one(qrels, run, names, max_documents=6)
    assert list(cut.strings.values()) == [("'-1-0.2'",)]
    assert [cut.mean[m] for m in names[:5]] == [6, 3, 2, 2 / 6, 3 / 6]
    judged = one(qrels, run, names, max_documents=6, judged_only=True)
    assert judged.strings == {"relstring": ("'102'",)}
    assert [judged.mean[m] for m in names[:5]] == [3, 3, 2, 2 / 3, 1]
    alone = compute(parse("nDCG"), Ranking.one([1, 0, 2], [1]), effective()).score
    assert judged.mean["nDCG"] == pytest.approx(float(alone))
    assert one(qrels, run, "Accuracy", size=20).mean["Accuracy"] == pytest.approx((3 + 13) / 20)


def test_a_cut_list_keeps_its_subtopics() -> None:
    qrels = {"1": {"a": {"1": 1}, "b": {"2": 1, "3": 1}}}
    run = {"1": {"x": 9.0, "a": 8.0, "b": 7.0}}
    assert one(qrels, run, "StRecall", max_documents=2).mean["StRecall"] == pytest.approx(1 / 3)
    assert one(qrels, run, "StRecall", max_documents=2, judged_only=True).mean["StRecall"] == pytest.approx(1 / 3)


def test_missing_topics_score_0_or_are_left_out() -> None:
    zero = one(QRELS, RUN, ["AP", "num_q", "num_rel", "num_ret", "GMAP"])
    assert (zero.topics, zero.missing, zero.unjudged) == (("1", "2", "10"), ("2",), ("unknown",))
    assert zero.mean == pytest.approx(
        {"AP": 0.5 / 3, "num_q": 3, "num_rel": 2, "num_ret": 3, "GMAP": (0.5 * 1e-5 * 1e-5) ** (1 / 3)}
    )
    out = one(QRELS, RUN, ["AP", "num_q", "num_rel", "num_ret"], missing="left-out")
    assert (out.topics, out.missing) == (("1", "10"), ("2",))
    assert out.mean == {"AP": 0.25, "num_q": 2, "num_rel": 1, "num_ret": 3}


def test_queries_without_relevant_documents_are_left_out_or_score_0() -> None:
    by_book = one(QRELS, RUN, ["AP", "P@1"], conventions="lillis")
    assert [row["AP"] for row in by_book.rows()] == [0.5, 0, None]
    assert by_book.mean == {"AP": 0.25, "P@1": 0}
    nothing = one({"1": {"a": 0}}, {"1": {"a": 1.0}}, "AP", conventions="lillis")
    assert math.isnan(nothing.mean["AP"])
    assert "–" in nothing._repr_html_()
    missing = one({"1": {"a": 0}, "2": {"a": 1}}, {"3": {"a": 1.0}}, "AP", conventions="lillis")
    assert [row["AP"] for row in missing.rows()] == [None, 0]


@pytest.mark.parametrize("run", [{"1": {"a": 1.0}}, {"1": {"a": 1.0}, "2": {}}, {"1": {"a": 1.0}, "2": {"d": 1.0}}])
def test_the_threshold_of_a_measure_decides_what_is_relevant(run: Returned) -> None:
    """With ``rel=2`` topic 2 has no relevant document, so it has no score for any list."""
    qrels = {"1": {"a": 2, "b": 0}, "2": {"c": 1, "d": 0}}
    assert one(qrels, run, "AP(rel=2)", conventions="lillis").mean == {"AP(rel=2)": 1.0}


def test_no_topic_in_common() -> None:
    result = one(QRELS, {"9": {"a": 1.0}}, ["AP", "num_q"], missing="left-out")
    assert (result.topics, list(result.rows())) == ((), [])
    assert math.isnan(result.mean["AP"]) and result.mean["num_q"] == 0
    assert "AP" in repr(result)


def test_a_topic_without_documents() -> None:
    result = one(QRELS, {"1": {}, "2": {"a": 1.0}}, ["AP", "P@5", "num_ret"], missing="left-out")
    assert list(result.rows()) == [
        {"topic": "1", "AP": 0, "P@5": 0, "num_ret": 0},
        {"topic": "2", "AP": 1, "P@5": 0.2, "num_ret": 1},
    ]
    assert one(QRELS, {"1": {}}, "AP", missing="left-out").mean == {"AP": 0}


def test_overrides_and_own_settings() -> None:
    result = one({"1": {"a": 1, "b": 2}}, {"1": {"a": 2.0, "b": 1.0}}, ["AP", "AP(rel=1)", "num_rel"], rel=2)
    assert result.mean == {"AP": 0.5, "AP(rel=1)": 1, "num_rel": 1}
    with pytest.raises(InputError) as caught:
        evaluate(QRELS, RUN, reel=2)
    assert caught.value.key == "unknown-convention"
    with pytest.raises(InputError) as caught:
        evaluate(QRELS, RUN, "APP")
    assert caught.value.key == "unknown-measure"
    with pytest.raises(InputError) as caught:
        evaluate(QRELS, RUN, [])
    assert caught.value.key == "no-measure-given"


def test_several_runs() -> None:
    named = evaluate(QRELS, {"first": RUN, "second": {"2": {"a": 1.0}}}, ["AP", "RR"])
    assert isinstance(named, Comparison)
    assert named.mean["second"] == pytest.approx({"AP": 1 / 3, "RR": 1 / 3})
    assert named["first"].mean == one(QRELS, RUN, ["AP", "RR"]).mean
    assert len(list(named.rows())) == 6
    listed = evaluate(QRELS, [RUN, RUN], "AP")
    assert isinstance(listed, Comparison)
    assert [run.name for run in listed.runs] == ["run 1", "run 2"]
    assert "first" in named._repr_html_() and "first" in repr(named)
    with pytest.raises(InputError) as caught:
        evaluate(QRELS, [], "AP")
    assert caught.value.key == "no-run-given"


def test_names_of_files(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        write_run(RUN, tmp_path / folder / "run.txt", tag=folder)
    result = evaluate(QRELS, [tmp_path / "a" / "run.txt", str(tmp_path / "b" / "run.txt")], "AP")
    assert isinstance(result, Comparison)
    assert [(run.name, run.tag) for run in result.runs] == [("a/run.txt", "a"), ("b/run.txt", "b")]
    again = evaluate(QRELS, [tmp_path / "a" / "run.txt"] * 2, "AP")
    assert isinstance(again, Comparison)
    assert [run.name for run in again.runs] == ["run.txt", "run.txt (2)"]
    assert one(QRELS, tmp_path / "a" / "run.txt", "AP").name == "run.txt"


def test_what_was_read_can_be_used_again(tmp_path: Path) -> None:
    write_qrels(QRELS, tmp_path / "qrels")
    write_run(RUN, tmp_path / "run")
    qrels, run = read_qrels(tmp_path / "qrels"), read_run(tmp_path / "run")
    assert one(qrels, run).mean == one(QRELS, RUN).mean
    assert tuple(one(qrels, run).mean) == OFFICIAL


def test_subtopics() -> None:
    judgements = {"1": {"a": {"x": 1, "y": 1}, "b": {"x": 1}, "c": {"z": 1, "x": 0}}, "2": {"a": {"q": 1}}}
    run = {"1": {"b": 3.0, "u": 2.5, "a": 2.0}, "2": {"a": 1.0}}
    file = io.StringIO()
    write_qrels(judgements, file)
    names = ["alpha_nDCG@10", "AP", "StRecall@1"]
    by_file, by_dict = one(file.getvalue().encode(), run, names), one(judgements, run, names)
    assert list(by_file.rows()) == list(by_dict.rows())
    alone = Ranking.one([1, UNJUDGED, 1], [1], None, [[1, 0, 0], [0, 0, 0], [1, 1, 0]], [[0, 0, 1]])
    for name in names:
        assert next(by_file.rows())[name] == pytest.approx(float(compute(parse(name), alone, effective()).score))
    assert one(file.getvalue().encode(), run, "AP", subtopics=True).mean["AP"] == by_file.mean["AP"]
    with pytest.raises(InputError) as caught:
        evaluate(file.getvalue().encode(), run, "AP")
    assert caught.value.key == "judged-by-subtopic"


@pytest.mark.parametrize(
    ("qrels", "run", "key"),
    [
        ({}, RUN, "no-judgements"),
        (QRELS, {}, "no-topics"),
        ({"1": {"a": 0.5}}, RUN, "dict-grade-not-whole"),
        ({"1": {"a": "1"}}, RUN, "dict-grade-not-whole"),
        ({"1": {"a": 10**6}}, RUN, "dict-grade-not-whole"),
        ({"1": {1: 1}}, RUN, "not-a-docno-or-topic"),
        ({"1": ["a"]}, RUN, "not-a-dict"),
        (QRELS, {"1": {"a": math.nan}}, "dict-score-not-finite"),
        (QRELS, {"1": {"a": "high"}}, "dict-score-not-finite"),
        (QRELS, {1: {"a": 1.0}}, "not-a-docno-or-topic"),
        (QRELS, {"1": {"\ud800": 1.0}}, "not-a-docno-or-topic"),
        ({"1": {"a": {"x": 1}, "b": 1}}, RUN, "not-a-dict"),
        ({"1": {"a": 1, "b": {"x": 1}}}, RUN, "dict-grade-not-whole"),
        ({"1": {"a": {"x": 0.5}}}, RUN, "dict-grade-not-whole"),
    ],
)
def test_dicts_that_cannot_be_used(qrels: Any, run: Any, key: str) -> None:
    with pytest.raises(InputError) as caught:
        evaluate(qrels, run, "AP")
    assert caught.value.key == key
    assert caught.value.suggestion


def test_an_error_in_a_dict_in_words() -> None:
    with pytest.raises(InputError) as caught:
        evaluate({"1": {"a": 0.5}}, RUN, "AP")
    assert caught.value.message == "topic “1”, document “a”: the grade “0.5” is not a whole number up to 1000."
    with pytest.raises(InputError) as caught:
        evaluate(QRELS, {}, "AP")
    assert (caught.value.message, caught.value.suggestion) == (
        "run: there are no topics.",
        "Pass {topic: {docno: score}}.",
    )


def test_progress_goes_up_to_the_whole() -> None:
    shares: list[float] = []
    evaluate(QRELS, [RUN, RUN], "AP", progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == 1


def test_to_pandas() -> None:
    pytest.importorskip("pandas", reason="data frames need it: pip install -r requirements-dev.txt")
    frame = one(QRELS, RUN, ["AP", "RR"]).to_pandas()
    assert list(frame.index) == ["1", "2", "10"] and list(frame["AP"]) == [0.5, 0, 0]
    both = evaluate(QRELS, {"x": RUN, "y": RUN}, ["AP"]).to_pandas()
    assert both.loc[("y", "1"), "AP"] == 0.5


def test_html_escapes_what_was_typed() -> None:
    text = one({"<b>": {"a": 1}}, {"<b>": {"a": 1.0}}, "AP")._repr_html_()
    assert "<b>" not in text and "&lt;b&gt;" in text and "1.0000" in text


def test_html_names_missing_topics_and_counts_those_not_shown() -> None:
    many = {f"{i}": {"a": 1} for i in range(23)}
    text = one(many, {"0": {"a": 1.0}}, "AP", missing="left-out")._repr_html_()
    assert say(Message("topics-missing-from-run", topics=[str(i) for i in range(1, 23)])) in text
    whole = one(many, {topic: {"a": 1.0} for topic in many}, "AP")._repr_html_()
    assert "<p>3 more topics; .rows() and .to_pandas() return all topics.</p>" in whole


@pytest.mark.parametrize("module", ["pandas", "pyarrow"])
def test_large_modules_wait_until_they_are_needed(module: str) -> None:
    program = f"""
import sys, ireval, ireval.cli.program
assert {module!r} not in sys.modules
ireval.evaluate({{"1": {{"a": 1}}}}, {{"1": {{"a": 1.0}}}})._repr_html_()
assert {module!r} not in sys.modules
ireval.evaluate(b"1 0 a 1", b"1 Q0 a 1 1 x")
assert "pandas" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_topics_are_ordered_by_number_then_by_bytes() -> None:
    assert sorted(["x", "10", "2", "²", "é", "02a"], key=topic_order) == ["2", "10", "02a", "x", "²", "é"]
