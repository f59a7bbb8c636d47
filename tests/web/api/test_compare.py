"""Comparisons in the JSON interface: files and links, their figures, and what is refused."""

from __future__ import annotations

import gzip
from io import BytesIO
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from ireval.comparison.comparison import compare
from tests.ireval.comparison.sixty_topics import QRELS, RUNS
from web.compare import sent_files, work_limit
from web.server.incoming import named_text

pytestmark = pytest.mark.slow

pytest.importorskip("scipy")

QRELS_FILE = "\n".join(f"{t} 0 {doc} {grade}" for t, judged in QRELS.items() for doc, grade in judged.items())
FILES = {
    name: "\n".join(f"{t} Q0 {doc} 1 {score!r} {name}" for t, mine in run.items() for doc, score in mine.items())
    for name, run in RUNS.items()
}


def post(client: FlaskClient, files: list[tuple[str, str, bytes]], status: int = 200, **fields: str) -> Any:
    """The answer to files, encoded in memory; the client of tests would leave a temporary file open."""
    sent = [(field, FileStorage(BytesIO(content), name)) for field, name, content in files]
    boundary, body = encode_multipart(MultiDict([*fields.items(), *sent]))
    answer = client.post("/api/v1/compare", data=body, content_type=f"multipart/form-data; boundary={boundary}")
    assert answer.status_code == status, answer.text
    return answer.get_json()


def files(*names: str) -> list[tuple[str, str, bytes]]:
    return [("qrels", "qrels.txt", QRELS_FILE.encode())] + [("run", f"{n}.txt", FILES[n].encode()) for n in names]


def test_files_are_compared_as_in_the_core(client: FlaskClient) -> None:
    answer = post(client, files("first", "third"), measures="AP,nDCG@10", seed="3")
    expected = compare(QRELS, {name: RUNS[name] for name in ("first", "third")}, "AP,nDCG@10", seed=3)
    assert answer["runs"] == ["first.txt", "third.txt"]
    for found, measure in zip(answer["measures"], expected.measures, strict=True):
        (pair,), (mine,) = found["pairs"], measure.pairs
        assert pair["p"] == pytest.approx(dict(mine.p))
        assert pair["interval"] == pytest.approx(list(mine.interval or ()))
        assert (pair["wins"], pair["ties"], pair["losses"]) == (mine.wins, mine.ties, mine.losses)
        assert [topic["topic"] for topic in pair["topics"]] == list(measure.topics)
        assert all("third.txt" in t["reason"] for t in pair["topics"] if "instead of" in t["reason"])


def test_files_may_be_gzip_and_conventions_are_fields(client: FlaskClient) -> None:
    packed = [(field, f"{name}.gz", gzip.compress(content)) for field, name, content in files("first", "second")]
    plain, answer = (post(client, sent, rel="2", test="wilcoxon") for sent in (files("first", "second"), packed))
    assert answer["measures"][0]["means"]["first.txt.gz"] == plain["measures"][0]["means"]["first.txt"]
    assert answer["conventions"]["rel"] == 2
    assert "(Wilcoxon)" in " ".join(answer["measures"][0]["summary"])


@pytest.mark.parametrize(
    ("sent", "fields", "message"),
    [
        ([], {}, "The file of judgements is missing."),
        (files(), {}, "A comparison needs at least two runs."),
        (files("first"), {}, "A comparison needs at least two runs."),
        ([*files("first"), ("run", "b.txt", b"1 Q0 a 1 high x")], {}, "b.txt, line 1"),
        ([*files("first"), ("run", "b.txt", b"1 Q0 a 1 2 x\n1 Q0 a 2 1 x")], {}, "b.txt, line 2"),
        ([("qrels", "q.txt", b"1 0 a\n"), *files("first", "second")[1:]], {}, "q.txt, line 1"),
        ([*files("first"), ("run", "b.txt", b"")], {}, "b.txt"),
        ([*files("first"), ("run", "b.gz", b"\x1f\x8bbroken")], {}, "b.gz"),
        (files("first", "second"), {"measures": "nothing"}, "nothing"),
        (files("first", "second"), {"measures": "GMAP"}, "geometric mean"),
        (files("first", "second"), {"seed": "x"}, "Seed"),
        (files("first", "second"), {"test": "guess"}, "guess"),
        (files("first", "second"), {"conventions": "guess"}, "guess"),
        (files("first", "second"), {"sed": "1"}, "sed"),
        (files(*["first"] * 51), {}, "There are 51 runs; at most 50"),
    ],
)
def test_what_cannot_be_used_is_refused(client: FlaskClient, sent: Any, fields: dict[str, str], message: str) -> None:
    answer = post(client, sent, 400, **fields)
    assert message in str(answer)


def test_too_much_work_and_too_many_bytes_are_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_limit, "MOST_DIFFERENCES", 100)
    assert "There are 180 differences" in str(post(client, files("first", "second", "third"), 400))
    many = ",".join(f"P@{k}" for k in range(1, work_limit.MOST_MEASURES + 2))
    message = "There are 9 measures; at most 8 are compared at a time."
    assert message in str(post(client, files("first", "second"), 400, measures=many))
    assert message in str(get(client, "labels=01", "labels=10", 400, measures=many))
    announced = client.post("/api/v1/compare", environ_overrides={"CONTENT_LENGTH": str(named_text.LARGEST + 1)})
    assert announced.status_code == 413
    monkeypatch.setattr(sent_files, "LARGEST_FILE", 1000)
    bomb = [("qrels", "q.gz", gzip.compress(QRELS_FILE.encode())), *files("first", "second")[1:]]
    assert "q.gz" in str(post(client, bomb, 400))


def get(client: FlaskClient, a: str, b: str, status: int = 200, **more: str) -> Any:
    query = "&".join(f"{name}={quote(value)}" for name, value in {"a": a, "b": b, **more}.items())
    answer = client.get(f"/api/v1/compare?{query}")
    assert answer.status_code == status, answer.text
    return answer.get_json()


NAMED_A = "https://example.org/lab?labels=010&names=x,y,z&labels2=10&names2=v,w&arrangement=queries"
NAMED_B = "/lab?labels=100&names=y,x,z&labels2=01&names2=w,v&arrangement=queries"


def test_two_links_are_compared_topic_by_topic(client: FlaskClient) -> None:
    answer = get(client, NAMED_A, NAMED_B, measures="AP,RR")
    (pair,) = answer["measures"][0]["pairs"]
    assert [(t["a"], t["b"], t["outcome"]) for t in pair["topics"]] == [(0.5, 1.0, "win"), (1.0, 0.5, "loss")]
    assert [t["reason"] for t in pair["topics"]] == [
        "B finds y at rank 1 instead of 2: +0.5000, the whole difference.",
        "B finds v at rank 2 instead of 1: −0.5000, the whole difference.",
    ]
    assert (answer["measures"][0]["means"], pair["p"]["sign-flip"]) == ({"A": 0.75, "B": 0.75}, 1.0)


def test_what_only_one_link_has_is_missed_by_the_other(client: FlaskClient) -> None:
    answer = get(client, "labels=11&names=x,y", "labels=1&names=z")
    (topic,) = answer["measures"][0]["pairs"][0]["topics"]
    assert (topic["a"], topic["b"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))


def test_links_without_names_are_scored_each_by_itself(client: FlaskClient) -> None:
    answer = get(client, "labels=01", "labels=1001")
    (topic,) = answer["measures"][0]["pairs"][0]["topics"]
    assert (topic["a"], topic["b"]) == (0.5, 0.75)
    assert "reason" not in topic and answer["overlap"] == []


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("", "labels=1", "The link a is missing."),
        ("labels=1", "https://example.org/", "The link b has no list."),
        ("labels=1x", "labels=1", "a.labels"),
        ("labels=1", "labels=1&labels2=0", "The link a has 1 list, and b has 2."),
        ("labels=1&names=x", "labels=0&names=x", "different labels for the document “x”"),
    ],
)
def test_links_that_cannot_be_compared_are_refused(client: FlaskClient, a: str, b: str, message: str) -> None:
    assert message in str(get(client, a, b, 400))


def test_the_family_and_the_baseline_are_fields_and_are_named(client: FlaskClient) -> None:
    sent = files("first", "second", "third")
    cases: tuple[tuple[dict[str, Any], int, str], ...] = (
        ({}, 6, "each pair of runs in each measure"),
        ({"family": "measure"}, 3, "each pair of runs in P@5"),
        ({"baseline": "second.txt"}, 4, "each run against second.txt in each measure"),
        ({"baseline": "second.txt", "family": "measure"}, 2, "each run against second.txt in P@5"),
    )
    for fields, count, words in cases:
        answer = post(client, sent, measures="AP,P@5", **fields)
        for pair in answer["measures"][1]["pairs"]:
            assert (pair["comparisons"], pair["family"]) == (count, words)
            assert f"corrected by Holm for {count} comparisons ({words})" in " ".join(pair["summary"])
    refused = post(client, sent, 400, baseline="fourth")
    assert "fourth" in str(refused) and "second.txt" in str(refused)
