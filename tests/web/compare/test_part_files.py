"""The parts of a comparison as files: addresses for what has one, and links that hold the content for sent files."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from ireval.collection import built_in
from ireval.comparison import compare
from ireval.comparison.many_comparisons import UNEVEN_TOPICS
from tests.web.compare.test_compare import FILES, HARBOUR, send, text_of

pytest.importorskip("scipy")
SVG = "{http://www.w3.org/2000/svg}"


def links(text: str) -> dict[str, str]:
    """The links to files of a page, by the names of the files."""
    return {name: address for address, name in re.findall(r'<a href="([^"]*)" download="([^"]*)"', html.unescape(text))}


def test_every_table_is_csv_and_json_and_every_chart_svg_and_latex(client: FlaskClient) -> None:
    text = text_of(client, f"{HARBOUR}&measures=AP,RR")
    found = links(text)
    tables = [part for n in (1, 2) for part in (f"m{n}-runs", f"m{n}p1-tests", f"m{n}p1-topics")] + ["overlap"]
    charts = [part for n in (1, 2) for part in (f"m{n}-scores", f"m{n}p1-differences")] + ["average-curves"]
    names = {f"{part}.{ending}" for part in tables for ending in ("csv", "json")}
    names |= {f"{part}.{ending}" for part in charts for ending in ("svg", "tex")}
    assert set(found) == names
    assert len(re.findall('class="png"', text)) == len(charts)
    for name, address in found.items():
        answer = client.get(address)
        assert answer.status_code == 200, name
        assert f'filename="{name}"' in answer.headers["Content-Disposition"]
    assert client.get("/compare/m3-runs.csv?collection=harbour").status_code == 404
    assert client.get("/compare/m1-runs.svg?collection=harbour").status_code == 404
    assert "no collection" in html.unescape(client.get("/compare/m1-runs.csv?collection=none").text)


def test_tables_have_the_numbers_of_the_core(client: FlaskClient) -> None:
    found = compare(built_in().qrels, built_in().runs, "AP")
    (pair,) = found.measures[0].pairs

    def table(part: str) -> list[dict[str, str]]:
        rows = list(csv.DictReader(io.StringIO(client.get(f"/compare/{part}.csv?collection=harbour").text)))
        same = json.loads(client.get(f"/compare/{part}.json?collection=harbour").text)["rows"]
        assert [list(row) for row in same] == [list(row) for row in rows]
        return rows

    assert [(row["run"], float(row["mean"])) for row in table("m1-runs")] == list(found.measures[0].means.items())
    assert [float(row["p"]) for row in table("m1p1-tests")] == list(pair.p.values())
    assert [float(row["difference"]) for row in table("m1p1-topics")] == pair.differences.tolist()
    overlaps = found.overlaps["pieces", "words"].values()
    assert [float(row["rbo"]) for row in table("overlap")] == [overlap.rbo for overlap in overlaps]


def test_charts_are_files_of_their_own_with_sentence_and_conventions(client: FlaskClient) -> None:
    drawn = ElementTree.fromstring(client.get("/compare/m1-scores.svg?collection=harbour").data)  # noqa: S314 - ours
    words = (drawn.findtext(f"{SVG}desc") or "").split(". ")
    assert words[0] == "The scores of 10 topics in AP"
    assert words[-1] == "Conventions: trec_eval."
    assert drawn.findtext(f"{SVG}title") == "AP: the scores of all topics"
    latex = client.get("/compare/m1-scores.tex?collection=harbour").text
    assert r"\documentclass" in latex and "/compare?collection=harbour" in latex
    marks = latex.partition("mark=o")[2].partition("};")[0]
    assert len(re.findall(r"\(", marks)) == 10  # a circle for each topic of the first run


def test_sent_files_carry_their_parts_in_the_page(client: FlaskClient) -> None:
    found = links(send(client, FILES, rel="1"))
    kinds = {name: address.partition(",")[0] for name, address in found.items()}
    assert kinds["m1p1-topics.csv"] == "data:text/csv;charset=utf-8"
    assert kinds["m1-scores.svg"] == "data:image/svg+xml;charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(unquote(found["m1p1-topics.csv"].partition(",")[2]))))
    assert [(row["topic"], row["outcome"]) for row in rows] == [("1", "win"), ("2", "loss")]
    assert json.loads(unquote(found["m1-runs.json"].partition(",")[2]))["rows"][0]["run"] == "first"
    drawn = ElementTree.fromstring(unquote(found["average-curves.svg"].partition(",")[2]))  # noqa: S314 - ours
    assert drawn.tag == f"{SVG}svg"
    assert r"\documentclass" in unquote(found["m1p1-differences.tex"].partition(",")[2])


def test_what_is_too_long_for_the_page_has_no_link(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.files.figure_files.LONGEST", 400)
    found = links(send(client, FILES))
    assert "m1p1-topics.csv" not in found


def test_all_files_of_a_page_together_have_a_limit(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = links(send(client, FILES, measures="AP,RR"))
    monkeypatch.setattr("web.compare.part_files.MOST_HELD", 30_000)
    found = links(send(client, FILES, measures="AP,RR"))
    assert 0 < sum(map(len, found.values())) <= 30_000 < sum(map(len, whole.values()))
    assert found.items() < whole.items()


def test_the_example_of_pairing_has_files_too(client: FlaskClient) -> None:
    text = text_of(client, "/compare/pairing")
    found = links(text)
    assert set(found) == {
        *(f"{part}.{ending}" for part in ("pairing-scores", "pairing-tests") for ending in ("csv", "json")),
        *(f"pairing.{ending}" for ending in ("svg", "tex")),
    }
    assert text.count('class="png"') == 1 and re.search(r"charts/figure_page\.\w*\.?js", text)
    files = {name: client.get(address) for name, address in found.items()}
    assert all(answer.status_code == 200 for answer in files.values())
    rows = list(csv.DictReader(io.StringIO(files["pairing-scores.csv"].text)))
    assert [[float(row[name]) for name in "ABC"] for row in rows] == UNEVEN_TOPICS.tolist()
    tests = json.loads(files["pairing-tests.json"].text)["rows"]
    assert [f"{row['p']:.4f}" for row in tests] == ["0.4468", "0.0065"]
    assert ElementTree.fromstring(files["pairing.svg"].data).tag == f"{SVG}svg"  # noqa: S314 - ours
    assert "/compare/pairing" in files["pairing.tex"].text
    assert client.get("/compare/pairing/other.csv").status_code == 404
