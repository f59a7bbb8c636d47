"""The guide to measures: three questions in the address, the answer with its lists, and all answers as files."""

from __future__ import annotations

import csv
import html
import io
import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from ireval.evaluation.several_lists import SeveralLists
from ireval.experiments.measure_guide import QUESTIONS, combinations, find_answer
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from tests.markup import tags
from web.state.address import from_query

PAGE = "/experiments/measures"


def address_of(given: tuple[str, ...]) -> str:
    return f"{PAGE}?{urlencode(dict(zip(QUESTIONS, given, strict=True)))}"


@pytest.mark.parametrize("given", list(combinations())[::5], ids=" ".join)
def test_an_answer_leads_to_lists_of_the_lab_with_the_same_numbers(
    client: FlaskClient, given: tuple[str, str, str]
) -> None:
    text = html.unescape(client.get(address_of(given)).text)
    answer = find_answer(*given)
    assert answer.reason in text
    links = [t.attributes["href"] for t in tags(client.get(address_of(given)).text) if "href" in t.attributes]
    queries = [urlsplit(link).query for link in links if link.startswith("/lab?labels=")]
    assert len(queries) == len(answer.rejected)
    for query, rejected in zip(queries, answer.rejected, strict=True):
        assert rejected.reason in text
        reading = from_query(dict(parse_qsl(query, keep_blank_values=True)))
        assert (reading.errors, reading.notes) == ([], ())
        assert parse(reading.state.show).spelling == answer.measure.spelling
        lists = SeveralLists([listed.ranking for listed in reading.state.lists], reading.state.conventions)
        for measure, texts in zip((answer.measure, rejected.measure), rejected.texts, strict=True):
            assert tuple(lists.score(measure).texts(3)) == texts
            assert all(f">{shown}</td>" in text for shown in texts)


def test_the_lab_shows_both_lists(client: FlaskClient) -> None:
    text = client.get(address_of(("whole-ranking", "pooled", "graded"))).text
    link = next(t.attributes["href"] for t in tags(text) if t.attributes.get("href", "").startswith("/lab?labels="))
    shown = client.get(link)
    assert shown.status_code == 200
    assert "List A" in shown.text
    assert "List B" in shown.text


def test_every_cell_of_all_answers_leads_to_its_answer(client: FlaskClient) -> None:
    text = html.unescape(client.get(PAGE).text)
    found = re.findall(rf'<a href="{PAGE}\?([^"#]*)#answer"[^>]*>([^<]+)</a>', text)
    assert [tuple(dict(parse_qsl(query)).values()) for query, _ in found] == list(combinations())
    names = dict(zip(combinations(), (name for _, name in found), strict=True))
    assert names["first-page", "complete", "binary"] == "P@10"
    assert names["diverse", "complete", "graded"] == "α-nDCG@10"
    assert names["set", "pooled", "binary"] == "F1"


def test_the_page_asks_before_it_answers(client: FlaskClient) -> None:
    text = client.get(PAGE).text
    assert 'id="answer"' not in text
    assert "checked" not in text
    for options in QUESTIONS.values():
        for option in options:
            assert say(Message(option.title)) in text
    half = client.get(f"{PAGE}?task=set").text
    assert 'id="answer"' not in half
    assert half.count("Choose an answer to this question, too.") == 2


def test_what_was_chosen_stays_chosen(client: FlaskClient) -> None:
    given = ("everything", "none", "graded")
    checked = [t.attributes["value"] for t in tags(client.get(address_of(given)).text) if "checked" in t.attributes]
    assert checked == list(given)


def test_an_unknown_answer_is_named_with_a_suggestion(client: FlaskClient) -> None:
    answer = client.get(f"{PAGE}?task=first-pag&judgements=complete&grades=binary")
    assert answer.status_code == 400
    text = html.unescape(answer.text)
    assert "Task: “first-pag” is not one of the choices." in text
    assert "Did you mean first-page?" in text
    assert "<script" not in client.get(f"{PAGE}?task=<script>x</script>").text.partition("<main")[2]


def test_all_answers_are_files(client: FlaskClient) -> None:
    answers = client.get(f"{PAGE}.json").get_json()
    assert [(a["task"], a["judgements"], a["grades"]) for a in answers] == list(combinations())
    rows = list(csv.DictReader(io.StringIO(client.get(f"{PAGE}.csv").text)))
    assert len(rows) == sum(len(a["rejected"]) for a in answers)
    row = next(r for r in rows if (r["task"], r["judgements"], r["grades"]) == ("one-answer", "complete", "binary"))
    assert (row["measure"], row["rejected measure"]) == ("RR", "P@10")
    assert (row["recommended, list A"], row["rejected, list B"]) == ("1.000", "0.300")
