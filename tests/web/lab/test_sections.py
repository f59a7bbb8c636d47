"""What an answer leaves out is what the visitor's page has; whatever it has, text from outside stays text."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from tests.web.lab.test_routes import FRAGMENT, controls, parsed

pytestmark = pytest.mark.slow

PAGE = "/lab?labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"


def markup(element: Any) -> tuple[str, dict[str, str], str, list[Any]]:
    """An element with everything in it, without the white space around texts."""
    parts = [*(markup(child) for child in element), *((child.tail or "").split() for child in element)]
    return element.tag, dict(element.attrib), " ".join((element.text or "").split()), parts


def left_out(answer: Any, whole: Any) -> list[Any]:
    """What stands in the whole answer where a shorter one leaves something out; all else has to be the same."""
    if answer.get("data-same") is not None and whole.get("data-same") is None:
        assert (answer.tag, answer.get("id"), len(answer)) == (whole.tag, whole.get("id"), 0)
        return [markup(whole)]
    assert (answer.tag, dict(answer.attrib)) == (whole.tag, dict(whole.attrib))
    assert (answer.text or "").split() == (whole.text or "").split()
    assert len(answer) == len(whole)
    return [found for pair in zip(answer, whole, strict=True) for found in left_out(*pair)]


@pytest.mark.parametrize(
    "change",
    [
        {"g3": "0"},
        {"g1": "u", "documents": "17"},
        {"missed1": "4"},
        {"k": "5"},
        {"conventions": "trec_eval"},
        {"show": "nDCG@10"},
        {"show": "IPrec11"},
        {"chart": "gain"},
        {"cover:P": "on"},
        {"comma": "1"},
        {"swap_a": "3"},
        {"name1": "Émile"},
        {"step": "4"},
        {"scale": "4"},
        {"do": "pin"},
    ],
    ids=str,
)
def test_an_answer_leaves_out_only_what_the_page_has(client: FlaskClient, change: dict[str, str]) -> None:
    page = client.get(PAGE).text
    posted = controls(page) | change
    answer = parsed(client.post("/lab", data=posted, headers=FRAGMENT).text)
    whole = parsed(client.post("/lab", data=posted | {"has": ""}, headers=FRAGMENT).text)
    there = [markup(element) for element in parsed(page).iter() if isinstance(element.tag, str)]
    missing = left_out(answer, whole)
    assert len(missing) >= 4
    assert [found for found in missing if found not in there] == []


def test_with_an_error_on_either_page_the_answer_is_whole(client: FlaskClient) -> None:
    posted = controls(client.get(PAGE).text)
    refused = client.post("/lab", data=posted | {"k": "x"}, headers=FRAGMENT)
    assert refused.status_code == 400
    assert 'id="legend" data-same' not in refused.text and "Symbols and conventions" in refused.text
    after = client.post("/lab", data=controls(refused.text) | {"k": "5"}, headers=FRAGMENT)
    assert after.status_code == 200
    assert "Symbols and conventions" in after.text


def test_a_shorter_answer_has_half_the_characters(client: FlaskClient) -> None:
    posted = controls(client.get(PAGE).text) | {"g3": "0"}
    short, whole = (client.post("/lab", data=posted | more, headers=FRAGMENT).text for more in ({}, {"has": ""}))
    assert len(short) < 0.75 * len(whole)


# --- Text from outside ----------------------------------------------------------------------------------------------

#: Breaks out of an attribute with either quote, and of an element, over a line break.
EVIL = "\"'>&\n<x-evil onload=1>&lt;b&gt;`"
LISTS = "labels=1u3&unretrieved=1&labels2=111&unretrieved2=1"


def is_harmless(text: str) -> bool:
    """Whether a page has neither an element nor an attribute out of the hostile text, but has that text."""
    tree = parsed(text)
    elements = [e for e in tree.iter() if isinstance(e.tag, str)]
    assert not [e.tag for e in elements if e.tag == "x-evil"]
    assert not [name for e in elements for name in e.attrib if name.startswith("on") or not name.isascii()]
    return "x-evil" in tree.text_content()


@pytest.mark.parametrize(
    "more",
    [
        *(f"chart={chart}" for chart in ("pr", "gain", "ap", "bpref", "rr", "contingency")),
        *(f"{LISTS}&arrangement={how}" for how in ("systems", "queries", "pairs")),
        "view=projector&step=2",
        "cover=P,AP.2&comma=1",
        "show=IPrec11",
        "unjudged=skipped&show=nDCG@10&pin=labels:111",
        "subtopics=110,010,001&show=alpha_nDCG@3",
    ],
)
def test_names_and_titles_are_only_text_wherever_they_stand(client: FlaskClient, more: str) -> None:
    """In the page, in answers with all sections and with few, and in files."""
    evil = quote(EVIL, safe="")
    names = f"names={evil},{quote(EVIL[::-1], safe='')},c,{quote(EVIL + '2', safe='')}&names2=a,{evil},c&title2={evil}"
    several = "labels2" in more
    query = f"labels=1u3&unretrieved=1&title={evil}&{names if several else names.partition('&')[0]}&{more}"
    query = query if not several else query.replace("labels=1u3&unretrieved=1&", "", 1)
    page = client.get(f"/lab?{query}")
    assert is_harmless(page.text)
    posted = controls(page.text)
    for change in ({"g1": "0"}, {"g1": "0", "has": ""}, {"name_at": "1", "name_as": EVIL + "3", "do": "name"}):
        assert is_harmless(client.post("/lab", data=posted | change, headers=FRAGMENT).text)
    assert "<x-evil" not in client.get(f"/lab/chart.svg?{query}").text


@pytest.mark.parametrize("field", ["k", "relevant", "size", "title", "seed", "swap_a", "name_as", "c-discount", "show"])
def test_refused_text_is_only_text(client: FlaskClient, field: str) -> None:
    posted = controls(client.get(PAGE).text) | {field: EVIL, "do": "name" if field == "name_as" else "shuffle"}
    tree = parsed(client.post("/lab", data=posted, headers=FRAGMENT).text)
    assert not [e.tag for e in tree.iter() if e.tag == "x-evil"]


def test_digests_from_outside_are_only_compared(client: FlaskClient) -> None:
    posted = controls(client.get(PAGE).text) | {"has": f"legend={EVIL} legend charts= =x {EVIL}"}
    answer = client.post("/lab", data=posted, headers=FRAGMENT)
    assert answer.status_code == 200
    assert "x-evil" not in answer.text and "Symbols and conventions" in answer.text
