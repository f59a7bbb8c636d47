"""The page ``/reproduce`` and its JSON: a collection's run, files, and two outputs; what is wrong is named."""

from __future__ import annotations

import html
import io
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.paths import ROOT
from web.reproduction.page import EXAMPLE, example_score

pytestmark = pytest.mark.slow

HARBOUR = ROOT / "collections" / "harbour"
QRELS, RUN = (HARBOUR / "qrels.txt").read_text(), (HARBOUR / "runs" / "words.txt").read_text()
OUTPUT = "map\t1\t0.5000\nmap\t2\t0.2500\nmap\tall\t0.3750\n"
PAGE, API = "/reproduce", "/api/v1/reproduce"


def text_of(client: FlaskClient, address: str) -> str:
    return html.unescape(client.get(address).text)


def post(client: FlaskClient, address: str, **fields: object) -> tuple[int, str]:
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(PAGE).text)
    assert token
    answer = client.post(address, data={"csrf_token": token[1], **fields}, content_type="multipart/form-data")
    return answer.status_code, html.unescape(answer.text)


def test_the_example_is_explained(client: FlaskClient) -> None:
    text = text_of(client, f"{PAGE}?{urlencode({**EXAMPLE, 'score': example_score()})}")
    assert f"{example_score()} is" in text and "Gain: 2^grade - 1" in text
    assert "evaluate QRELS RUN -m nDCG@5 --conventions trec_eval --set gain=exponential" in text


def test_the_empty_page_has_three_forms(client: FlaskClient) -> None:
    text = text_of(client, PAGE)
    assert text.count("<form ") == 3 and "refusal" not in text


def test_files_and_pasted_text_give_the_same_answer(client: FlaskClient) -> None:
    question = {"measure": "map", "score": "0.1234"}
    pasted = post(client, PAGE, qrels_text=QRELS, run_text=RUN, **question)
    files = {name: (io.BytesIO(text.encode()), f"{name}.txt") for name, text in (("qrels", QRELS), ("run", RUN))}
    assert pasted[0] == 200 and "What to check" in pasted[1]
    sent = post(client, PAGE, **files, **question)
    assert (
        sent[1].partition('id="answer"')[2].partition("</section>")[0]
        == pasted[1].partition('id="answer"')[2].partition("</section>")[0]
    )
    assert "7 Q0" in pasted[1] or RUN.splitlines()[0] in pasted[1]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "judgements is missing"),
        ({"qrels_text": QRELS}, "There is no run"),
        ({"qrels_text": QRELS, "run_text": RUN}, "The measure is missing"),
        ({"qrels_text": QRELS, "run_text": RUN, "measure": "mapp", "score": ".5"}, "mapp"),
        ({"qrels_text": QRELS, "run_text": RUN, "measure": "map", "score": "much"}, "much"),
        ({"qrels_text": QRELS, "run_text": RUN, "measure": "map", "score": "0.5"}, "too few decimals"),
        ({"qrels_text": QRELS, "run_text": "1 Q0 a 1\n", "measure": "map", "score": "0.55"}, "line 1"),
        ({"qrels_text": "x 0 a 1\n", "run_text": RUN, "measure": "map", "score": "0.55"}, "no topic in common"),
    ],
)
def test_what_cannot_be_used_is_named_and_kept(client: FlaskClient, fields: dict[str, str], said: str) -> None:
    status, text = post(client, PAGE, **fields)
    assert status == 400 and said in text.partition('id="fault"')[2].partition("</div>")[0]
    for name, typed in fields.items():
        kept = f'value="{typed}"' in text if name in {"measure", "score"} else typed.splitlines()[0] in text
        assert kept, name
    answer = client.post(API, data=fields)
    assert answer.status_code == 400 and answer.json is not None and said in str(answer.json)


def test_a_run_that_a_collection_lacks(client: FlaskClient) -> None:
    answer = client.get(f"{PAGE}?run=nobody&measure=map&score=0.50")
    assert answer.status_code == 400 and "nobody" in answer.text
    assert client.get(f"{PAGE}?collection=nowhere&run=words&measure=map&score=0.50").status_code == 400


def test_outputs_are_compared(client: FlaskClient) -> None:
    other = OUTPUT.replace("0.2500", "0.3000").replace("0.3750", "0.4000")
    status, text = post(client, f"{PAGE}/outputs", output_a_text=OUTPUT, output_b_text=other)
    assert status == 200 and "1 of 2 values" in text and "<td>0.3000</td>" in text
    answer = client.post(f"{API}/outputs", data={"output_a_text": OUTPUT, "output_b_text": other}).json
    assert answer is not None and answer["differences"] == [{"measure": "map", "topic": "2", "a": 0.25, "b": 0.3}]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"output_a_text": OUTPUT}, "Output B is missing"),
        ({"output_a_text": OUTPUT, "output_b_text": "map 1 0.5\nmap 1 0.6\n"}, "line 2"),
        ({"output_a_text": "map 1\n", "output_b_text": OUTPUT}, "line 1"),
        ({"output_a_text": "map 1 half\n", "output_b_text": OUTPUT}, "half"),
        ({"output_a_text": OUTPUT, "output_b_text": OUTPUT, "run_text": RUN}, "belong together"),
    ],
)
def test_outputs_that_cannot_be_used(client: FlaskClient, fields: dict[str, str], said: str) -> None:
    status, text = post(client, f"{PAGE}/outputs", **fields)
    assert status == 400 and said in text.partition('id="fault"')[2].partition("</div>")[0]
    assert all(typed.splitlines()[0] in text for typed in fields.values())


def test_the_address_of_an_answer_about_outputs_has_its_form(client: FlaskClient) -> None:
    """A browser that opens it again asks with GET; it was taken for the key of a search that is over."""
    page = client.get(f"{PAGE}/outputs")
    assert page.status_code == 200
    assert re.search(r'<details class="entering card" open>\s*<summary>Two outputs', page.text)


def test_the_interface_answers_as_the_page(client: FlaskClient) -> None:
    query = urlencode({**EXAMPLE, "score": example_score()})
    answer = client.get(f"{API}?{query}").json
    assert answer is not None and answer["headline"] in text_of(client, f"{PAGE}?{query}")
    assert answer["matches"][0]["changes"] == ["Gain: 2^grade - 1"]


def test_a_request_of_another_site_is_refused(client: FlaskClient) -> None:
    question = {"qrels_text": QRELS, "run_text": RUN, "measure": "map", "score": "0.1234"}
    for address in (PAGE, f"{PAGE}/outputs"):
        assert client.post(address, data=question).status_code == 400


def test_a_collection_leads_here_with_its_run_chosen(client: FlaskClient) -> None:
    page = text_of(client, "/collections/harbour")
    link = re.search(r'href="([^"]+)">Reproduce a score', page)
    assert link
    text = text_of(client, link[1])
    run = parse_qs(urlsplit(link[1]).query)["run"][0]
    assert f"<option selected>{run}</option>" in text and "refusal" not in text
