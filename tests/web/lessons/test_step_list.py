"""The list of a step stands once on its page, with the taught columns, and with the fields of its question."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from tests.web.lessons.test_lessons import KEY


def page(client: FlaskClient, place: str) -> str:
    """The page of a step without its lab, which is folded at its end."""
    return client.get(f"/lessons/{place}").text.partition('id="change-list"')[0]


def columns(text: str) -> list[str]:
    return re.findall(r'<th scope="col"[^>]*class="of-column[^"]*">([^<]*)</th>', text)


def test_only_the_taught_columns_are_shown_and_the_own_one_is_the_last(client: FlaskClient) -> None:
    assert columns(page(client, f"graded-relevance/{KEY}/2")) == ["CG"]
    assert columns(page(client, f"average-precision/{KEY}/5")) == ["P", "AP"]
    assert columns(page(client, f"graded-relevance/{KEY}/7")) == ["G", "CG", "DCG", "IDCG", "nDCG"]


def test_the_fields_of_a_table_stand_in_the_rows_of_the_list(client: FlaskClient) -> None:
    text = page(client, f"graded-relevance/{KEY}/2")
    assert text.count("<table") == 1 and len(re.findall(r'<td class="[^"]*gap">', text)) == 10
    assert re.search(r'<td class="doc"[^>]*>d25</td>.*?name="2-1.CG-10"', text, re.DOTALL)


def test_a_run_that_is_not_relevant_is_one_row_that_opens(client: FlaskClient) -> None:
    text = page(client, f"average-precision/{KEY}/5")
    runs = re.findall(r'<tbody class="run">.*?class="rank">([^<]*)</th>.*?<span>([^<]*)</span>', text, re.DOTALL)
    found = [ranks for ranks, _ in runs]
    assert found == ["2", "4–5", "7–9", "11–14"] and runs[1][1] == "2 not relevant"
    assert text.count('<tbody class="folded">') == len(runs)


def test_a_number_is_asked_below_the_list_and_its_cell_is_marked(client: FlaskClient) -> None:
    text = page(client, f"average-precision/{KEY}/5")
    assert text.count('class="asked"') == 1 and "0.290" not in text.partition('class="unfold"')[0]
    assert text.index('class="ranked') < text.index('name="5-1.score"')


def test_several_queries_are_a_row_each_with_the_field_of_their_number(client: FlaskClient) -> None:
    text = page(client, f"reciprocal-rank/{KEY}/8")
    assert text.count("<table") == 1 and len(re.findall(r'<td class="of-column own gap">', text)) == 3


def test_a_changed_list_is_shown_open(client: FlaskClient) -> None:
    assert '<details class="changing" id="change-list">' in client.get(f"/lessons/average-precision/{KEY}/3").text
    changed = client.get(f"/lessons/average-precision/{KEY}/3?labels=101")
    assert '<details class="changing" id="change-list" open>' in changed.text
