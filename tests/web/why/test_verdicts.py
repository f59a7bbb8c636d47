"""What "Why?" says first of a number: right, of another convention, impossible or wrong; and its sign, at each door."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.ireval.cli.test_explain import shown
from tests.web.lab.test_routes import FRAGMENT

FIFTEEN = ("101003000200003", "32211")
TOOLS = "0.58 is what scikit-learn, Ragas and TorchMetrics give."


def asked(measure: str, value: str, **more: str) -> dict[str, str]:
    labels, unretrieved = FIFTEEN
    parts = {"labels": labels, "unretrieved": unretrieved, "conventions": "lillis"}
    return {**parts, "measure": measure, "value": value, **more}


def answer(client: FlaskClient, measure: str, value: str, **more: str) -> dict[str, Any]:
    return dict(client.get("/api/v1/diagnose", query_string=asked(measure, value, **more)).get_json())


def verdict(client: FlaskClient, measure: str, value: str, **more: str) -> tuple[str, str, str]:
    """The sign, the class and the text of the verdict in the page's fragment."""
    page = client.get("/why", query_string=asked(measure, value, **more), headers=FRAGMENT).text
    sign = re.search(r'class="sign"[^>]*>(.)<', page)
    kind = re.search(r'class="verdict is-(\w+)', page)
    text = " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())
    return sign[1] if sign else "", kind[1] if kind else "", text


def test_what_tools_give_is_no_mistake_at_any_door(client: FlaskClient) -> None:
    sign, kind, text = verdict(client, "AP", "0.58")
    assert (sign, kind) == ("≠", "convention")
    assert f"{TOOLS} Your lecture's rule gives 0.290." in text
    whole = html.unescape(client.get("/why", query_string=asked("AP", "0.58")).text)
    assert TOOLS in whole and "✗" not in whole
    found = answer(client, "AP", "0.58")
    assert (found["right"], found["kind"], found["headline"]) == (False, "convention", TOOLS)
    assert found["answer"] == "Your lecture's rule gives 0.290."
    labels, unretrieved = FIFTEEN
    command = shown("diagnose", labels, "0.58", "--unretrieved", unretrieved, "-m", "AP", "--conventions", "lillis")
    assert f"AP: {TOOLS} Your lecture's rule gives 0.290." in " ".join(command.split())


def test_only_a_lecture_is_called_so_and_only_as_it_is(client: FlaskClient) -> None:
    assert "Your rule gives 0.290." in verdict(client, "AP", "0.58", conventions="trec_eval")[2]
    assert "Your rule gives 0.290." in verdict(client, "AP", "0.58", gain="exponential")[2]
    assert "Your lecture's rule gives 0.290." in verdict(client, "AP", "0.58", conventions="kth")[2]


def test_the_value_by_the_own_rule_stays_hidden_until_the_next_try(client: FlaskClient) -> None:
    text = verdict(client, "AP", "0.58", reveal="later")[2]
    assert TOOLS in text and "0.290" not in text


def test_a_convention_of_no_tool_is_called_another_convention(client: FlaskClient) -> None:
    sign, kind, text = verdict(client, "nDCG@10", "0.1804", gain="binary", rel="3")
    assert kind in {"convention", "wrong", "impossible"} and (sign == "≠") == (kind == "convention"), text


@pytest.mark.parametrize(
    ("measure", "value", "why"),
    [
        ("AP", "2", "2 is impossible: AP lies between 0 and 1."),
        ("AP", "1.2", "1.2 is impossible: AP lies between 0 and 1."),
        ("AP", "-0.3", "-0.3 is impossible: AP lies between 0 and 1."),
        ("AP", "1⅓", "1⅓ is impossible: AP lies between 0 and 1."),
        ("AP", "120 %", "120 % is impossible: AP lies between 0 and 1."),
        ("nDCG@10", "1,2", "1,2 is impossible: nDCG@10 lies between 0 and 1."),
        ("RR", "3", "3 is impossible: RR lies between 0 and 1."),
        ("DCG@10", "-1", "-1 is impossible: DCG@10 is never below 0."),
        ("P@5", "0.33", "0.33 is impossible: P@5 is a count divided by 5."),
        ("P@5", "0.3", "0.3 is impossible: P@5 is a count divided by 5."),
        ("R@10", "0.55", "0.55 is impossible: R@10 is a count divided by 10."),
    ],
)
def test_impossible_values_are_said_to_be_impossible(client: FlaskClient, measure: str, value: str, why: str) -> None:
    found = answer(client, measure, value)
    assert (found["kind"], found["headline"]) == ("impossible", why)
    sign, kind, text = verdict(client, measure, value)
    assert (sign, kind) == ("✗", "impossible") and why in text
    assert "a cause could be found" not in text


@pytest.mark.parametrize(
    ("measure", "value", "more"),
    [
        ("AP", "0.99", {}),
        ("DCG@10", "7.5", {}),
        ("Utility", "-7.5", {"size": "100"}),
        ("P@5", "0.8", {}),
        ("AP", "58", {}),  # 58 % without its sign
        ("R", "0.5000", {}),
        ("AP", "1.3", {"column": "sum", "row": "3"}),
    ],
)
def test_possible_values_are_not(client: FlaskClient, measure: str, value: str, more: dict[str, str]) -> None:
    assert "impossible" not in verdict(client, measure, value, **more)[2]


def test_a_known_cause_is_named_beside_the_impossible_value(client: FlaskClient) -> None:
    """The sum that was not divided is more than 1, and it is a typical mistake."""
    found = answer(client, "AP", "2.9")
    assert found["headline"] == "2.9 is impossible: AP lies between 0 and 1."
    assert [cause["kind"] for cause in found["causes"]] == ["mistake"]


@pytest.mark.parametrize("typed", ["0·72", "1⅓", "½", "0,72", "72/100", "0.7200"])
def test_numbers_are_echoed_as_typed(client: FlaskClient, typed: str) -> None:
    assert answer(client, "AP", typed)["headline"].startswith(f"{typed} is ")
    assert f"{typed} is " in verdict(client, "AP", typed)[2]


def test_two_decimals_can_match_by_chance(client: FlaskClient) -> None:
    assert answer(client, "AP", "0.25")["note"] == "Two decimals can match by chance. Type a third to be sure."
    assert answer(client, "AP", "0.3")["headline"] == "Right so far: 0.3. One more decimal, please."
