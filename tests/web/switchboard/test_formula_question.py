"""Which formula did your course use: the formulas as pictures, what each gives, and the way back."""

from __future__ import annotations

import re
from math import log2
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from ireval.explanation import reference
from tests.web.switchboard.test_routes import text, tree

FIFTEEN = {"labels": "101003000200003", "unretrieved": "32211", "show": "nDCG@10"}


def cards(page: Any) -> list[tuple[str, str, str]]:
    """Each formula: the preset of its radio button, its score, and its text."""
    found = []
    for label in page.iter("label"):
        if label.get("class") == "choice":
            [radio] = label.iter("input")
            score = next((text(strong) for strong in label.iter("strong")), "")
            found.append((radio.get("value"), score, text(label)))
    return found


def ndcg(discount: Any, gain: Any) -> str:
    """nDCG@10 of the list by hand."""
    ranked, judged = [1, 0, 1, 0, 0, 3, 0, 0, 0, 2], sorted([1, 1, 3, 2, 3, 3, 2, 2, 1, 1], reverse=True)
    dcg, ideal = (sum(gain(g) / discount(i) for i, g in enumerate(grades, 1)) for grades in (ranked, judged[:10]))
    return f"{dcg / ideal:.3f}"


def test_the_three_usual_formulas_are_pictures_with_what_each_gives(client: FlaskClient) -> None:
    page = tree(client, f"/formula/lab?{urlencode(FIFTEEN)}")
    usual, exponential, older, *others = cards(page)
    assert usual[1] == ndcg(lambda i: log2(i + 1), lambda g: g)
    assert exponential[1] == ndcg(lambda i: log2(i + 1), lambda g: 2**g - 1)
    assert older[1] == ndcg(lambda i: max(1, log2(i)), lambda g: g)
    assert (usual[0], older[0]) == ("thesis", "lillis")
    assert "COMP3009J lecture (Lillis) and KTH lecture (Karlgren)" in older[2]
    assert not others
    folded = [(text(a), a.get("href")) for a in page.iter("a") if "conventions=" in (a.get("href") or "")]
    rare = {title: client.get(address).text for title, address in folded if title == "Use this one"}
    assert rare, "rarer formulas are below, each with a link"
    assert not [radio for radio in page.iter("input") if radio.get("checked") is not None], "nothing is preset"
    assert all(any("differs" in (e.get("class") or "") for e in label.iter()) for label in page.iter("label"))


def test_the_answer_leads_back_with_the_list_and_the_formula(client: FlaskClient) -> None:
    for page, path in (("lab", "/lab"), ("start", "/"), ("measure", "/measures/nDCG")):
        shown = tree(client, f"/formula/{page}?{urlencode(FIFTEEN | {'discount': 'log2-rank', 'k': '10'})}")
        [form] = (form for form in shown.iter("form") if form.get("action") == path)
        kept = {i.get("name"): i.get("value") for i in form.iter("input") if i.get("type") == "hidden"}
        assert kept["labels"] == FIFTEEN["labels"]
        assert "discount" not in kept, "a choice of its own would hide the course's formula"
        for preset, score, _ in cards(shown):
            answer = client.get(path, query_string=kept | {"conventions": preset})
            assert score in answer.text


@pytest.mark.parametrize(
    "show", [str(entry.spec) for entry in reference.entries() if not entry.measure.needs_subtopics]
)
def test_every_measure_can_be_asked_about(client: FlaskClient, show: str) -> None:
    page = tree(client, f"/formula/lab?{urlencode(FIFTEEN | {'show': show})}")
    found = cards(page)
    assert len(found) != 1, "one formula is no question"
    assert len({score for _, score, _ in found}) == len(found)


@pytest.mark.parametrize("hidden", [{"cover": "nDCG@10"}, {"cover": "NDCG.10"}, {"step": "3"}])
def test_a_score_that_is_to_be_predicted_is_not_shown(client: FlaskClient, hidden: dict[str, str]) -> None:
    page = tree(client, f"/formula/lab?{urlencode(FIFTEEN | hidden)}")
    assert [score for _, score, _ in cards(page)] == [""] * len(cards(page))


def test_pages_say_whose_formula_they_follow_and_what_others_give(client: FlaskClient) -> None:
    for path in ("/lab", "/", "/measures/nDCG"):
        for preset, own, other in (("trec_eval", "0.315", "0.287"), ("lillis", "0.287", "0.315")):
            shown = client.get(path, query_string=FIFTEEN | {"conventions": preset}).text
            [line] = re.findall(r'<p class="other-formulas">(.*?)</p>', shown, re.DOTALL)
            said = re.sub(r"<.*?>", "", line).split("Which")[0]
            assert other in said and own not in said
            assert "Which formula did your course use?" in line
    assert "other-formulas" not in client.get("/lab?labels=0101&show=P").text, "all agree"


@pytest.mark.parametrize("hidden", [{"cover": "nDCG@10"}, {"cover": "NDCG.10"}, {"step": "3"}])
def test_the_line_says_no_number_while_the_score_is_to_be_predicted(
    client: FlaskClient, hidden: dict[str, str]
) -> None:
    shown = client.get("/lab", query_string=FIFTEEN | hidden).text
    [line] = re.findall(r'<p class="other-formulas">(.*?)<a', shown, re.DOTALL)
    assert not re.search(r"\d[.,]\d", line)


def test_a_page_that_does_not_ask_is_unknown_and_a_broken_list_is_an_error(client: FlaskClient) -> None:
    assert client.get("/formula/elsewhere").status_code == 404
    broken = client.get("/formula/lab?labels=1x0&show=nDCG@10")
    assert broken.status_code == 400 and 'role="alert"' in broken.text
