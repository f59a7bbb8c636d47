"""What attackers type into the builder and the interface of sheets is refused with a reason, and costs little."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from ireval.exercises import make_sheet
from tests.builder_form import changed, opened
from tests.sentences import sentence

pytestmark = pytest.mark.slow

NINES = "9" * 400
NO_NUMBERS = (NINES, "-" + NINES, "9" * 5_000, "1e999", "-1e999", "inf", "nan", "²")


@pytest.mark.parametrize(("measure", "ranks"), [("AP", 200), ("Q", 1000), ("nDCG", 1000)])
def test_a_list_of_the_lab_that_is_too_long_stays_in_its_field(client: FlaskClient, measure: str, ranks: int) -> None:
    answer = client.get(f"/sheets/new?labels={'01' * (ranks // 2)}&show={measure}")
    assert answer.status_code == 400
    assert sentence("exercise-list-too-long", count=ranks, most=50) in answer.text
    assert "01" * (ranks // 2) in answer.text


@pytest.mark.parametrize("labels", ["0", "u", "00"])
def test_a_list_without_relevant_documents_makes_a_page(client: FlaskClient, labels: str) -> None:
    assert client.get(f"/sheets/new?labels={labels}&show=F").status_code in {200, 400}


def test_what_is_no_number_is_refused_in_its_field(client: FlaskClient) -> None:
    fields = ("decimals", "tries", "credit.carried", "e1:points", "e1:generated.length")
    _, form = opened(client)
    for place, text in enumerate(NO_NUMBERS):
        wrong = form.copy()
        name = fields[place % len(fields)]
        wrong[name] = text
        page = changed(client, wrong, 400)
        assert f'id="{name}-error"' in page, (name, text)


def test_zeros_without_end_are_a_number(client: FlaskClient) -> None:
    _, form = opened(client)
    form["decimals"], form["e1:points"] = "0" * 5_000 + "3", "0" * 5_000
    changed(client, form)


@pytest.mark.parametrize("digits", [NINES, "9" * 5_000])
def test_places_of_thousands_of_digits_are_refused_or_left(client: FlaskClient, digits: str) -> None:
    lab = {"labels": "011", "unretrieved": "1"}
    refused = client.post("/lab", data=lab | {"do": f"retrieve {digits}"})
    covered = client.get("/lab", query_string=lab | {"show": "AP", "cover": f"sum.{digits}"})
    shuffled = client.post("/lab", data=lab | {"do": "shuffle", "seed": digits})
    pasted = [client.post("/enter", data={"pasted": text}) for text in (f"{digits} R\n1 N", f"#{digits} a\n#1 b")]
    assert all(answer.status_code < 500 for answer in (refused, covered, shuffled, *pasted))


@pytest.mark.parametrize("title", ['"\\ud800"', '"\\u0000"', '"\\u202e"', "1e999", NINES, "[" * 900 + "]" * 900])
def test_a_sheet_with_a_hostile_title_is_refused_wherever_it_is_read(client: FlaskClient, title: str) -> None:
    sheet = json.loads(make_sheet(7, 1).to_json())
    text = json.dumps(sheet | {"title": "@"}).replace('"@"', title)
    opened_ = client.post("/sheets/open", data={"sheet": text})
    assert opened_.status_code == 400
    made = client.post("/api/v1/sheets", data=f'{{"seed": 7, "title": {title}}}')
    drawn = client.post("/api/v1/sheets", data=f'{{"sheet": {text}, "key": "K7M2PX"}}')
    for answer in (made, drawn):
        assert answer.status_code == 400
        assert answer.json and answer.json["error"]["message"]
        assert len(answer.data) < 1_000
