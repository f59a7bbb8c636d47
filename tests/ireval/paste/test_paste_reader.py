"""Pasted lists: every way to write one, and the errors for texts that cannot be read."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from ireval import evaluate, explain
from ireval.messages import Message, say
from ireval.paste import paste_reader
from ireval.paste.paste_reader import LONGEST
from ireval.paste.pasted_list import Item, PastedList, PasteReading
from ireval.ranking.judgements import POOLED, UNJUDGED
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED, write_labels
from ireval.ranking.orders import ideal_order, moved, shuffled, swapped
from ireval.trec import read_id_lists
from tests.ireval.random_lists import composite, examples, given, refusal, st

LETTERS = {0: "N", 1: "R", UNJUDGED: "u"}
GRADES = st.lists(st.integers(-1, 5), min_size=1, max_size=30)


def read_one(text: str) -> PasteReading:
    """The only reading of a text."""
    (reading,) = paste_reader.read_pasted(text)
    return reading


def read_pasted(text: str) -> PastedList:
    """The only list of the only reading of a text."""
    (pasted,) = read_one(text).lists
    return pasted


def text_of(grades: list[int]) -> list[str]:
    return list(write_labels(grades))


# --- Labels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("1 0 1 0 3", [1, 0, 1, 0, 3]),
        ("10103", [1, 0, 1, 0, 3]),
        ("101 03", [1, 0, 1, 0, 3]),
        ("101\n03\n", [1, 0, 1, 0, 3]),
        ("N R U", [0, 1, UNJUDGED]),
        ("n,r, u", [0, 1, UNJUDGED]),
        ("NRu", [0, 1, UNJUDGED]),
        ("1;0;\t1", [1, 0, 1]),
        ("1\r\n0\r\n\r\n3\r\n", [1, 0, 3]),
        ("1\r0\r3", [1, 0, 3]),
        ("1\u00a00\u2003-", [1, 0, UNJUDGED]),
        ("\ufeff# a comment\n1, 0,\n1", [1, 0, 1]),
        ("[1, 0, 3]", [1, 0, 3]),
        ("['N', 'R']", [0, 1]),
        ("(1, 0)", [1, 0]),
        ("relevant, nonrelevant, Unjudged", [1, 0, UNJUDGED]),
        ("rel\nnonrel\nrel", [1, 0, 1]),
        ("p 1", [POOLED, 1]),
        ("2", [2]),
    ],
)
def test_labels_alone(text: str, grades: list[int]) -> None:
    assert read_one(text) == PasteReading((PastedList(tuple(map(Item, grades))),), Message("paste-labels"))


@given(GRADES, st.sampled_from([" ", ",", ", ", "; ", "\t", "\n", "\r\n", ""]))
def test_labels_with_any_separator(grades: list[int], between: str) -> None:
    assert read_pasted(between.join(text_of(grades))).grades == grades
    letters = [LETTERS.get(g, str(g)) for g in grades]
    assert read_pasted(between.join(letters)).grades == grades


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("+ - - +", [1, 0, 0, 1]),
        ("- - -", [-1, -1, -1]),
        ("[1.0, 0.0, 3.0]", [1, 0, 3]),
        ("yes, no, yes", [1, 0, 1]),
        ("True, False", [1, 0]),
        ("relevant, not relevant, unjudged", [1, 0, -1]),
        ("Relevant\nNot relevant\nRelevant", [1, 0, 1]),
    ],
)
def test_labels_as_slides_and_programs_write_them(text: str, grades: list[int]) -> None:
    assert (read_pasted(text).grades, read_one(text).key) == (grades, "labels")


# --- Names and ranks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ranked"),
    [
        ("d7 2\nd1 0", [(2, "d7"), (0, "d1")]),
        ("2 d7\n0 d1", [(2, "d7"), (0, "d1")]),
        ("d7,2", [(2, "d7")]),
        ("1. R\n2. N\n3. U", [(1, ""), (0, ""), (-1, "")]),
        ("1) 3\n2: 0", [(3, ""), (0, "")]),
        ("1\td3\t2\n2\td4\t0", [(2, "d3"), (0, "d4")]),
        ("1. The Old Man, R\n2. World War 2, N", [(1, "The Old Man"), (0, "World War 2")]),
        ("d1: 1\nd2 = 0", [(1, "d1"), (0, "d2")]),
        ("d1\tnot relevant\nd2\tRelevant\nd3 non relevant", [(0, "d1"), (1, "d2"), (0, "d3")]),
        ("Not relevant d1\nrelevant d2", [(0, "d1"), (1, "d2")]),
        ("d1 yes\nd2 No", [(1, "d1"), (0, "d2")]),
        ('"Smith, J.",2\n"say ""hi""",0', [(2, "Smith, J."), (0, 'say "hi"')]),
        ('"d7","2"\n"d8","N"', [(2, "d7"), (0, "d8")]),
        ("Smith, J.; R\nDoe, A., Jr.\tN", [(1, "Smith, J."), (0, "Doe, A., Jr.")]),
        ("The Old Man\tN\nMoby Dick; R", [(0, "The Old Man"), (1, "Moby Dick")]),
        ("u1 0\nu2 1", [(0, "u1"), (1, "u2")]),
        ("301 1\n302 0", [(1, "301"), (0, "302")]),
        ("x rel\ny nonrel", [(1, "x"), (0, "y")]),
        ("1 2\n2 0\n3 1", [(2, ""), (0, ""), (1, "")]),
        ("\n".join(f"{i} {i % 2}" for i in range(1, 13)), [(i % 2, "") for i in range(1, 13)]),
    ],
)
def test_one_label_on_each_line_with_a_name_or_a_rank(text: str, ranked: list[tuple[int, str]]) -> None:
    assert read_pasted(text).ranked == tuple(Item(*item) for item in ranked)


@given(
    st.lists(
        st.tuples(st.integers(-1, 5), st.text("abcxyz é'", min_size=3, max_size=20)),
        min_size=1,
        max_size=12,
        unique_by=lambda item: " ".join(item[1].split()),
    ),
    st.sampled_from([" ", "\t", ", ", ";"]),
    st.booleans(),
)
def test_names_are_read_as_they_were_written(items: list[tuple[int, str]], between: str, before: bool) -> None:
    named = [Item(grade, f"doc {' '.join(name.split())}".strip()) for grade, name in items]
    pairs = [(write_labels([i.grade]), i.name) for i in named]
    text = "\n".join(between.join(pair if before else pair[::-1]) for pair in pairs)
    assert tuple(named) in [pasted.ranked for reading in paste_reader.read_pasted(text) for pasted in reading.lists]


# --- A run with its qrels -----------------------------------------------------------------------------------------


def test_a_run_with_its_qrels_as_trec_eval_orders_it() -> None:
    pasted = read_pasted(
        "# mine\n"
        "301 Q0 FT-1 1 2.5 bm25\n301\tQ0\tFT-10\t2\t2.5\tbm25\n301 Q0 FT-9 3 7e0 bm25\n301 Q0 FT-2 4 -1 bm25\n"
        "301 0 FT-9 0\n301 0 FT-1 3\n301 0 FT-3 1\n301 0 FT-4 2\n301 0 FT-10 -1\n301 0 FT-5 -1\n"
    )
    assert pasted.ranked == (Item(0, "FT-9"), Item(POOLED, "FT-10"), Item(3, "FT-1"), Item(UNJUDGED, "FT-2"))
    assert sorted(pasted.missed) == [Item(1, "FT-3"), Item(2, "FT-4")]


def test_a_run_without_qrels_is_unjudged() -> None:
    reading = read_one("7 Q0 b 1 3 t\n7 Q0 a 2 4 t")
    assert reading.lists[0].ranked == (Item(UNJUDGED, "a"), Item(UNJUDGED, "b"))
    assert reading.key == "run-without-qrels"
    assert reading.kind == "a run without qrels, so all documents are unjudged"


@composite
def topic(draw: Any) -> tuple[dict[str, float], dict[str, int]]:
    """Scores, many of them equal, and grades of documents, some of which are not in both."""
    doc = st.text("aZé1-", min_size=1, max_size=3)
    scores = draw(st.dictionaries(doc, st.sampled_from([0.0, 1.5, -2.0, 3.0]), min_size=1, max_size=15))
    return scores, draw(st.dictionaries(doc, st.integers(-1, 5), min_size=1, max_size=15))


@given(topic(), st.integers(0, 99))
@examples(60)
def test_a_run_and_its_qrels_in_any_order_of_lines(
    given_topic: tuple[dict[str, float], dict[str, int]], seed: int
) -> None:
    scores, grades = given_topic
    lines = [f"q Q0 {doc} 0 {score} t" for doc, score in scores.items()]
    lines += [f"q 0 {doc} {grade}" for doc, grade in grades.items()]
    lines = [lines[i] for i in shuffled(len(lines), seed)]
    pasted = read_pasted("\n".join(lines))
    ordered = sorted(scores, key=lambda doc: (scores[doc], doc.encode()), reverse=True)
    assert [item.name for item in pasted.ranked] == ordered
    as_held = {doc: POOLED if grade < 0 else grade for doc, grade in grades.items()}
    assert pasted.grades == [as_held.get(doc, UNJUDGED) for doc in ordered]
    assert {item.name: item.grade for item in pasted.missed} == {
        doc: grade for doc, grade in grades.items() if grade >= 0 and doc not in scores
    }
    missed = write_labels([item.grade for item in pasted.missed])
    explained = explain(write_labels(pasted.grades), unretrieved=missed)
    for spelling, value in evaluate({"q": grades}, {"q": scores}, "AP, nDCG, Bpref").mean.items():
        assert explained.value(spelling) == pytest.approx(value)


# --- What is refused ----------------------------------------------------------------------------------------------


def test_tags_with_blanks_and_comments() -> None:
    pasted = read_pasted("# my run\n7 Q0 b 1 3 BM25 and more\n7 Q0 a 2 4 t\n  # judged\n7 0 a 1\n")
    assert [(item.grade, item.name) for item in pasted.ranked] == [(1, "a"), (UNJUDGED, "b")]


def test_scores_that_are_equal_in_single_precision() -> None:
    """The order is that of trec_eval 9: of equal scores, the last docno is first."""
    pasted = read_pasted("7 Q0 a 1 1.000000001 t\n7 Q0 b 2 1 t")
    assert [item.name for item in pasted.ranked] == ["b", "a"]


RUN = "7 Q0 a 1 3 t\n"


@pytest.mark.parametrize(
    ("text", "key", "line", "values"),
    [
        ("", "paste-empty", None, {}),
        (" ,;\n# only a comment", "paste-empty", None, {}),
        ("1 0 x 1", "paste-not-a-label", 1, {"text": "x", "top": 5}),
        ("1 0 x 0 1 1", "paste-not-a-label", 1, {"text": "x"}),
        ("1 0 1 0 1 1\n1 0 x 0 1 1", "paste-not-a-label", 2, {"text": "x"}),
        ("10x3", "paste-not-a-label", 1, {"text": "10x3"}),
        ("1\n0\n6\n1", "paste-not-a-label", 3, {"text": "6"}),
        ("d1 1\nd2 x\nd3 0", "paste-no-label-at-end", 2, {"text": "d2 x"}),
        ("1 d1\nx d2\n0 d3", "paste-no-label-at-start", 2, {"text": "x d2"}),
        ("a 1\nb 0\n\na 0", "paste-name-twice", 4, {"name": "a", "earlier": 1}),
        ("c 0\n\n" + "x" * 61 + " 1", "name-too-long", None, {"where": Message("at-line", line=3), "most": 60}),
        ("7 0 a 1\n7 0 b 0", "paste-qrels-alone", None, {}),
        (RUN + "7 0 a 1\n8 0 b 1", "paste-several-topics", None, {"count": 2, "first": "7"}),
        (RUN + "\n7 0 a 6", "paste-grade-too-high", 3, {"grade": "6", "most": 5}),
        (RUN + "7 0 a one", "grade-not-whole", 2, {"grade": "one"}),
        ("\n" + RUN + "7 Q0 b 2 high t", "score-not-a-number", 3, {"score": "high"}),
        (RUN + "7 Q0 New York 2 2 t", "rank-not-whole", 2, {"rank": "York"}),
        (RUN + "7 Q0 a 2 2 t", "retrieved-twice", 2, {"docno": "a", "earlier": 1}),
        (RUN + "7 0 a 1\n7 0 a 0", "judged-differently", 3, {"docno": "a", "earlier": 2}),
        ("7\tQ0\ta\t1\t2.5\n7\tQ0\tb\t2\t1.5", "paste-not-run-or-qrels", 1, {"text": "7 Q0 a 1 2.5"}),
        (RUN + "7 Q0 b 2 2\n", "paste-not-run-or-qrels", 2, {"text": "7 Q0 b 2 2"}),
        ("1 " * (MOST_RANKS + 1), "too-many-documents", None, {"count": 1001, "most": 1000}),
        (RUN + "".join(f"7 0 d{i} 0\n" for i in range(MOST_UNRETRIEVED + 1)), "too-many-missed", None, {"count": 1001}),
        ("1" * (LONGEST + 1), "paste-too-long", None, {"most": 300_000}),
    ],
)
def test_an_error_gives_the_line_and_advice(text: str, key: str, line: int | None, values: dict[str, Any]) -> None:
    error = refusal(read_pasted, text)
    assert error is not None
    assert (error.field, error.key) == ("pasted", key)
    assert values.items() <= error.values.items()
    assert line is None or error.message.startswith(say(Message("at-line", line=line)))
    assert error.suggestion


def test_errors_in_words() -> None:
    error = refusal(read_pasted, RUN + "7 Q0 b 2 high t")
    assert error is not None
    assert error.message == "Line 2: the score “high” is not a number."
    error = refusal(read_pasted, "".join(f"{topic} Q0 a 1 3 t\n" for topic in range(7)))
    assert error is not None
    assert error.message == "These lines belong to 7 topics: “0”, “1”, “2”, “3”, “4” and more."
    assert error.suggestion == "Keep only the lines of one topic, for example “0”."
    error = refusal(read_pasted, "x" * 61 + " 1")
    assert error is not None
    assert error.message.startswith("Line 1: The name “xxx")


def test_the_longest_lists_allowed_are_read() -> None:
    assert len(read_pasted("1\n" * MOST_RANKS).ranked) == MOST_RANKS
    lines = "".join(f"7 0 d{i} 0\n" for i in range(MOST_UNRETRIEVED))
    assert len(read_pasted(RUN + lines).missed) == MOST_UNRETRIEVED


@given(st.text(max_size=60) | st.text("01r nx,;\n\t#-", max_size=60) | st.text("1Q0 ax.\n\0\r9-", max_size=60))
@examples(120)
def test_any_text_is_read_or_refused(text: str) -> None:
    error = refusal(paste_reader.read_pasted, text)
    if error:
        assert error.field == "pasted"
        assert error.message
    else:
        lists = [pasted for reading in paste_reader.read_pasted(text) for pasted in reading.lists]
        assert lists and all(POOLED <= grade <= 5 for pasted in lists for grade in pasted.grades)


# --- Orders -------------------------------------------------------------------------------------------------------


def test_a_seed_always_gives_the_same_order() -> None:
    assert shuffled(10, 7) == [2, 7, 4, 6, 8, 9, 0, 5, 1, 3]
    assert shuffled(0, 7) == []


@given(st.integers(0, 60), st.integers(0, 10**9))
def test_a_shuffle_is_a_permutation(count: int, seed: int) -> None:
    assert sorted(shuffled(count, seed)) == list(range(count))
    assert shuffled(count, seed) == shuffled(count, seed)


def test_a_shuffle_gives_every_order_about_equally_often() -> None:
    times: dict[tuple[int, ...], int] = {}
    for seed in range(6000):
        order = tuple(shuffled(3, seed))
        times[order] = times.get(order, 0) + 1
    assert len(times) == 6
    assert all(850 < count < 1150 for count in times.values())  # five standard deviations of 29 about 1,000


@given(GRADES)
def test_the_ideal_order_gives_the_best_ndcg(grades: list[int]) -> None:
    order = ideal_order(grades)
    ideal = [grades[i] for i in order]
    assert ideal == sorted(grades, reverse=True)
    assert all(a < b for a, b in pairwise(order) if grades[a] == grades[b])
    if max(grades) > 0:
        assert explain(write_labels(ideal)).value("nDCG") == pytest.approx(1)


def test_moved_and_swapped() -> None:
    assert moved(5, 4, 2) == [0, 3, 1, 2, 4]
    assert moved(5, 2, 4) == [0, 2, 3, 1, 4]
    assert swapped(5, 5, 1) == [4, 1, 2, 3, 0]


# --- Expected and retrieved ids -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{"q1": {"expected": ["a", 7, "z"], "retrieved": [7, "b", "a"]}}',
        '\ufeff\n{"expected": ["a", "7", "z"],\r\n "retrieved": ["7", "b", "a"]}\n',
    ],
)
def test_ids_as_json(text: str) -> None:
    pasted = read_pasted(text)
    assert pasted.ranked == (Item(1, "7"), Item(0, "b"), Item(1, "a"))
    assert pasted.missed == (Item(1, "z"),)
    assert read_one(text).form == Message("paste-ids")


@given(
    st.lists(st.text("abc-_.19", min_size=1, max_size=8), unique=True, min_size=1, max_size=12),
    st.sets(st.integers(0, 11)),
    st.integers(1, 12),
)
def test_ids_score_in_the_lab_as_on_the_command_line(docs: list[str], expected: set[int], depth: int) -> None:
    lists = {"q": {"expected": [d for i, d in enumerate(docs) if i in expected], "retrieved": docs[:depth][::-1]}}
    pasted = read_pasted(json.dumps(lists))
    names = ["AP", "nDCG@3", "RR", "R", "Bpref", "infAP", "Judged@5"]
    lab = explain(write_labels(pasted.grades), write_labels([item.grade for item in pasted.missed]))
    evaluated: Any = evaluate(*read_id_lists(lists), names)
    assert {name: lab.value(name) for name in names} == pytest.approx(dict(evaluated.mean))


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ('{"q1": {"expected": ["a"]', "ids-broken", "Line 1: "),
        (
            '{"q1": {"expected": ["a"], "retrieved": ["b", "b"]}}',
            "ids-id-twice",
            "In this text, query “q1”, “retrieved”",
        ),
        ('[{"expected": ["a"], "retrieved": ["b"]}]', "ids-not-queries", "In this text, "),
        (f'{{"expected": ["{"x" * 61}"], "retrieved": []}}', "name-too-long", "Query “1”, “expected”:"),
        (
            '{"q": {"expected": [1], "retrieved": []}, "p": {"expected": [1], "retrieved": []}}',
            "paste-several-queries",
            "",
        ),
        (json.dumps({"expected": [], "retrieved": [*range(MOST_RANKS + 1)]}), "too-many-documents", ""),
        (json.dumps({"retrieved": [], "expected": [*range(MOST_UNRETRIEVED + 1)]}), "too-many-missed", ""),
    ],
)
def test_ids_that_cannot_be_used(text: str, key: str, words: str) -> None:
    found = refusal(read_pasted, text)
    assert found
    assert (found.field, found.key) == ("pasted", key)
    assert found.message.startswith(words) and found.suggestion
