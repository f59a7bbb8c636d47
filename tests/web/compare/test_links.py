"""Two links to the lab are compared on the page as by the interface for programs."""

from __future__ import annotations

import html
import re
from urllib.parse import quote, urlencode

import pytest
from flask.testing import FlaskClient

from tests.web.compare.test_compare import CELL, text_of, topics

pytest.importorskip("scipy")

A = "https://example.org/lab?labels=010&names=x,y,z&labels2=10&names2=v,w&arrangement=queries"
B = "/lab?labels=100&names=y,x,z&labels2=01&names2=w,v&arrangement=queries"
PAIRS = "labels=01&names=x,y&labels2=10&names2=y,x&labels3=10&names3=v,w&labels4=01&names4=w,v&arrangement=pairs"


def page(client: FlaskClient, a: str, b: str = "", **more: str) -> str:
    answer = client.post("/compare", data={"a": a, "b": b, **more})
    assert answer.status_code == 303, answer.text
    return text_of(client, answer.headers["Location"])


def test_two_links_are_compared_as_in_the_interface(client: FlaskClient) -> None:
    text = page(client, A, B, measures="AP,RR")
    answer = client.get(f"/api/v1/compare?a={quote(A)}&b={quote(B)}&measures=AP,RR").get_json()
    (pair,) = answer["measures"][0]["pairs"]
    assert topics(text) == ["Query", "Query"]
    for topic in pair["topics"]:
        assert f"{CELL}{topic['a']:.4f}</td>{CELL}{topic['b']:.4f}</td>" in text
        assert topic["reason"] in text
    assert all(note in text for measure in answer["measures"] for note in measure["summary"])


def test_both_lists_of_a_topic_open_in_the_lab(client: FlaskClient) -> None:
    text = page(client, A, B)
    found = re.findall(r'href="(/lab\?[^"]*)" aria-label="Both lists in the lab', text)
    scores = [client.get(x.replace("/lab?", "/api/v1/lists?") + "&measures=AP").get_json() for x in found]
    assert [answer["measures"][0]["values"] for answer in scores] == [[0.5, 1.0], [1.0, 0.5]]


def test_one_link_with_pairs_has_both_systems(client: FlaskClient) -> None:
    text = page(client, PAIRS)
    assert "The same mean: A 0.750, B 0.750 (" in text
    assert "B finds y at rank 1 instead of 2: +0.5000, the whole difference." in text
    answer = client.get(f"/api/v1/compare?{urlencode({'a': PAIRS})}").get_json()
    assert [topic["b"] for topic in answer["measures"][0]["pairs"][0]["topics"]] == [1.0, 0.5]


def test_lists_without_names_have_no_reasons_and_no_rankings(client: FlaskClient) -> None:
    text = page(client, "labels=01", "labels=1001&conventions=lillis")
    assert f"{CELL}0.5000</td>{CELL}0.7500</td>" in text
    assert "The rankings" not in text
    assert "Not all documents of the links have names, so no sentence says why two lists differ." in text
    assert "Both lists" in text
    query = urlencode({"a": "labels=01", "b": "labels=1001"})
    assert client.get(f"/compare/comparison.csv?{query}").text.splitlines()[1].startswith("AP,A,B,Query 1,0.5,0.75,")
    assert client.get(f"/compare/comparison.json?{query}").get_json()["measures"][0]["means"] == {"A": 0.5, "B": 0.75}


def test_the_conventions_are_those_of_the_first_link(client: FlaskClient) -> None:
    text = page(client, "labels=03&conventions=lillis&gain=exponential", "labels=30", measures="nDCG@5")
    assert "Conventions: COMP3009J lecture (Lillis), with these changes: Gain: " in text


def test_links_too_long_for_an_address_are_compared_in_the_answer(client: FlaskClient) -> None:
    a, b = (f"labels={label * 900}&unretrieved={'1' * 900}" for label in "01")
    answer = client.post("/compare", data={"a": a, "b": b})
    assert answer.status_code == 200
    assert "No clear winner: B " in answer.text


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("", "labels=1", "The link a is missing."),
        ("labels=1", "", "The link b is missing."),
        ("labels=1", "https://example.org/", "The link b has no list."),
        ("labels=1", "labels=1&labels2=0", "The link a has 1 list, and b has 2."),
        ("labels=1&names=x", "labels=0&names=x", "different labels for the document “x”"),
    ],
)
def test_links_that_cannot_be_compared_are_refused(client: FlaskClient, a: str, b: str, message: str) -> None:
    text = html.unescape(client.get(f"/compare?{urlencode({'a': a, 'b': b, 'seed': '1'})}", follow_redirects=True).text)
    assert message in text and 'role="alert"' in text
