"""The page on which runs are compared: its figures are the core's, and wrong input is named."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from ireval.collection import built_in
from ireval.comparison import RunComparison, compare
from ireval.comparison.topic_differences import signed
from ireval.messages import say
from ireval.numbers.expression import fixed

pytest.importorskip("scipy")

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 1\n"
FIRST = "1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n2 Q0 a 1 1 x\n"
SECOND = "1 Q0 a 1 2 y\n1 Q0 b 2 1 y\n2 Q0 z 1 2 y\n2 Q0 a 2 1 y\n"
HARBOUR = "/compare?collection=harbour"
CELL = '<td role="cell">'


def text_of(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def harbour(measures: str = "AP") -> RunComparison:
    return compare(built_in().qrels, built_in().runs, measures)


def send(client: FlaskClient, files: list[tuple[str, str, str]], status: int = 200, **fields: str | list[str]) -> str:
    sent = [(field, FileStorage(BytesIO(content.encode()), name)) for field, name, content in files]
    boundary, body = encode_multipart(MultiDict([*MultiDict(fields).items(multi=True), *sent]))
    answer = client.post("/compare", data=body, content_type=f"multipart/form-data; boundary={boundary}")
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


FILES = [("qrels", "q.txt", QRELS), ("run", "first", FIRST), ("run", "second", SECOND)]


def topics(text: str) -> list[str]:
    """The topics of the first table, in its order."""
    table = text.partition('class="topics"')[2].partition("</table>")[0]
    return re.findall(r'<th scope="row" role="rowheader">(\w+)', table)


def test_the_built_in_collection_is_compared_as_in_the_core(client: FlaskClient) -> None:
    text = text_of(client, f"{HARBOUR}&measures=AP,nDCG@10")
    found = harbour("AP,nDCG@10")
    for measure in found.measures:
        (pair,) = measure.pairs
        for words in map(say, measure.notes(4)):
            assert words in text
        assert f"<dd>{signed(pair.mean_difference, 4)}</dd>" in text
        for reason in found.reasons(measure, pair):
            assert say(reason.sentence(pair.a, pair.b, 4)) in text
            assert f"{CELL}{fixed(reason.scores[0], 4)}</td>{CELL}{fixed(reason.scores[1], 4)}</td>" in text
    assert "plastic waste in the sea" in text
    assert "A p-value is the probability" in text


def test_measures_without_a_score_say_why(client: FlaskClient) -> None:
    text = text_of(client, f"{HARBOUR}&measures=alpha_nDCG@5,Fallout@10")
    assert "alpha_nDCG@5: compared over 0 of 10 topics. Left out: topics 1, 2" in text
    assert "(no subtopics were judged; " in text
    means = compare(built_in().qrels, built_in().runs, "Fallout@10", size=len(built_in().documents)).measures[0].means
    assert all(f'<td class="mean">{fixed(mean, 4)}</td>' in text for mean in means.values())


def test_links_sort_the_topics_both_ways(client: FlaskClient) -> None:
    (pair,) = harbour().measures[0].pairs
    names = harbour().measures[0].topics
    rising = [names[i] for i in sorted(range(len(names)), key=lambda i: pair.differences[i])]
    text = text_of(client, HARBOUR)
    assert topics(text) == list(names)
    (link,) = re.findall(r'href="(\?[^"]*sort=-difference)#', text)
    falling = text_of(client, f"/compare{link}")
    assert topics(falling) == rising[::-1]
    assert 'aria-sort="descending"' in falling
    (link,) = re.findall(r'href="(\?[^"]*sort=difference)#', falling)
    assert topics(text_of(client, f"/compare{link}")) == rising
    by_b = [names[i] for i in sorted(range(len(names)), key=lambda i: -pair.b_scores[i])]
    assert topics(text_of(client, f"{HARBOUR}&sort=-b")) == by_b


def test_the_lab_shows_both_lists_with_the_same_scores(client: FlaskClient) -> None:
    text = text_of(client, HARBOUR)
    links = re.findall(r'href="(/lab\?[^"]*)"', text.partition('class="topics"')[2].partition("</table>")[0])
    (pair,) = harbour().measures[0].pairs
    assert len(links) == len(pair.differences)
    for link, a, b in zip(links, pair.a_scores.tolist(), pair.b_scores.tolist(), strict=True):
        answer = client.get(link.replace("/lab?", "/api/v1/lists?") + "&measures=AP").get_json()
        assert answer["measures"][0]["values"] == pytest.approx([a, b])


def test_files_to_take_away(client: FlaskClient) -> None:
    answer = client.get("/compare/comparison.csv?collection=harbour")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="comparison.csv"'
    assert [float(row["difference"]) for row in rows] == harbour().measures[0].pairs[0].differences.tolist()
    found = json.loads(client.get("/compare/comparison.json?collection=harbour&seed=3").text)
    assert (found["seed"], len(found["measures"][0]["pairs"][0]["topics"])) == (3, 10)


def test_sent_files_are_compared(client: FlaskClient) -> None:
    text = send(client, FILES, sort="-difference")
    assert topics(text) == ["1", "2"]
    assert "second finds a at rank 1 instead of 2: +0.5000, the whole difference." in text
    assert "second finds a at rank 2 instead of 1: −0.5000, the whole difference." in text
    assert "The same mean: first 0.750, second 0.750 (" in text
    assert [row["outcome"] for row in csv.DictReader(io.StringIO(send(client, FILES, do="csv")))] == ["win", "loss"]
    assert json.loads(send(client, FILES, do="json", measures="RR"))["measures"][0]["name"] == "RR"


def test_numbers_in_names_of_topics_are_sorted_by_their_value(client: FlaskClient) -> None:
    names = ["q1", "q2", "q10", "r1"]
    judged, first, second = (
        "".join(line.format(topic) for topic in names) for line in ("{} 0 a 1\n", "{} Q0 a 1 1 x\n", "{} Q0 b 1 1 y\n")
    )
    files = [("qrels", "q.txt", judged), ("run", "first", first), ("run", "second", second)]
    assert topics(send(client, files)) == names
    assert topics(send(client, files, sort="-topic")) == names[::-1]


def test_pasted_text_is_compared(client: FlaskClient) -> None:
    text = send(client, [], qrels_text=QRELS, run_text=[FIRST, SECOND])
    assert "pasted run 2 finds a at rank 1 instead of 2" in text


def test_three_runs_have_three_pairs_and_tukey(client: FlaskClient) -> None:
    text = send(client, [*FILES, ("run", "third", FIRST)])
    assert [title in text for title in ("second minus first", "third minus first", "third minus second")] == [True] * 3
    assert "randomised Tukey HSD" in text


@pytest.mark.parametrize(
    ("files", "fields", "message"),
    [
        ([], {}, "The file of judgements is missing."),
        (FILES[:2], {}, "A comparison needs at least two runs."),
        ([*FILES[:2], ("run", "wrong", "1 Q0 a 1 x y")], {}, "wrong, line 1"),
        ([("qrels", "q.txt", "1 0 a 1\n1 0 a 2\n"), *FILES[1:]], {}, "q.txt, line 2"),
        ([], {"qrels_text": QRELS, "run_text": [FIRST, "1 Q0 a"]}, "pasted run 2, line 1"),
        ([*FILES, *FILES[1:2] * 49], {}, "There are 51 runs; at most 50"),
        (FILES, {"measures": "GMAP"}, "geometric mean"),
        (FILES, {"seed": "-1"}, "Seed"),
        (FILES, {"sort": "colour"}, "cannot be sorted by “colour”"),
    ],
)
def test_what_cannot_be_used_is_named(
    client: FlaskClient, files: list[tuple[str, str, str]], fields: dict[str, str | list[str]], message: str
) -> None:
    text = send(client, files, 400, **fields)
    assert message in text
    assert "Choose your files again" in text
    if "qrels_text" in fields:
        assert f"{QRELS.strip()}\n</textarea>" in text and 'role="alert"' in text


NOTHING = ["collection=none", "collection=harbour&measures=x", "run=x&run=y", "run=words", "sort=colour", "topic=99"]
NOTHING += [
    "gain=x",
    "rel=high",
    "conventions=guess",
    "seed=-1",
    "a=labels=10",
    "a=labels%3D10&b=size%3D3",
    "b=labels=1",
]


@pytest.mark.parametrize("query", NOTHING)
def test_addresses_that_mean_nothing_are_refused(client: FlaskClient, query: str) -> None:
    assert 'role="alert"' in text_of(client, f"/compare?{query}", 400)


def test_names_from_outside_are_only_text(client: FlaskClient) -> None:
    evil = "<script>alert(1)</script>"
    answer = send(client, [("qrels", "q", f"{evil} 0 {evil} 1\n"), *(("run", evil, f"{evil} Q0 {evil} 1 1 x\n"),) * 2])
    assert "alert(1)" in answer  # html.unescape has undone what the page did
    sent = [("qrels_text", f"{evil} 0 d 1\n"), ("run_text", f"{evil} Q0 d 1 1 x\n"), ("run_text", f"{evil} Q0 e 1 1 x")]
    page = client.post("/compare", data=MultiDict(sent), content_type="multipart/form-data").text
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_the_empty_page_offers_both_ways(client: FlaskClient) -> None:
    text = text_of(client, "/compare")
    assert "Your own files" in text and "The built-in collection" in text
    assert "<table" not in text


def test_more_than_the_app_usually_accepts_can_be_sent(client: FlaskClient) -> None:
    long = FIRST + "".join(f"9 Q0 d{i:07} 1 {-i} x\n" for i in range(50_000))
    assert len(long) > 2**20
    assert "The same mean: first 0.750, second 0.750 (" in send(client, [FILES[0], ("run", "first", long), FILES[2]])
