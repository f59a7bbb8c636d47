"""No parameter is ignored in silence: each changes the answer, is named as unused, or is refused."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, effective
from web.state.address import OF_A_LIST, PARTS
from web.state.list_request import SHOWN_ONLY
from web.state.stored.stored_labels import TOPIC_PARTS

pytestmark = pytest.mark.slow

TWO = {"labels": "2010u01001", "unretrieved": "1", "labels2": "0110000000", "unretrieved2": "11"}
TWO |= {"arrangement": "queries", "size": "400", "scale": "3"}
#: Another value of each part that is no convention; conventions take each other choice in turn.
OTHER = {
    "labels": "0010u01001",
    "unretrieved": "11",
    "subtopics": "11,01,00,10,00,00,01,00,00,10",
    "unretrieved_subtopics": "01",
    "names": "a,b,c",
    "size": "900",
    "title": "first",
    "run": "mine",
    "list": "2",
    "arrangement": "pairs",
    "scale": "4",
    "conventions": "lillis",
    "show": "RR",
    "chart": "gain",
    "step": "2",
    "cover": "AP",
    "view": "projector",
    "pin": "k~7",
    "k": "3",
    "level": "0.7",
    "beta": "3",
    "places": "5",
    "more": "1",
    "comma": "1",
}
READ = ("evaluate", "lists", "diagnose")


def ask(client: FlaskClient, endpoint: str, args: dict[str, str], measure: str = "MAP") -> Any:
    more = {"measure": measure, "value": "0.3"} if endpoint == "diagnose" else {}
    return client.get(f"/api/v1/{endpoint}?{urlencode(args | more)}").get_json()


@pytest.mark.parametrize("endpoint", READ)
@pytest.mark.parametrize("name", sorted(PARTS - set(TOPIC_PARTS) - CONVENTIONS.keys()))
def test_no_part_of_the_state_is_ignored(client: FlaskClient, endpoint: str, name: str) -> None:
    start = {x: v for x, v in TWO.items() if x != "unretrieved" or name != "unretrieved_subtopics"}
    if name == "unretrieved_subtopics":
        start["subtopics"] = OTHER["subtopics"]
    measure = "Accuracy" if name == "size" else "MAP"
    answer = ask(client, endpoint, start | {name: OTHER[name]}, measure)
    said = name in answer.get("unused", []) or "error" in answer
    assert said or answer != ask(client, endpoint, start, measure), f"{name} is ignored"


@pytest.mark.parametrize("endpoint", READ)
@pytest.mark.parametrize("name", sorted(CONVENTIONS))
def test_no_convention_is_ignored(client: FlaskClient, endpoint: str, name: str) -> None:
    convention, now = CONVENTIONS[name], effective(DEFAULT_PRESET)[name]
    value = next((c.key for c in convention.choices if c.key != now), 3)
    answer = ask(client, endpoint, TWO | {name: str(value)})
    assert answer["conventions"] != ask(client, endpoint, TWO)["conventions"]


def test_what_only_pages_show_is_part_of_an_address() -> None:
    assert PARTS | set(OF_A_LIST) >= SHOWN_ONLY


def test_an_unknown_parameter_is_refused(app: Flask, client: FlaskClient) -> None:
    rules = [r for r in app.url_map.iter_rules() if r.rule.startswith("/api/v1/") and "GET" in (r.methods or ())]
    assert len(rules) >= 5
    for rule in rules:
        known = "labels=1&measure=AP&value=1&" if rule.endpoint.endswith("diagnose") else "labels=1&"
        path = rule.rule.replace("<job>", "x")
        response = client.get(f"{path}?{known if path.endswith((*READ, 'switchboard')) else ''}nonsense=1")
        assert response.status_code in {400, 404}, path
        assert response.status_code == 404 or response.get_json()["error"]["field"] == "nonsense", path


# Three queries: AP is 0.5, 0.25 and 0.15, and their mean 0.3.
MAP = "labels=01&labels2=0001&labels3=00000000100000000001&conventions=trec_eval"


def test_a_mean_is_that_of_the_page(client: FlaskClient) -> None:
    """By hand: (1/2 + 1/4 + (1/9 + 2/20)/2)/3."""
    mean = (1 / 2 + 1 / 4 + (1 / 9 + 2 / 20) / 2) / 3
    for name in ("MAP", "map", "AP&average=arithmetic"):
        query = f"{MAP}&arrangement=queries&measure={name}&value={mean:.3f}"
        answer = client.get(f"/api/v1/diagnose?{query}").get_json()
        assert (answer["right"], answer["asked"]) == (True, "MAP")
        assert answer["correct"]["value"] == pytest.approx(mean)
        assert client.get(f"/why?{query}").status_code == 200
    several = client.get(f"/api/v1/evaluate?{MAP}&arrangement=queries&measures=AP").get_json()["several"]
    assert several["measures"][0]["mean"]["value"] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("measure", "value", "key"),
    [
        ("R", 2 / 5, "averaged-pooled"),  # 1/1 and 1/4: 0.625, together 2/5
        ("R", 0.5, "averaged-geometric"),
        ("R", 1.25, "averaged-sum-alone"),
        ("R", 1.0, "averaged-one-list=1"),
    ],
)
def test_other_means_are_named(client: FlaskClient, measure: str, value: float, key: str) -> None:
    lists = "labels=10&labels2=0010&unretrieved2=111&arrangement=queries"
    query = f"{lists}&measure={measure}&average=arithmetic&value={value:.3f}"
    answer = client.get(f"/api/v1/diagnose?{query}").get_json()
    assert answer["correct"]["value"] == pytest.approx(0.625)
    assert answer["causes"][0]["key"] == key
    assert answer["causes"][0]["text"].startswith("You ")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (f"{MAP}&measure=MAP", "arrangement"),
        ("labels=1&measure=AP&average=arithmetic", "average"),
        (f"{MAP}&arrangement=queries&measure=AP&average=median", "average"),
        (f"{MAP}&arrangement=queries&measure=MAP&column=P&row=1", "column"),
    ],
)
def test_a_mean_that_is_none_is_refused(client: FlaskClient, query: str, field: str) -> None:
    response = client.get(f"/api/v1/diagnose?{query}&value=0.3")
    assert (response.status_code, response.get_json()["error"]["field"]) == (400, field)
