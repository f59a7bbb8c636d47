"""The lab's answers: whole pages, fragments, and redirects without JavaScript."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient
from lxml import html

from ireval.explanation.worked_examples import EXAMPLES
from ireval.measure.listing import variants
from web.lab.lab_answers import example_links
from web.state.address import PARTS, from_example, from_query
from web.state.lab_state import State

pytestmark = pytest.mark.slow

FRAGMENT = {"HX-Request": "true"}
LILLIS = "/lab?labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"


def parsed(text: str) -> Any:
    """The page as a tree."""
    return html.document_fromstring(text)


def controls(text: str) -> dict[str, str]:
    """What a browser would post of this page's form."""
    tree = parsed(text)
    form = next(f for f in tree.iter("form") if f.get("id") == "lab")
    posted: dict[str, str] = {}
    for control in form.iter("input"):
        if control.get("type") not in ("radio", "checkbox") or control.get("checked") is not None:
            posted[control.get("name")] = control.get("value") or ""
    for select in form.iter("select"):
        options = list(select.iter("option"))
        chosen = next((o for o in options if o.get("selected") is not None), options[0])
        posted[select.get("name")] = chosen.get("value")
    return posted


def test_the_front_door_asks_a_question_above_a_small_list(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "<title>What do you want to know?" in page and 'action="/search"' in page and 'action="/why"' in page
    assert "4 documents retrieved; all 2 relevant documents found." in page and 'id="figure"' in page
    for title in ("Learn", "Teach", "Set exercises", "Compare runs"):
        assert f"<b>{title}</b>" in page
    other = client.get("/?labels=3100&show=nDCG").text
    assert "nDCG is 1.000" in other and 'action="/"' in other
    lecture = client.get("/lab?conventions=lillis&show=nDCG@10").text
    assert "15 of 800 documents retrieved; 5 of the 10 relevant documents found." in lecture
    assert ">d123<" in lecture and 'id="figure"' not in lecture


@pytest.mark.parametrize(
    "address", ["/", LILLIS, "/lab", "/lab?labels=", "/lab?labels=000", "/lab?labels=x", "/lab?labels=1&show=IPrec11"]
)
def test_pages_are_sound(client: FlaskClient, address: str) -> None:
    text = client.get(address).text
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert text.count("<h1>") == 1
    assert not re.search(r"[>\"](nan|inf|-inf|None)[<\"]", text)
    assert "NaN" not in text
    for form in parsed(text).iter("form"):
        assert form.get("action")


def test_untouched_the_form_leads_back_to_the_same_address(client: FlaskClient) -> None:
    for example in EXAMPLES:
        address = f"/lab?{from_example(example).query()}"
        response = client.post("/lab", data=controls(client.get(address).text))
        assert response.status_code == 303
        assert response.headers["Location"] == address


def test_without_javascript_a_post_redirects_to_the_new_address(client: FlaskClient) -> None:
    posted = controls(client.get(LILLIS).text) | {"g2": "1"}
    response = client.post("/lab", data=posted)
    assert response.status_code == 303
    assert "labels=111003000200003" in response.headers["Location"]
    assert "AP" in client.get(response.headers["Location"]).text


def test_the_fragment_is_the_form_alone_with_its_address(client: FlaskClient) -> None:
    posted = controls(client.get(LILLIS).text) | {"g2": "u"}
    response = client.post("/lab", data=posted, headers=FRAGMENT)
    assert response.status_code == 200
    assert response.text.lstrip().startswith("<form")
    assert "labels=1u1003000200003" in response.text
    assert "HX-Request" in response.headers["Vary"]
    whole = client.get(LILLIS)
    assert "HX-Request" in whole.headers["Vary"] and "<html" in whole.text
    assert client.get(LILLIS, headers=FRAGMENT).text.lstrip().startswith("<form")


def test_the_fragment_leaves_out_controls_that_the_page_has(client: FlaskClient) -> None:
    posted = controls(client.get(LILLIS).text) | {"g2": "u"}
    text = client.post("/lab", data=posted, headers=FRAGMENT).text
    assert re.findall(r'name="(g\d+)"', text) == ["g2"] * 5
    assert 'name="c-discount"' not in text
    refused = client.post("/lab", data=posted | {"c-rel": "0"}, headers=FRAGMENT).text
    assert 'name="c-discount"' in refused
    corrected = client.post("/lab", data=controls(refused) | {"c-rel": "1"}, headers=FRAGMENT).text
    assert 'name="c-discount"' in corrected
    whole = client.post("/lab", data=posted | {"k": "0"}, follow_redirects=True).text
    assert 'name="g15"' in whole


def test_the_answer_to_a_refused_change_keeps_the_input(client: FlaskClient) -> None:
    posted = controls(client.get(LILLIS).text) | {"k": "0", "g2": "1"}
    response = client.post("/lab", data=posted, headers=FRAGMENT)
    assert response.status_code == 400
    after = controls(response.text)
    assert after["k"] == "0"
    assert after["g2"] == "1"
    assert "labels=111003" in after["was"]
    assert "Cutoff k: 0 is out of range." in response.text
    assert 'aria-invalid="true"' in response.text


def test_no_part_of_an_address_is_dropped_silently(client: FlaskClient) -> None:
    """The page says at the field what is wrong, or at its top; the interface refuses the request and names the part."""
    for part in sorted(PARTS - {"labels", "names", "title"} | {"labels2", "size2", "foo"}):
        lists = {"labels": "101"} | ({"labels2": "10"} if part[-1] == "2" or part in {"list", "arrangement"} else {})
        query = "&".join(f"{n}={v}" for n, v in (lists | {part: "%3Cabc%3E"}).items())
        page = client.get(f"/lab?{query}")
        assert page.status_code == 400
        tree = parsed(page.text)
        stated = [e.get("id") for e in tree.iter() if (e.get("id") or "").startswith("fault-")]
        top = next(e for e in tree.iter() if e.get("id") == "refusal")
        corrected = [e.get("name") for e in top.iter("input")]
        assert (stated, corrected) in (([f"fault-{part}"], []), ([f"fault-c-{part}"], []), ([], [part])), part
        assert client.get(f"/api/v1/evaluate?{query}").get_json()["error"]["field"] == part


def test_a_refused_address_keeps_the_input(client: FlaskClient) -> None:
    response = client.get("/lab?labels=10x&conventions=lillis&k=3")
    assert response.status_code == 400
    tree = parsed(response.text)
    correct = {i.get("name"): i.get("value") for i in tree.iter("input") if i.get("form") == "correction"}
    kept = next(f for f in tree.iter("form") if f.get("id") == "correction")
    assert correct == {"labels": "10x"}
    assert {i.get("name"): i.get("value") for i in kept.iter("input")} == {"conventions": "lillis", "k": "3"}


def test_hostile_text_is_escaped(client: FlaskClient) -> None:
    evil = "<script>alert(1)</script>"
    for address in (
        f"/lab?labels=1&names={evil}",
        f"/lab?labels={evil}",
        f"/lab?labels=1&show={evil}",
        f"/lab?labels=1&{evil}={evil}",
        "/lab?labels=1&names=%3C/script%3E%3Cimg src=x%3E",
    ):
        text = client.get(address).text
        assert evil not in text
        assert "<img src=x" not in text


def test_every_measure_in_the_panel_leads_to_its_table(client: FlaskClient) -> None:
    state = State()
    for label, spec in variants(state.values, state.conventions):
        text = client.get(f"/lab?labels=10u3&unretrieved=21&size=50&show={spec}").text
        assert f"{label} <small>" in text
        assert "<math" in text
        for column in [column for column in spec.measure.columns[1:] if not column.optional]:
            assert f">{column.printed}</button></th>" in text


def test_measures_beyond_the_sources_are_listed_on_request(client: FlaskClient) -> None:
    page = client.get(LILLIS)
    assert 'value="RBP"' not in page.text
    response = client.post("/lab", data=controls(page.text) | {"more": "1"})
    assert "more=1" in response.headers["Location"]
    listed = client.get(response.headers["Location"]).text
    assert 'value="RBP"' in listed
    unchecked = {name: value for name, value in controls(listed).items() if name != "more"}
    assert "more" not in client.post("/lab", data=unchecked).headers["Location"]
    assert 'value="RBP" checked' in client.get(f"{LILLIS}&show=RBP").text


def test_every_example_is_one_click_away(client: FlaskClient) -> None:
    page = client.get("/lab").text
    with client.application.test_request_context():
        links = [link for _, group in example_links() for _, link in group]
    assert len(links) == len(EXAMPLES)
    for link in links:
        assert link.replace("&", "&amp;").replace("'", "&#39;") in page
        answer = client.get(link)
        assert answer.status_code == 200
        opened = parsed(answer.text)
        assert opened.xpath("//*[@id='steps']//tbody/tr//input") and not opened.xpath("//*[@id='refusal']//p")
        assert not [e for e in opened.iter() if (e.get("id") or "").startswith("fault-")]
        assert opened.xpath("//*[@id='lab']//*[@name='was']/@value") == [link.partition("?")[2]]
        assert from_query(dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))).errors == []


def test_a_table_longer_than_the_ranking_shows_missed_documents(client: FlaskClient) -> None:
    text = client.get("/lab?labels=10&unretrieved=33&show=nDCG").text
    assert text.count("not retrieved</td>") == 1
    text = client.get("/lab?labels=10&k=500&show=P@500").text
    assert "more ranks without a document are not shown" in text
    assert 'id="rank-500"' in text


def test_a_thousand_ranks_are_answered(client: FlaskClient) -> None:
    address = "/lab?labels=" + "10u32" * 200
    page = client.get(address)
    assert page.status_code == 200
    response = client.post("/lab", data=controls(page.text) | {"g1000": "u"}, headers=FRAGMENT)
    assert response.status_code == 200
    assert 'id="rank-1000"' in response.text


@pytest.mark.parametrize(
    "page",
    [
        "/lab?{state}&chart=gain",
        "/lab?{state}&labels2=0101&show=nDCG@10",
        "/switchboard?{state}",
        "/why?{state}&measure=AP&value=0,58",
        "/why?{state}&measure=AP&value=0,61",
        "/lab/chart-table?{state}&chart=ap",
    ],
)
def test_a_decimal_comma_on_request_is_everywhere(client: FlaskClient, page: str) -> None:
    state = "labels=101003000200003&unretrieved=32211&conventions=lillis"

    def points(address: str) -> list[str]:
        page = re.sub(r"<(script|svg).*?</\1>", "", client.get(address).text, flags=re.DOTALL)
        text = re.sub(r"\d+\.\d+\.\d+", "", re.sub(r"<[^>]*>", " ", page))  # without the versions of tools
        text = re.sub(r"\b[a-z]=\d+\.\d+", "", text)  # without what tools call their parameters
        return re.findall(r"\d\.\d\d+", text)

    assert points(page.format(state=state))
    assert points(page.format(state=f"{state}&comma=1")) == []


def test_a_step_beyond_the_end_of_the_table_is_the_last_row(client: FlaskClient) -> None:
    page = parsed(client.get("/lab?labels=101&step=9").text)
    rows = [e for e in page.iter("tr") if e.get("id") in ("rank-1", "rank-2", "rank-3")]
    assert ["now" in (row.get("class") or "").split() for row in rows] == [False, False, True]
    assert next(e for e in page.iter("input") if e.get("name") == "step").get("value") == "3"


@pytest.mark.parametrize("query", ["labels=101&show=IPrec11", "labels=101&labels2=01&show=IPrec11"])
def test_recall_levels_have_decimal_commas_too(client: FlaskClient, query: str) -> None:
    tables = list(parsed(client.get(f"/lab?{query}&comma=1").text).iter("table"))
    levels = [t for t in tables if t.get("id") in ("levels", "ranks-beside", "levels-beside")]
    assert levels
    assert not [cell.text for t in levels for cell in t.iter() if re.search(r"\d\.\d", cell.text or "")]
