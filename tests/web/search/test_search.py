"""The search answers the questions that people type, in their words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from web.search.search_index import Found, search


@pytest.fixture
def ask(client: FlaskClient) -> Iterator[type[Found]]:
    app: Flask = client.application
    with app.test_request_context():
        yield search  # type: ignore[misc]


@pytest.mark.parametrize(
    ("question", "kind", "title"),
    [
        ("what is nDCG", "measure", "nDCG"),
        ("map", "measure", "AP"),
        ("MAP@10", "measure", "AP"),
        ("mean average precision", "measure", "AP"),
        ("hit rate", "measure", "Success"),
        ("mrr", "measure", "RR"),
        ("How do I calculate the F1?", "measure", "F"),
        ("alpha ndcg", "measure", "alpha_nDCG"),
        ("trec_eval different", "page", "Reproduce a published score"),
        ("qrels", "term", "qrels"),
        ("discount", "term", "discount"),
        ("significance tests", "page", "Compare runs"),
        ("moodle", "page", "Exercise sheets"),
        ("practice exam", "page", "Mock exam"),
        ("exam with the causes at the end", "page", "Mock exam"),
        ("what do I still get wrong", "page", "What you still get wrong"),
    ],
)
def test_the_first_result_is_what_was_meant(ask: object, question: str, kind: str, title: str) -> None:
    first = ask(question).entries[0]  # type: ignore[operator]
    assert (first.kind, first.title) == (kind, title)


def test_a_mistake_is_found_by_what_somebody_did(ask: object) -> None:
    found = ask("divided by the number of ranks AP").entries  # type: ignore[operator]
    assert any(entry.kind == "mistake" and entry.title == "AP" for entry in found)


def test_a_slip_of_the_pen_is_corrected(client: FlaskClient) -> None:
    page = client.get("/search?q=nDGC").text
    assert "Nothing matches “nDGC”" in page and 'q=nDCG">nDCG' in page


@pytest.mark.parametrize("number", ["0.58", "0,58", "1"])
def test_a_number_leads_to_the_question_why(client: FlaskClient, number: str) -> None:
    page = client.get("/search", query_string={"q": f"why {number}"}).text
    form = page[page.index('<form class="number"') :]
    assert f'name="value" value="{number}"' in form and 'action="/why"' in form


def test_the_form_about_a_number_is_answered(client: FlaskClient) -> None:
    page = client.get("/why?value=0.72&measure=nDCG&labels=323012")
    assert page.status_code == 200 and "0.72" in page.text


def test_every_result_leads_somewhere(client: FlaskClient) -> None:
    addresses = set()
    for question in ("a", "e", "precision", "trec_eval", "recall", "rank", "lesson"):
        addresses |= set(re.findall(r'<li><a href="([^"#]+)', client.get(f"/search?q={question}").text))
    assert len(addresses) > 20
    assert {client.get(address.replace("&amp;", "&"), follow_redirects=True).status_code for address in addresses} == {
        200
    }


def test_questions_are_text_and_end_somewhere(client: FlaskClient) -> None:
    page = client.get("/search", query_string={"q": "<script>" + "x" * 5000}).text
    assert "<script>x" not in page and "&lt;script&gt;x" in page
    assert "x" * 300 not in page


def test_without_a_question_the_page_says_what_can_be_asked(client: FlaskClient) -> None:
    page = client.get("/search").text
    assert "What do you want to know?" in page and "why 0.58" in page and 'name="labels"' in page


@pytest.mark.parametrize(
    ("question", "address"),
    [
        ("323012", "/lab?labels=323012&amp;show=nDCG"),
        ("3 2, 3 0 1 2", "/lab?labels=323012&amp;show=nDCG"),
        ("0101", "/lab?labels=0101"),
    ],
)
def test_a_typed_list_opens_in_the_lab_and_grades_open_a_graded_measure(
    client: FlaskClient, question: str, address: str
) -> None:
    assert f'href="{address}"' in client.get("/search", query_string={"q": question}).text


@pytest.mark.parametrize("question", ["12", "0.58", "map", "2016 3"])
def test_other_questions_are_no_lists(client: FlaskClient, question: str) -> None:
    assert "Open this list" not in client.get("/search", query_string={"q": question}).text
