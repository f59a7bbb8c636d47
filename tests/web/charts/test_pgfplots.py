"""Charts as LaTeX: documents that are balanced and escaped, with exactly the numbers of the chart."""

from __future__ import annotations

import csv
import re
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from ireval.measure import CONTINGENCY
from tests.conftest import make_app
from web import charts
from web.charts.scene import Dots
from web.state.address import from_query
from web.state.lab_state import CHARTS, FIGURE

LILLIS = "labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"
NAMED = "Engine 50%_{A}\\&#$^~"
LISTS = {
    "curves": f"labels=10101&labels2=01100&title={quote(NAMED)}",
    "average": "labels=1010&labels2=0110&labels3=1&arrangement=queries",
    "averages": "labels=1010&labels2=0110&labels3=001&labels4=100&arrangement=pairs&show=AP",
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return make_app().test_client()


def document(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "text/x-tex"
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.text


def check(text: str) -> None:
    """A document of its own, in which every group and environment ends, and nothing else is a command."""
    code = re.sub(r"(?m)^%.*\n", "", text)
    assert code.startswith("\\documentclass[border=4pt]{standalone}\n") and code.endswith("\\end{document}\n")
    assert not re.search(r"(?<!\\)[#&_^~]|(?<!\\)\$(?!-\$|\\alpha)(?<!\$-\$)(?<!\$)", re.sub(r"\$-\$", "", code)), code
    open_, names = [], []
    for mark in re.finditer(r"\\begin\{(\w+)\}|\\end\{(\w+)\}|\\.|[{}\[\]]", code):
        if mark[1]:
            names.append(mark[1])
        elif mark[2]:
            assert names.pop() == mark[2]
        elif mark[0] in "{[":
            open_.append(mark[0])
        elif mark[0] in "}]" and len(mark[0]) == 1:
            assert open_.pop() + mark[0] in {"{}", "[]"}
    assert not open_ and not names
    known = {
        *("documentclass", "usepackage", "pgfplotsset", "definecolor", "begin", "end", "addplot", "addlegendentry"),
        *("node", "small", "textbackslash", "textasciicircum", "textasciitilde"),
    }
    assert set(re.findall(r"\\([a-zA-Z]+)", code)) <= known


def plots(text: str) -> list[list[tuple[float, float]]]:
    """The coordinates of each plot."""
    number = r"-?\d+(?:\.\d{1,6})?"
    found = []
    for body in re.findall(r"\\addplot\[[^\n]*\] coordinates \{\n(.*?)\n\};", text, re.DOTALL):
        assert re.fullmatch(rf"(?:\s*\({number},{number}\))+", body), body
        pairs = re.findall(rf"\(({number}),({number})\)", body)
        found.append([(float(x), float(y)) for x, y in pairs])
    assert len(found) == text.count("\\addplot[")
    return found


@pytest.mark.parametrize("chart", [key for key in CHARTS if key not in {CONTINGENCY, FIGURE}])
def test_each_chart_has_its_own_numbers(client: FlaskClient, chart: str) -> None:
    query = f"{LILLIS}&chart={chart}&comma=1&names=a%25,b_1&k=5"
    text = document(client, f"/lab/chart.tex?{query}")
    check(text)
    state = from_query(dict(part.split("=") for part in query.split("&"))).state
    wanted = []
    for panel in reversed(charts.chosen_chart(state).chart.panels):
        for layer in panel.layers:
            parts = [layer.points]
            if isinstance(layer, Dots):
                both = list(zip(layer.points, layer.filled, strict=True))
                parts = [[p for p, hit in both if hit is kind] for kind in (False, True)]
            wanted += [[(round(x, 6), round(y, 6)) for x, y in part] for part in parts if part]
    assert plots(text) == wanted
    assert "0.25" in text or chart in {"gain", "rr"}, "a decimal point, whatever the page has"


def test_the_curve_of_the_lecture(client: FlaskClient) -> None:
    """Precision 1, 2/3, 3/6, 4/10 and 5/15 at recall 0.1 to 0.5."""
    text = document(client, f"/lab/chart.tex?{LILLIS}")
    assert [(0.1, 1.0), (0.2, 0.666667), (0.3, 0.5), (0.4, 0.4), (0.5, 0.333333)] in plots(text)
    assert "xlabel={recall}" in text and "ylabel={precision}" in text


@pytest.mark.parametrize("key", LISTS)
def test_charts_of_several_lists(client: FlaskClient, key: str) -> None:
    text = document(client, f"/lab/beside/{key}.tex?{LISTS[key]}")
    check(text)
    assert plots(text)
    if key == "curves":
        assert r"\addlegendentry{Engine 50\%\_\{A\}\textbackslash{}\&\#\$\textasciicircum{}\textasciitilde{}}" in text
    page = client.get(f"/lab?{LISTS[key]}").text
    for link in re.findall(r'href="(/lab/beside/[^"]*?\.tex\?[^"]*)"', page):
        check(document(client, link.replace("&amp;", "&")))


def test_a_chart_without_content_is_refused(client: FlaskClient) -> None:
    for ending in ("tex", "csv"):
        answer = client.get(f"/lab/chart.{ending}?labels=000")
        assert answer.status_code == 400
        assert "No document is relevant" in answer.text


def test_the_numbers_as_a_table_for_spreadsheets(client: FlaskClient) -> None:
    rows = list(csv.reader(client.get(f"/lab/chart.csv?{LILLIS}").text.splitlines()))
    assert rows[0] == ["rank", "document", "relevant", "recall", "precision"]
    assert rows[3] == ["3", "d3", "yes", "0.200", "0.667"]
    assert rows[16] == [] and rows[17] == ["recall", "interpolated precision"] and rows[20] == ["0.2", "0.667"]
    comma = client.get(f"/lab/chart.csv?{LILLIS}&comma=1&names==1%2B1").text.splitlines()
    assert comma[1] == "1;'=1+1;yes;0,100;1,000"
