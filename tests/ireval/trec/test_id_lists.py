"""Expected and retrieved ids as JSON: what they mean, and the errors for what cannot be read."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

import ireval
from ireval.evaluation.results import Evaluation
from ireval.trec import FileError, read_id_lists
from ireval.trec.id_lists import FORM, holds_id_lists, read_queries
from tests.ireval.random_lists import examples, given, st

IDS = st.lists(st.sampled_from(["a", "b", "c d", "é", "7", "1.5", "x" * 80]), unique=True, max_size=7)
QUERIES = st.dictionaries(
    st.text(min_size=1, max_size=5).filter(lambda t: t.strip() and "\0" not in t and t.isprintable()),
    st.fixed_dictionaries({"expected": IDS, "retrieved": IDS}),
    min_size=1,
    max_size=4,
).filter(lambda queries: any(ids for lists in queries.values() for ids in lists.values()))


def one(text: str) -> str:
    """JSON with one query."""
    return f'{{"q1": {{"expected": ["a", "b"], "retrieved": {text}}}}}'


@given(QUERIES)
@examples(60)
def test_every_query_is_read_as_it_is(queries: dict[str, dict[str, list[str]]]) -> None:
    qrels, run = read_id_lists(json.dumps(queries).encode())
    for name, lists in queries.items():
        grades = qrels.to_dict()[name]
        assert {doc for doc, grade in grades.items() if grade == 1} == set(lists["expected"])
        assert {doc for doc, grade in grades.items() if grade == 0} == set(lists["retrieved"]) - set(lists["expected"])
        scores = run.to_dict()[name]
        assert sorted(scores, key=lambda doc: -scores[doc]) == lists["retrieved"]
    assert read_id_lists(queries)[0].to_dict() == qrels.to_dict()


def test_scores_by_hand() -> None:
    """Expected documents at ranks 1 and 3, one of three not found; and one at rank 3 of three."""
    lists = {
        "q1": {"expected": ["a", "b", "c"], "retrieved": ["a", "x", "c"]},
        "q2": {"expected": [7], "retrieved": [1, 2, 7]},
    }
    found = ireval.evaluate(*read_id_lists(lists), ["AP", "RR", "R", "hit rate@2", "P@2"])
    assert isinstance(found, Evaluation)
    ap = ((1 + 2 / 3) / 3 + 1 / 3) / 2
    assert found.mean == pytest.approx(
        {"AP": ap, "RR": (1 + 1 / 3) / 2, "R": (2 / 3 + 1) / 2, "hit rate@2": 0.5, "P@2": 0.25}
    )


def test_numbers_are_ids_as_they_are_written() -> None:
    (query,) = read_queries('{"1": {"expected": [7, "8", 1.50], "retrieved": ["7", 8, 12345678901234567890]}}')
    assert query.expected == ("7", "8", "1.50")
    assert query.retrieved == ("7", "8", "12345678901234567890")


def test_a_single_query_needs_no_name_and_other_fields_are_ignored() -> None:
    (query,) = read_queries('{"question": "Who?", "expected": ["a"], "retrieved": []}')
    assert query == ("1", ("a",), ())
    (named,) = read_queries('{"expected": {"expected": ["a"], "retrieved": []}}')
    assert named.name == "expected"


@pytest.mark.parametrize(
    ("text", "key", "line", "values"),
    [
        (one('["a",]'), "ids-broken", 1, {"form": FORM}),
        ('{"q1":\n {"expected": ["a"] "retrieved": []}}', "ids-broken", 2, {"column": 21}),
        ("", "ids-broken", 1, {}),
        ("[" * 100_000, "ids-unreadable", None, {}),
        (one("[NaN]"), "ids-unreadable", None, {}),
        ('{"q1": {"expected": [], "expected": ["a"]}}', "ids-name-twice", None, {"name": "expected"}),
        ('{"q": {}, "q": {}}', "ids-name-twice", None, {"name": "q"}),
        ("[]", "ids-not-queries", None, {}),
        ('"a"', "ids-not-queries", None, {}),
        ("{}", "ids-without-ids", None, {}),
        ('{"q1": {"expected": [], "retrieved": []}}', "ids-without-ids", None, {}),
        ('{" ": {"expected": ["a"], "retrieved": []}}', "ids-query-name", None, {}),
        ('{"q1": ["a"]}', "ids-not-a-query", None, {"query": "q1"}),
        ('{"q1": {"expected": ["a"]}}', "ids-field-missing", None, {"query": "q1", "field": "retrieved"}),
        (one('"a"'), "ids-not-a-list", None, {"query": "q1", "field": "retrieved"}),
        (one("null"), "ids-not-a-list", None, {}),
        (one('["x", null]'), "ids-not-an-id", None, {"place": 2, "value": "null"}),
        (one("[true]"), "ids-not-an-id", None, {"value": "true"}),
        (one('[["a"]]'), "ids-not-an-id", None, {"value": '["a"]'}),
        (one('[""]'), "ids-not-an-id", None, {"value": '""'}),
        (one('["\\ud800"]'), "ids-not-an-id", None, {"value": '"\\ud800"'}),
        (one('["x", "y", "x"]'), "ids-id-twice", None, {"id": "x", "earlier": 1, "place": 3, "field": "retrieved"}),
        (one('[1, "1"]'), "ids-id-twice", None, {"id": "1"}),
    ],
)
def test_what_cannot_be_read(text: str, key: str, line: int | None, values: dict[str, Any]) -> None:
    with pytest.raises(FileError) as error:
        read_queries(text, "answers.json")
    assert (error.value.key, error.value.line) == (key, line)
    assert values.items() <= dict(error.value.values).items()
    assert error.value.message.startswith("answers.json")
    assert error.value.suggestion


def test_a_misspelt_field_is_named() -> None:
    with pytest.raises(FileError) as error:
        read_queries('{"q1": {"expected": ["a"], "retreived": ["a"]}}')
    assert error.value.suggestion == "Rename “retreived” to “retrieved”."


def test_files_that_are_no_text() -> None:
    for content, key in ((b"\xff{", "file-not-utf-8"), (b"{\0", "file-binary"), (b"  ", "file-empty")):
        with pytest.raises(FileError) as error:
            read_id_lists(content)
        assert error.value.key == key
    with pytest.raises(FileError) as too_large:
        read_id_lists(one('["a"]').encode(), limit=20)
    assert (too_large.value.key, too_large.value.values["limit"]) == ("file-too-large", 20)


def test_which_files_hold_ids(tmp_path: Any) -> None:
    files = {
        "a.json": b"no",
        "b.JSON.gz": b"no",
        "plain": b"\xef\xbb\xbf \n{}",
        "packed": gzip.compress(b"{}"),
        "qrels": b"1 0 a 1\n",
        "broken": b"\x1f\x8bno",
        "empty": b"",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert {name for name in files if holds_id_lists(str(tmp_path / name))} == {
        "a.json",
        "b.JSON.gz",
        "plain",
        "packed",
    }
    assert not holds_id_lists(str(tmp_path / "nowhere"))
