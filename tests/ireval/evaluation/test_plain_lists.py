"""Plain dicts are joined by themselves, and columns of documents by ``judged_run``: both say the same of any input."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ireval import InputError, evaluate
from ireval.evaluation.results import Evaluation
from ireval.trec import judged_run
from ireval.trec.plain_dicts import qrels_of, run_of
from ireval.trec.plain_lists import PlainQrels, PlainRun, plain_qrels, plain_run
from tests.ireval.random_lists import examples, given, st

docs = st.sampled_from(["d1", "d10", "d2", "D2", "é", "e\u0301", "日本", "\U0001f600", "\uffff", "d"])
topics = st.sampled_from(["1", "2", "10", "x", "é"])
#: Some are equal in single precision only, one is infinite there, and there are two zeros.
scores = st.sampled_from([0.0, -0.0, 1, True, 1.0, 1 + 1e-12, 16777216.0, 16777217.0, -2.5, 1e300, 5e-324])
judged = st.dictionaries(topics, st.dictionaries(docs, st.integers(-2, 3) | st.booleans()), min_size=1)
returned = st.dictionaries(topics, st.dictionaries(docs, scores), min_size=1)
conventions = st.fixed_dictionaries(
    {
        "ties": st.sampled_from(["docno-descending", "docno-ascending", "input-order", "ir-measures"]),
        "scores": st.sampled_from(["double", "single"]),
        "missing": st.sampled_from(["score-0", "left-out"]),
        "unjudged": st.sampled_from(["non-relevant", "skipped"]),
        "no_relevant": st.sampled_from(["score-0", "left-out"]),
        "rel": st.integers(1, 2),
    }
)
MEASURES = ("map, ndcg_cut.2, P.3, bpref, recip_rank, Rprec, infAP, ERR@3, num_ret, num_rel, num_rel_ret, num_q",)
STRINGS = ("relstring.3", "runid")


def everything(result: object) -> list[Any]:
    """All that an evaluation says, with scores to the last bit."""
    assert isinstance(result, Evaluation)
    values = {name: scores.values.tobytes() for name, scores in result.scores.items()}
    said = {name: (scores.left_out, scores.remarks) for name, scores in result.scores.items()}
    topics = result.topics, result.missing, result.unjudged
    return [topics, values, said, result.strings, result.notes, result.requested]


@given(judged.filter(lambda x: any(x.values())), returned, conventions, st.none() | st.integers(1, 3), st.booleans())
@examples(40)
def test_dicts_are_scored_like_columns(
    qrels: Any, run: Any, chosen: dict[str, Any], most: int | None, judged_only: bool
) -> None:
    options = {"max_documents": most, "judged_only": judged_only, **chosen}
    measures = [*MEASURES, *STRINGS]
    assert isinstance(plain_qrels(qrels), PlainQrels)
    assert isinstance(plain_run(run), PlainRun)
    expected = everything(evaluate(qrels_of(qrels), run_of(run), measures, **options))
    assert everything(evaluate(qrels, run, measures, **options)) == expected
    assert everything(evaluate(qrels_of(qrels), run, measures, **options)) == expected
    assert everything(evaluate(qrels, run_of(run), measures, **options)) == expected


ODD_NAMES: list[Any] = ["", "a\0b", "x" * 5000, "é" * 2000, "\ud800", 1, None, b"a"]
ODD_GRADES: list[Any] = [1.0, "1", 1001, None, math.nan, {"1": 1}, {"1": 2.5}]
ODD_SCORES: list[Any] = ["1", math.nan, -math.inf, None, 1j, 10**400, [1.0]]
USUAL: dict[str, dict[str, Any]] = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}


@pytest.mark.parametrize("odd", ODD_NAMES, ids=ascii)
@pytest.mark.parametrize("where", ["qrels topic", "qrels docno", "run topic", "run docno"])
def test_odd_names_are_refused_alike(odd: Any, where: str) -> None:
    wrong = {**USUAL, odd: {"a": 1}} if "topic" in where else {**USUAL, "3": {"a": 1, odd: 1}}
    pair = (wrong, USUAL) if "qrels" in where else (USUAL, wrong)
    with pytest.raises(InputError) as refusal:
        evaluate(*pair)
    with pytest.raises(InputError) as expected:
        (qrels_of if "qrels" in where else run_of)(wrong)
    assert (refusal.value.key, refusal.value.message) == (expected.value.key, expected.value.message)


@pytest.mark.parametrize(
    ("pair", "read"),
    [
        *((({**USUAL, "3": {"a": odd}}, USUAL), qrels_of) for odd in ODD_GRADES),
        *(((USUAL, {**USUAL, "3": {"a": odd}}), run_of) for odd in ODD_SCORES),
        (({}, USUAL), qrels_of),
        (({"1": {}}, USUAL), qrels_of),
        (({"1": 5}, USUAL), qrels_of),
    ],
)
def test_odd_values_are_refused_alike(pair: tuple[Any, Any], read: Any) -> None:
    with pytest.raises(InputError) as refusal:
        evaluate(*pair)
    with pytest.raises(InputError) as expected:
        read(pair[0] if read is qrels_of else pair[1])
    assert (refusal.value.key, refusal.value.message) == (expected.value.key, expected.value.message)


def test_numbers_of_other_types_are_taken() -> None:
    qrels = {"1": {"a": np.int64(2), "b": np.int8(-1), "c": True}}
    run: Any = {"1": {"a": np.float32(0.5), "b": Fraction(3, 2), "c": np.float64(-1)}}
    expected = everything(evaluate(qrels_of(qrels), run_of(run), MEASURES))
    assert everything(evaluate(qrels, run, MEASURES)) == expected


def test_topics_of_dicts_are_scored_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    qrels = {str(t): {f"d{i}": (i * t) % 3 for i in range(t % 5 + 1)} for t in range(9)}
    run = {str(t): {f"d{i}": float((i * t) % 4) for i in range(t % 7)} for t in range(9)}
    whole = everything(evaluate(qrels, run, MEASURES))
    monkeypatch.setattr(judged_run, "TOPICS", 2)
    assert everything(evaluate(qrels, run, MEASURES)) == whole
