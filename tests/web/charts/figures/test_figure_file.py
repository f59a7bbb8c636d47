"""A figure as an SVG file: it stands alone, says what the page says, and nothing that is covered or not reached."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from flask.testing import FlaskClient

from ireval.measure.spelling import parse
from tests.web.charts.figures.test_figures import DIVERSE, LILLIS, SPELLED, drawn
from web.charts.figures.figure_file import figure_file

SVG = "{http://www.w3.org/2000/svg}"


def file(client: FlaskClient, **query: str) -> str:
    answer = client.get("/lab/chart.svg", query_string={**LILLIS, "chart": "figure", **query})
    assert answer.status_code == 200 and answer.mimetype == "image/svg+xml"
    return answer.text


def test_it_has_the_shapes_the_title_and_the_sentence(client: FlaskClient) -> None:
    root = ET.fromstring(file(client, show="nDCG@10"))  # noqa: S314
    words = " ".join(root.itertext())
    assert "nDCG@10 as a figure" in words and "3/2.807 = 1.069" in words
    assert "so nDCG@10 is 0.315" in " ".join(words.split())
    assert len(root.findall(f".//{SVG}rect")) > 40


def test_it_stands_alone(client: FlaskClient) -> None:
    """Without variables, links, scripts, controls or ids; every class that colours a bar has a rule."""
    text = file(client, show="nDCG@10")
    for foreign in ("var(", "light-dark", "color-mix", "@import", "<script", "http://127", "tabindex", " id=", ":is("):
        assert foreign not in text
    style = re.search("<style>(.*?)</style>", text, re.DOTALL)
    assert style
    for rule in (".f3{fill:#0f6b62}", ".lane,.f0{fill:#e8edf1}", ".end{text-anchor:end}", ".g3 text{fill:#fff}"):
        assert rule in style[1].replace(": ", ":")


@pytest.mark.parametrize("more", [{"cover": "nDCG@10"}, {"cover": "DCG"}])
def test_a_covered_score_is_not_in_it(client: FlaskClient, more: dict[str, str]) -> None:
    text = file(client, show="nDCG@10", **more)
    assert "0.315" not in text and "<rect class" not in text


def test_what_a_step_has_not_reached_is_not_in_it(client: FlaskClient) -> None:
    text = file(client, show="nDCG@10", step="3")
    assert "0.315" not in text and "1.069" not in text and "1/2.000 = 0.500" in text
    assert "ahead" not in text.split("</style>")[1]


def test_every_figure_is_a_file() -> None:
    for name in SPELLED.values():
        found = drawn(name, DIVERSE if parse(name).measure.needs_subtopics else LILLIS)
        for markup in (found.wide, found.narrow):
            laid_out = figure_file(found.title, found.sentence, markup)
            ET.fromstring(f"<svg>{laid_out.shapes}</svg>")  # noqa: S314
            assert " ".join(line for _, line in laid_out.lines) == found.sentence


def test_an_empty_list_says_so(client: FlaskClient) -> None:
    answer = client.get("/lab/chart.svg", query_string={"labels": "", "chart": "figure", "show": "AP"})
    assert answer.status_code == 200 and "nothing to draw" in answer.text


def test_names_are_text(client: FlaskClient) -> None:
    text = file(client, labels="101", unretrieved="", size="", show="AP", names="<b>&amp")
    ET.fromstring(text)  # noqa: S314
    assert "<b>" not in text


def test_the_page_links_it(client: FlaskClient) -> None:
    page = client.get("/measures/AP").text
    found = re.search(r'<a href="([^"]*chart\.svg[^"]*)" download="figure\.svg">', page)
    assert found
    answer = client.get(found[1].replace("&amp;", "&"))
    assert "AP as a figure" in answer.text
