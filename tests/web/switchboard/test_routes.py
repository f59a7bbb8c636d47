"""The switchboard's page and its JSON: what is shown, and where its links lead."""

from __future__ import annotations

import re
from html import unescape
from itertools import accumulate
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from ireval.conventions import PRESETS, preset_families
from tests.sentences import sentence

html5lib = pytest.importorskip("html5lib", reason="install the rest with: pip install -r requirements-dev.txt")

LIST = "labels=101003000200003&unretrieved=32211&size=800"
BOARD = f"/switchboard?{LIST}&conventions=lillis"


def tree(client: FlaskClient, address: str, status: int = 200) -> Any:
    answer = client.get(address)
    assert answer.status_code == status
    return html5lib.HTMLParser(strict=False, namespaceHTMLElements=False).parse(answer.text)


def text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def rows(page: Any) -> dict[str, list[Any]]:
    """The cells of every measure by its label."""
    found = (tr for tr in page.iter("tr") if tr.find("th") is not None and tr.find("th").get("scope") == "row")
    return {text(tr.find("th")): list(tr.iter("td")) for tr in found}


def marked_in(element: Any) -> list[str]:
    """The marked terms of formulas."""
    return [text(e) for e in element.iter() if e.get("class") == "differs"]


def heads(page: Any) -> list[str]:
    found = [text(th) for th in page.iter("th") if th.get("scope") == "col"][1:]
    return [head.removesuffix("Adopt").removesuffix("in use") for head in found]


def test_all_presets_are_side_by_side(client: FlaskClient) -> None:
    page = tree(client, BOARD)
    assert heads(page) == [
        *("Lillis", "Thesis", "Blog", "KTH", "MIR"),
        *("trec_eval", "ir_measures", "ranx", "scikit-learn", "Ragas", "LlamaIndex", "Haystack"),
        *("XGBoost", "LightGBM", "TorchMetrics", "ml_metrics", "Elasticsearch", "BEIR", "NTCIREVAL", "Quepid"),
    ]
    shown = rows(page)
    lacks = "× does not compute it"
    by_found = [heads(page).index(head) for head in ("scikit-learn", "Ragas", "TorchMetrics")]
    assert [text(td) for td in shown["AP"]] == [
        lacks if head == "Elasticsearch" else "0.580 differs" if i in by_found else "0.290"
        for i, head in enumerate(heads(page))
    ]
    assert [text(td) for td in shown["P@10"]] == [
        lacks if head in {"Haystack", "LightGBM", "ml_metrics"} else "0.400" for head in heads(page)
    ]
    assert text(shown["Accuracy"][5]) == "× does not compute it"
    assert "common" in shown["AP"][4].get("class") and "common" not in shown["AP"][3].get("class")
    assert [("apart" in td.get("class"), "current" in td.get("class")) for td in shown["AP"]] == [
        (i in by_found, i == 0) for i in range(len(PRESETS))
    ]


def test_columns_stand_in_families(client: FlaskClient) -> None:
    """Each family of presets has a head across its columns; a line is before the first one of each family of tools."""
    page = tree(client, BOARD)
    groups = [(text(th), int(th.get("colspan"))) for th in page.iter("th") if th.get("scope") == "colgroup"]
    assert groups == [(title, len(presets)) for title, presets in preset_families()]
    assert sum(count for _, count in groups) == len(heads(page))
    firsts = [i for i, td in enumerate(rows(page)["AP"]) if "first" in td.get("class").split()]
    ends = list(accumulate(count for _, count in groups))
    assert firsts == ends[:-1]
    own = tree(client, f"{BOARD}&rel=2")
    assert [text(th) for th in own.iter("th") if th.get("scope") == "colgroup"] == [title for title, _ in groups]


def test_what_a_tool_hides_is_told_below_the_table(client: FlaskClient) -> None:
    """Each trap stands under its tool's name, and the JSON of the conventions has it too."""
    page = tree(client, BOARD)
    (section,) = (e for e in page.iter("section") if "traps" in (e.get("class") or ""))
    parts = [part for part in section.iter("section") if part is not section]
    told = {text(part.find("h3")): [text(li) for li in part.iter("li")] for part in parts}
    assert told == {p.title: list(p.traps) for p in PRESETS.values() if p.traps}
    presets = client.get("/api/v1/conventions").get_json()["presets"]
    assert presets["llama_index"]["traps"] == list(PRESETS["llama_index"].traps)
    assert presets["lillis"]["traps"] == []


def test_the_list_is_described(client: FlaskClient) -> None:
    page = client.get(BOARD).text
    assert "15 of 800 documents retrieved; 5 of the 10 relevant documents found." in page
    assert page.count('title="rank ') == 15
    assert f'href="/lab?{LIST}&conventions=lillis">Back to the list' in unescape(page)
    long = client.get(f"/switchboard?labels={'10' * 200}").text
    assert long.count('title="rank ') == 60
    assert "and 340 more" in long


@pytest.mark.slow
def test_one_click_adopts_a_preset(client: FlaskClient) -> None:
    page = tree(client, f"{BOARD}&gain=exponential&k=5&show=nDCG@5")
    links = [a.get("href") for a in page.iter("a") if (a.get("aria-label") or "").startswith("Adopt ")]
    assert len(links) == len(PRESETS)
    for link, key in zip(links, PRESETS, strict=True):
        query = dict(parse_qsl(urlsplit(link).query))
        assert urlsplit(link).path == "/lab"
        assert query.pop("conventions", "trec_eval") == key
        assert query == dict(parse_qsl(LIST)) | {"k": "5", "show": "nDCG@5"}
        assert client.get(link).status_code == 200


def test_single_choices_are_a_column_of_their_own(client: FlaskClient) -> None:
    page = tree(client, f"/switchboard?{LIST}&conventions=sklearn&rel=2")
    assert heads(page)[0] == "Yours"
    shown = rows(page)["AP"]
    assert [text(td) for td in shown][:2] == ["0.189", "0.290 differs"]
    by_found = {"Ragas", "TorchMetrics"}
    assert {head for head, td in zip(heads(page), shown, strict=True) if text(td) == "0.580 differs"} >= by_found
    words = text(page)
    assert "scikit-learn with changes. Changed: Lowest relevant grade: 2." in words


def test_only_rows_that_differ(client: FlaskClient) -> None:
    page = tree(client, BOARD)
    differing = {label for label, cells in rows(page).items() if any("apart" in td.get("class") for td in cells)}
    assert differing == {"AP", "AP@10", "DCG@10", "IDCG@10", "nDCG", "nDCG@10"}
    (link,) = (a.get("href") for a in page.iter("a") if text(a) == "Only the 6 that differ")
    assert set(rows(tree(client, link))) == differing


def test_where_nothing_differs_it_says_so(client: FlaskClient) -> None:
    page = tree(client, "/switchboard?labels=1&rows=differing&k=1")
    assert rows(page) == {}
    assert "All columns agree on all 21 measures of this list." in text(page)


def test_the_reasons_unfold(client: FlaskClient) -> None:
    page = tree(client, f"{BOARD}&show=nDCG@10")
    folds = list(page.iter("details"))
    assert len(folds) == 6
    (opened,) = (d for d in folds if d.get("open") is not None)
    assert text(opened.find("summary")) == (
        "Why nDCG@10 differs: Discount log2(i) from rank 2 or log2(i + 1); "
        "Gain the grade or 2^grade - 1 or 1 if relevant; Ideal list all judged or retrieved only"
    )
    cards = list(opened.iter("section"))
    assert [text(card.find("header")) for card in cards] == [
        "0.287 Lillis, KTH",
        "0.315 Thesis, MIR, trec_eval, ir_measures, ranx, Haystack, TorchMetrics, BEIR, NTCIREVAL",
        "0.247 XGBoost, LightGBM, Elasticsearch, Quepid",
        "0.469 Blog, scikit-learn",
        "0.472 LlamaIndex",
    ]
    assert [marked_in(card) for card in cards] == [
        ["IDCG", "i", "G", "di", "di={1if i<2log2iif i≥2\u2063"],
        ["log2\u2061(i+1)"],
        ["G", "log2\u2061(i+1)"],
        ["IDCG", "log2\u2061(i+1)"],
        ["m", "G", "log2\u2061(i+1)"],
    ]


def test_more_measures_on_request(client: FlaskClient) -> None:
    page = tree(client, BOARD)
    assert "infAP" not in rows(page)
    (link,) = (a.get("href") for a in page.iter("a") if text(a).startswith("Show the measures"))
    shown = rows(tree(client, link))
    assert set(rows(page)) < set(shown) and "infAP" in shown and len(shown) > 30


def test_not_defined_is_said(client: FlaskClient) -> None:
    cell = rows(tree(client, "/switchboard?labels=00"))["AP"][0]
    reason = "not defined: no document is relevant, so R = 0 and there is nothing to divide by"
    assert text(cell) == "– differs, not defined"
    assert cell.get("title") == reason


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("labels=1x", "Character 2"),
        ("labels=1&rows=some", sentence("unknown-rows", text="some") + " Choose one of: all, differing"),
        ("labels=1&conventions=lilis", sentence("unknown-address-choice", what="preset", text="lilis")),
        ("labels=1&cutoff=3", sentence("unknown-address-part", name="cutoff")),
        ("labels=1&rows=<script>", "There are no rows “<script>”"),
    ],
)
def test_invalid_parts_of_the_address_are_reported(client: FlaskClient, query: str, words: str) -> None:
    page = tree(client, f"/switchboard?{query}", 400)
    (alert,) = (e for e in page.iter("div") if e.get("role") == "alert")
    assert words in text(alert)
    assert rows(page)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "labels=",
        "labels=u",
        "labels=000&unretrieved=11",
        "subtopics=110,011,000&more=1",
        "labels=5&places=0&more=1",
    ],
)
def test_pages_are_sound(client: FlaskClient, query: str) -> None:
    page = client.get(f"/switchboard?{query}")
    assert page.status_code == 200
    assert not re.search(r"[>\" ](nan|NaN|inf|-inf|None)[<\"]", page.text)


def test_json_says_what_the_lab_says(client: FlaskClient) -> None:
    answer = client.get(f"/api/v1/switchboard?{LIST}&conventions=kth").get_json()
    assert answer["current"] == "kth"
    found = {m["name"]: m for m in answer["measures"]}
    for key in PRESETS:
        lab = client.get(f"/api/v1/evaluate?{LIST}&conventions={key}&measures=AP,nDCG@10,IPrec11").get_json()
        for measure in lab["measures"]:
            mine = found[measure["name"]]
            computed = mine["standing"][key] != "unsupported"
            assert mine["values"][key] == (pytest.approx(measure["value"]) if computed else None)
    found_only = ["sklearn", "ragas", "torchmetrics"]
    others = [p for p in PRESETS if p not in {*found_only, "elasticsearch"}]
    assert found["AP"]["groups"] == [
        {"presets": others, "value": 0.29, "deciding": {"divisor": "all-relevant"}},
        {"presets": found_only, "value": pytest.approx(0.58), "deciding": {"divisor": "relevant-retrieved"}},
    ]


@pytest.mark.parametrize(("query", "field"), [("", "labels"), ("labels=9", "labels"), ("labels=1&rows=x", "rows")])
def test_json_refuses(client: FlaskClient, query: str, field: str) -> None:
    answer = client.get(f"/api/v1/switchboard?{query}")
    assert answer.status_code == 400
    assert answer.get_json()["error"]["field"] == field


def test_what_numbers_look_like_stays(client: FlaskClient) -> None:
    assert "<b>AP divides by</b> all relevant (R) or relevant retrieved" in client.get(BOARD).text
