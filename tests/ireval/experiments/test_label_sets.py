"""Label sets that people type or paste: every form gives the same sets, and what is wrong is named with its place."""

from __future__ import annotations

import json

import pytest

from ireval import InputError
from ireval.collection import cystic_fibrosis
from ireval.experiments.assessors.label_lines import MOST_RANKINGS, read_rankings
from ireval.experiments.assessors.label_names import MOST_DOCUMENTS
from ireval.experiments.assessors.label_sets import MOST_ASSESSORS, LabelSets, read_label_sets, write_rankings
from ireval.messages import say
from ireval.ranking.judgements import POOLED, UNJUDGED
from tests.ireval.random_lists import examples, given, st

TWO = LabelSets(("d1", "d2", "d3", "d4"), {"ada": (1, 0, 2, UNJUDGED), "ben": (1, 1, 2, 0)})
NAMED = LabelSets(("h7", "h9"), {"ada": (1, 0), "model": (2, UNJUDGED)})


@pytest.mark.parametrize(
    "text",
    [
        "ada: 1 0 2 u\nben: 1 1 2 0",
        "ada: 102u\nben: 1120",
        "# two people\n\n ada : r,n,2,-\r\nben: R, R, 2, N\n",
        '{"ada": {"d1": 1, "d2": 0, "d3": 2}, "ben": {"d1": 1, "d2": 1, "d3": 2, "d4": 0}}',
        '{"ada": [1, 0, 2, null], "ben": [true, true, 2.0, false]}',
        '{"ada": ["relevant", "not relevant", "2", "unjudged"], "ben": [1, 1, 2, 0]}',
        json.dumps(
            [{"judge": "ada", "docno": f"d{i}", "grade": g} for i, g in enumerate((1, 0, 2, None), 1)]
            + [{"judge": "ben", "docno": f"d{i}", "grade": g} for i, g in enumerate((1, 1, 2, 0), 1)]
        ),
        'Here you are:\n```json\n{"ada": [1, 0, 2, null],\n "ben": [1, 1, 2, 0]}\n```\nI hope it helps.',
        "\n".join(
            json.dumps({"judge": name, "docno": f"d{i}", "grade": grade})
            for name, grades in TWO.labels.items()
            for i, grade in enumerate([None if grade < 0 else grade for grade in grades], 1)
        ),
    ],
)
def test_every_form_gives_the_same_sets(text: str) -> None:
    """Also with the ends of lines that a browser sends, and as a file of an editor that marks the order of bytes."""
    for sent in (text, text.replace("\r\n", "\n").replace("\n", "\r\n"), f"\ufeff{text}"):
        found = read_label_sets(sent)
        assert (found.documents, dict(found.labels)) == (TWO.documents, TWO.labels)


@pytest.mark.parametrize(
    "model",
    [
        '{"h7": 2}',
        '[{"docno": "h7", "grade": 2}]',
        '{"documents": [{"id": "h7", "relevance": 2, "reason": "It answers the question."}]}',
        '{"h7": {"grade": 2, "reason": "It answers the question."}, "h9": {"grade": null}}',
        'Sure!\n```json\n{"h7": 2}\n```',
        'Sure! These are my labels: {"h7": 2}\nTell me if you need more.',
        '{"docno": "h7", "grade": 2}\n\n{"docno": "h9", "grade": null}\n',
    ],
)
def test_the_labels_of_a_model_stand_beside_those_of_people(model: str) -> None:
    found = read_label_sets("documents: h7, h9\nada: 10", model)
    assert found == read_label_sets("documents: h7, h9\r\nada: 10", model.replace("\n", "\r\n"))
    assert (found.documents, dict(found.labels)) == (NAMED.documents, NAMED.labels)


def test_groups_of_scores_are_read_as_the_collection_has_them() -> None:
    file = b"QN 00001\nQU What is mucus?\nNR 00003\nRD  139 1222  151 2211  1031 0001\n"
    scores = cystic_fibrosis.read_scores(file)
    for text in ("RD  139 1222  151 2211\n    1031 0001", "139 1222 151 2211\n1031 0001"):
        found = read_label_sets(text, by_document=True)
        assert {name: {"1": dict(zip(found.documents, g, strict=True))} for name, g in found.labels.items()} == scores
    assert read_label_sets("1222 2211 0001", by_document=True).documents == ("d1", "d2", "d3")


@examples(60)
@given(
    st.integers(1, 12).flatmap(
        lambda size: st.dictionaries(
            st.text("abcß z-", min_size=1, max_size=8)
            .map(str.strip)
            .filter(bool)
            .map(lambda name: " ".join(name.split())),
            st.lists(st.sampled_from((0, 1, 5, UNJUDGED, POOLED)), min_size=size - 1, max_size=size - 1).map(
                lambda grades: (1, *grades)
            ),
            min_size=2,
            max_size=5,
        )
    ),
    st.booleans(),
)
def test_sets_are_written_so_that_they_are_read_again(labels: dict[str, tuple[int, ...]], named: bool) -> None:
    size = len(next(iter(labels.values())))
    sets = LabelSets(tuple(f"{'h' if named else 'd'}{i}" for i in range(1, size + 1)), labels)
    assert read_label_sets(sets.text) == sets


def test_unjudged_documents_are_not_among_the_judgements() -> None:
    sets = read_label_sets("ada: 10up\nben: 1111")
    assert sets.judgements["ada"] == {"1": {"d1": 1, "d2": 0, "d4": -1}}


def test_rankings_are_written_so_that_they_are_read_again() -> None:
    documents = ("d1", "d2", "d3")
    for text in ("", "A: d2 d1\nB: d3 d1 d2", "d3 d2 d1"):
        rankings = read_rankings(text, documents)
        assert read_rankings(write_rankings(rankings, documents), documents) == rankings
    assert read_rankings("", documents) == {"list": documents}


WRONG_LINES = [
    ("", "too-few-label-sets", {}),
    ("ada: 1 0 2", "too-few-label-sets", {}),
    ("ada: 1 0 2\nben: 1 x 2", "not-a-label-in-line", {"line": 2, "text": "x"}),
    ("ada: 1 0 2\nben: 1 10 2", "not-a-label-in-line", {"line": 2, "text": "10"}),
    ("ada: 1 0 2\n\nben: 1 0", "labels-unlike-first-line", {"line": 3, "count": 2, "first": 3}),
    ("documents: h1 h2\nada: 101\nben: 10", "labels-unlike-documents", {"line": 2, "count": 3, "first": 2}),
    ("ada: 10\nada: 11", "assessor-in-two-lines", {"line": 2, "earlier": 1}),
    ("ada: 10\nben:", "assessor-without-labels", {"line": 2}),
    (": 10\nben: 10", "not-an-assessor-name", {}),
    (f"{'a' * 41}: 10\nben: 10", "not-an-assessor-name", {}),
    ("documents: h1 h1\nada: 10\nben: 10", "document-labelled-twice", {"docno": "h1"}),
    (f"documents: {'h' * 61} h1\nada: 10\nben: 10", "not-a-document-name", {}),
    ("ada: uu\nben: 10", "assessor-judged-nothing", {"name": "ada"}),
    ("\n".join(f"a{i}: 1" for i in range(MOST_ASSESSORS + 1)), "too-many-assessors", {"count": MOST_ASSESSORS + 1}),
    (f"ada: {'1' * (MOST_DOCUMENTS + 1)}\nben: 1", "labels-unlike-first-line", {}),
    (f"ada: {'1' * (MOST_DOCUMENTS + 1)}\nben: {'1' * (MOST_DOCUMENTS + 1)}", "too-many-documents", {}),
]
WRONG_JSON = [
    ('{"d1": 1,\n "d2" 0}', "labels-json-broken", {"line": 2, "column": 7}),
    ("```json\n{oops}\n```", "labels-json-broken", {"line": 2}),
    ("My labels: {oops}", "labels-json-broken", {"line": 1, "column": 13}),
    ('{"docno": "d1", "grade": 1}\n\n{"docno" "d2"}', "labels-json-broken", {"line": 3, "column": 10}),
    ('{"d1": 1, "d1": 0}', "labels-json-name-twice", {"name": "d1"}),
    ('{"d1": NaN}', "labels-json-unreadable", {}),
    ("[" * 30 + "]" * 30, "labels-json-unreadable", {}),
    ("{}", "labels-not-in-json", {}),
    ("[]", "labels-not-in-json", {}),
    ('"102"', "labels-not-in-json", {}),
    ("17", "labels-not-in-json", {}),
    ('{"d1": 7}', "not-a-grade-in-json", {"docno": "d1", "text": "7"}),
    ('{"d1": -1}', "not-a-grade-in-json", {"docno": "d1", "text": "-1"}),
    ('{"d1": 0.5}', "not-a-grade-in-json", {"docno": "d1", "text": "0.5"}),
    ('{"d1": 1e300}', "not-a-grade-in-json", {"docno": "d1"}),
    ('{"d1": "very"}', "not-a-grade-in-json", {"docno": "d1", "text": '"very"'}),
    ('{"ada": {"d1": [1]}}', "not-a-grade-in-json", {"docno": "d1"}),
    ('{"ada": {"d1": 1}, "ben": 1}', "assessor-without-labels-in-json", {"name": "ben"}),
    ('[{"docno": "d1", "grade": 1}, {"grade": 1}]', "not-a-labelled-document", {"place": 2}),
    ('[{"docno": "d1"}]', "not-a-labelled-document", {"place": 1}),
    ('[{"docno": "d1", "grade": 1}, 3]', "not-a-labelled-document", {"place": 2}),
    ('[{"docno": ["d1"], "grade": 1}]', "not-a-labelled-document", {"place": 1}),
    ('[{"docno": "d1", "grade": 1}, {"docno": "d1", "grade": 0}]', "document-labelled-twice", {"docno": "d1"}),
    ('{"d 1": 1}', "not-a-document-name", {"name": "d 1"}),
    ('{"d9": 1}', "label-of-other-document", {"docno": "d9", "first": "d1"}),
    ('{"ada": {"d1": 1}}', "assessor-twice", {"name": "ada"}),
    ('{"a:b": {"d1": 1}}', "not-an-assessor-name", {"name": "a:b"}),
]
WRONG_SCORES = [
    ("2210 221", "scores-of-other-length", {"line": 1, "count": 3, "first": 4}),
    ("RD 139 2210 151", "document-without-scores", {"line": 1, "docno": "151"}),
    ("RD 139 2210\nRD 151 22x0", "not-scores", {"line": 2, "text": "22x0"}),
    ("139 2210 139 1111", "document-labelled-twice", {"docno": "139"}),
    ("2 1 0", "too-few-label-sets", {"count": 1}),
]
WRONG_RANKINGS = [
    ("A: d1 d9", "ranking-of-other-document", {"line": 1, "docno": "d9"}),
    ("A: d1\nB: d2 d2", "document-labelled-twice", {"docno": "d2"}),
    ("A: d1\nA: d2", "ranking-twice", {"line": 2}),
    ("A:", "ranking-empty", {"line": 1}),
    ("\n".join(f"r{i}: d1" for i in range(MOST_RANKINGS + 1)), "too-many-rankings", {"count": MOST_RANKINGS + 1}),
]


def check_refused(error: InputError, field: str, key: str, values: dict[str, object]) -> None:
    assert (error.field, error.key) == (field, key)
    assert {name: error.values[name] for name in values} == values
    assert error.message.endswith(".") and error.suggestion.endswith((".", "}"))
    for name in ("line", "place"):
        if name in values:
            assert str(values[name]) in error.message


@pytest.mark.parametrize(("text", "key", "values"), WRONG_LINES)
def test_wrong_lines_are_refused_with_their_number(text: str, key: str, values: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        read_label_sets(text)
    check_refused(refused.value, "sets", key, values)


@pytest.mark.parametrize(("model", "key", "values"), WRONG_JSON)
def test_wrong_json_is_refused_with_its_place(model: str, key: str, values: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        read_label_sets("ada: 10\nben: 11", model)
    check_refused(refused.value, "model", key, values)


@pytest.mark.parametrize(("text", "key", "values"), WRONG_SCORES)
def test_wrong_scores_are_refused_with_their_line(text: str, key: str, values: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        read_label_sets(text, by_document=True)
    check_refused(refused.value, "sets", key, values)


@pytest.mark.parametrize(("text", "key", "values"), WRONG_RANKINGS)
def test_wrong_rankings_are_refused_with_their_line(text: str, key: str, values: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        read_rankings(text, ["d1", "d2"])
    check_refused(refused.value, "lists", key, values)


def test_what_is_wrong_is_said_in_plain_words() -> None:
    with pytest.raises(InputError) as refused:
        read_label_sets("ada: 1 0 2\nben: 1 0")
    assert say(refused.value.problem) == "Line 2 has 2 labels, and the first assessor has 3."
