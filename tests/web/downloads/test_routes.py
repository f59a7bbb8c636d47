"""Downloads: the same digits as on the page, valid files, and clear errors."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from lxml import html

from ireval.conventions import PRESETS
from ireval.explanation.worked_examples import EXAMPLES
from tests.conftest import make_app
from tests.paths import DOCS
from tests.qr_codes import decoded
from web.downloads.routes import LONGEST_DRAWN
from web.state.address import from_example, from_query

pytestmark = pytest.mark.slow

LILLIS = "labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"
TABLES = [f"/take/{what}.{ending}" for what in ("table", "measures", "switchboard") for ending in ("csv", "tex", "md")]
FILES = [*TABLES, "/take/qrels.txt", "/take/run.txt", "/take/subtopics.txt", "/take/link.svg"]
LISTS = [f"/take/lists.{ending}" for ending in ("csv", "tex", "md")]
#: A host that phones can open.
ELSEWHERE = "http://192.168.1.20"
CHARTS = ["/lab/chart.csv", "/lab/chart.tex"]
PICTURES = ["/lab/chart.svg", "/lab/beside/curves.svg", "/lab/beside/curves.tex"]
SUBTOPICS = "subtopics=110,010,000,001,100&unretrieved_subtopics=011&k=5"


def page(client: FlaskClient, query: str) -> Any:
    return html.document_fromstring(client.get(f"/lab?{query}").text)


def text(node: Any) -> str:
    return "".join(node.itertext()).strip().replace("\N{MINUS SIGN}", "-").replace("\N{MULTIPLICATION SIGN}", "*")


def read(client: FlaskClient, address: str) -> list[list[str]]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    between = ";" if "comma=1" in address else ","
    return list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"), newline=""), delimiter=between))


def bare(cell: str) -> str:
    """A cell without what only the file has: `P[2] = 1/2` is 1/2 on the page."""
    return re.sub(r"^\w+\[[\d.,]+\] = ", "", cell)


@pytest.mark.parametrize(
    "query",
    [
        LILLIS,
        f"{LILLIS}&show=nDCG@10&places=5",
        f"{LILLIS}&show=IPrec11",
        f"{LILLIS}&show=nDCG@10&comma=1",
        f"{LILLIS}&show=IPrec11&comma=1&places=1",
        "labels=1u3p0&unretrieved=21&show=AP&unjudged=skipped&names=a,b%20c",
        "labels=10u&show=nDCG@6&k=6&unretrieved=33",
        f"{SUBTOPICS}&show=P_IA@5",
        f"{SUBTOPICS}&show=alpha_nDCG@5&rounding=carried&decimals=2",
        "labels=00&show=AP",
    ],
)
def test_the_table_has_what_the_page_shows(client: FlaskClient, query: str) -> None:
    tree = page(client, query)
    tables = {t.get("id"): t for t in tree.iter("table")}
    head, *rows, closing = read(client, f"/take/table.csv?{query}")
    levels = tables.get("levels")
    shown = [list(tr) for tr in (tables["steps"] if levels is None else levels).iter("tr")]
    if levels is None:
        labels = {c.get("name"): c.get("value") for c in tree.iter("input") if c.get("checked") is not None}
        assert [text(cell) for cell in shown[0][3:]] == head[3:]
        for row, cells in zip(rows, shown[1:], strict=True):
            assert (row[0], row[1]) == (text(cells[0]), text(cells[1]))
            own = [cell for cell in cells[1:] if cell.get("class") not in ("doc", "seg")]
            differ = [name for name, x, y in zip(head[3:], row[3:], own, strict=True) if bare(x) != text(y)]
            assert set(differ) <= {"covers"}, "the page lists the subtopics, whose number is in the file"
            if row[2]:
                assert labels.get(f"g{row[0]}", "p") == row[2]  # the page has no control for p
    else:
        assert [text(cell) for cell in shown[0]] == head
        assert [list(map(bare, row)) for row in rows] == [list(map(text, cells)) for cells in shown[1:]]
    result = text(next(tree.iter("output")))
    assert closing[0].endswith(f" = {result}") or f" = {result} (" in closing[0]


@pytest.mark.parametrize(
    "query",
    [LILLIS, f"{LILLIS}&comma=1", f"{LILLIS}&more=1&places=2", "labels=00&conventions=lillis", SUBTOPICS],
)
def test_the_measures_are_those_that_the_page_lists(client: FlaskClient, query: str) -> None:
    items = [e for e in page(client, query).iter("label") if e.get("class") == "item"]
    shown = [[text(e) for e in item.iter("span") if e.get("class", "").split()[0] in "mv"] for item in items]
    rows = read(client, f"/take/measures.csv?{query}")[1:]
    for row, (label, value) in zip(rows, shown, strict=True):
        assert row[0] == label
        assert row[2] == ("" if "not defined" in value else value)
        assert row[3].startswith("not defined") or row[2]


def test_the_switchboard_is_that_of_the_page_and_of_the_interface(client: FlaskClient) -> None:
    query = f"{LILLIS}&gain=exponential"
    head, *rows = read(client, f"/take/switchboard.csv?{query}")
    board = json.loads(client.get(f"/api/v1/switchboard?{query}").text)["measures"]
    assert [head[1], head[2], head[-2:]] == ["Yours", "Lillis", ["Quepid", "differs in"]]
    assert [row[0] for row in rows] == [row[0] for row in read(client, f"/take/measures.csv?{query}")[1:]]
    for row, measure in zip(rows, board, strict=True):
        values = [measure["values"][key] for key in ("own", *PRESETS)]
        assert [cell == "" for cell in row[1:-1]] == [value is None for value in values]
        assert [float(cell) for cell in row[1:-1] if cell] == pytest.approx(
            [value for value in values if value is not None], abs=0.00051
        )
        assert (row[-1] == "") is (len(measure["groups"]) < 2)
    assert dict(zip(head, next(row for row in rows if row[0] == "AP"), strict=True))["differs in"] == "AP divides by"


def test_decimal_commas_are_right_in_every_format(client: FlaskClient) -> None:
    query = f"{LILLIS}&show=nDCG@10&comma=1&names=a.5,1.5"
    assert "1;a.5;1;1;1;DCG[1] = 1;1,000;3;3,000;0,333\r\n" in client.get(f"/take/table.csv?{query}").text
    assert client.get(f"/take/table.csv?{query}").text.rstrip().endswith("nDCG@10 = 3,394/11,834 = 0,287")
    tex = client.get(f"/take/table.tex?{query}").text
    assert r"3 & d3 & 1 & 1 & 2 & $1/\log_{2}(3) + 1$ & 1,631 & 3 & 7,893 & 0,207 \\" in tex
    assert r"$3/\log_{2}(6) + 1{,}6309$" in tex and "3{,}394" in tex and "2 & 1.5 & 0" in tex
    assert r"| 1 | a.5 | 1 | 1 | 1 | 1 | 1,000 |" in client.get(f"/take/table.md?{query}").text


def test_conventions_are_noted(client: FlaskClient) -> None:
    query = f"/take/measures.md?{LILLIS}&gain=exponential"
    last = client.get(query).text.splitlines()[-1]
    assert last.startswith("Conventions: COMP3009J lecture (Lillis); ")
    assert last.endswith(": exponential")
    assert "gain='exponential'" in client.get(query.replace(".md", ".csv")).text


@pytest.mark.parametrize("address", FILES)
def test_files_say_what_they_are(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}?{SUBTOPICS}&show=alpha_nDCG@5")
    media = {"csv": "text/csv", "tex": "text/x-tex", "md": "text/markdown", "txt": "text/plain"}
    stem, _, ending = address.rpartition("/")[2].rpartition(".")
    if ending == "svg":
        assert answer.content_type == "image/svg+xml; charset=utf-8"
        assert "Content-Disposition" not in answer.headers
        return
    assert answer.content_type == f"{media[ending]}; charset=utf-8"
    name = "alpha_nDCG-5" if stem == "table" else stem
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}.{ending}"'
    answer.data.decode("utf-8")


def test_a_csv_with_other_letters_has_a_mark_for_excel(client: FlaskClient) -> None:
    assert client.get("/take/table.csv?labels=1&names=M%C3%BCller").data.startswith(b"\xef\xbb\xbfrank,")
    assert client.get("/take/table.csv?labels=1&names=Miller").data.startswith(b"rank,")


@pytest.mark.parametrize("address", FILES)
@pytest.mark.parametrize("query", ["labels=10x", "labels=1&k=0", "labels=1&size=0", "labels=1&nonsense=1", "show=No"])
def test_an_invalid_address_is_refused(client: FlaskClient, address: str, query: str) -> None:
    answer = client.get(f"{address}?{query}")
    assert answer.status_code == 400
    args = dict(part.split("=") for part in query.split("&"))
    for error in from_query(args).errors:
        assert error.message.replace("'", "&#39;") in answer.text
    assert "Content-Disposition" not in answer.headers


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("/take/run.txt?labels=&unretrieved=1", "The list is empty"),
        ("/take/qrels.txt?labels=uu", "No document is judged"),
        ("/take/subtopics.txt?labels=1", "No subtopics were judged"),
        (f"/take/link.svg?labels={'1' * 999}&names={'x' * 40 + ',' * 30}{','.join(['y' * 40] * 40)}", "too long"),
    ],
)
def test_there_is_no_empty_file(client: FlaskClient, address: str, why: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert why in answer.text


def test_the_files_are_about_the_same_documents(client: FlaskClient) -> None:
    query = "labels=1up&unretrieved=1&names=a%20b,a_b,,a%20b"
    assert client.get(f"/take/qrels.txt?{query}").text == "1 0 a_b 1\n1 0 d3 -1\n1 0 a_b-3 1\n"
    ranked = client.get(f"/take/run.txt?{query}").text
    assert [line.split()[2] for line in ranked.splitlines()] == ["a_b", "a_b-2", "d3"]
    by_subtopic = client.get(f"/take/subtopics.txt?{SUBTOPICS}").text.splitlines()
    assert by_subtopic[:3] == ["1 1 d1 1", "1 2 d1 1", "1 3 d1 0"]
    assert by_subtopic[-3:] == ["1 1 d6 0", "1 2 d6 1", "1 3 d6 1"]


def test_every_example_can_be_downloaded(client: FlaskClient) -> None:
    every = (*TABLES, "/take/qrels.txt", "/take/run.txt", "/take/link.svg")
    for i, example in enumerate(EXAMPLES):
        query = from_example(example).query()
        for address in every[i % 4 :: 4]:
            assert client.get(f"{address}?{query}").status_code == 200, (address, query)


@pytest.mark.parametrize("query", [LILLIS, "labels=10&names=a%20b,c", "labels=" + "10u32" * 200, "show=nDCG@10"])
def test_the_qr_code_is_the_address(client: FlaskClient, query: str) -> None:
    args = dict(part.split("=") for part in query.replace("%20", " ").split("&"))
    wanted = f"http://localhost/lab?{from_query(args).state.query()}"
    assert decoded(client.get(f"/take/link.svg?{query}").text) == wanted


def test_the_longest_address_is_drawn_and_offered_and_no_longer_one(client: FlaskClient) -> None:
    names = ",".join(["x" * 40] * 60)
    start = len(f"{ELSEWHERE}/lab?") + len(f"labels={'1' * 60}&names=")
    for length, status in ((LONGEST_DRAWN, 200), (LONGEST_DRAWN + 1, 400)):
        query = f"labels={'1' * 60}&names={names[: length - start]}"
        answer = client.get(f"/take/link.svg?{query}", base_url=ELSEWHERE)
        assert answer.status_code == status
        menu = client.get(f"/lab?{query}", base_url=ELSEWHERE).text
        assert ('<p class="code" hidden>' in menu) is (status == 400)
        assert ('<p class="long" hidden>' in menu) is (status == 200)
        if status == 200:
            assert len(decoded(answer.text)) == LONGEST_DRAWN


def test_links_are_those_of_the_visitors_side_of_the_proxy() -> None:
    client = make_app(PROXIES=1, HOSTS="uni.example").test_client()
    seen = {"X-Forwarded-Prefix": "/ir", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "uni.example"}
    query = "labels=101&k=3"
    wanted = f"https://uni.example/ir/lab?{query}"
    assert decoded(client.get(f"/take/link.svg?{query}", headers=seen).text) == wanted
    assert f"% {wanted}\n" in client.get(f"/take/table.tex?{query}", headers=seen).text
    menu = client.get(f"/lab?{query}", headers=seen).text
    assert f'value="{wanted.replace("&", "&amp;")}"' in menu
    assert 'href="/ir/take/table.csv?labels=101&amp;k=3" data-state' in menu


def test_every_link_of_the_menu_leads_somewhere(client: FlaskClient) -> None:
    found = re.findall(
        r'(?:href|src)="(/[^"]+)"[^>]* data-state', client.get(f"/lab?{SUBTOPICS}&labels2=01", base_url=ELSEWHERE).text
    )
    others = {*LISTS, *CHARTS, "/embed", "/enter", "/lab", "/playlist", "/switchboard", "/formula/lab", "/sheets/new"}
    others |= {"/measures", "/measures/AP", "/take/lesson-step", "/experiments/diversity"}
    assert {address.partition("?")[0] for address in found} == {*FILES, *others}
    for address in found:
        assert client.get(address.replace("&amp;", "&")).status_code == 200, address


def test_the_page_names_every_address_and_the_limit() -> None:
    page = (DOCS / "addresses.md").read_text("utf-8")
    table = page[page.index("| Address | Gives |") : page.index("In the CSV a calculation")]
    others = ["/embed", "/take/lesson-step", "/take/lesson.md"]
    assert sorted(re.findall(r"`(/[\w./-]+)`", table)) == sorted([*FILES, *LISTS, *CHARTS, *PICTURES, *others])
    assert f"up to {LONGEST_DRAWN:,} characters" in table
    allowed = re.search(r'`FRAME_ANCESTORS="([^"]+)"`', page)
    assert allowed
    assert make_app(FRAME_ANCESTORS=allowed[1]).config["FRAME_ANCESTORS"] == allowed[1]


@pytest.mark.parametrize("ending", ["csv", "tex", "md"])
def test_hostile_names_come_out_as_text(client: FlaskClient, ending: str) -> None:
    names = quote("=HYPERLINK(1)") + "," + quote("a|b") + "," + quote(r"\input{x}") + "," + quote("<b>x</b>")
    answer = client.get(f"/take/table.{ending}?labels=1111&names={names}").text
    wanted = {
        "csv": ["'=HYPERLINK(1)", "a|b", r"\input{x}", "<b>x</b>"],
        "tex": ["=HYPERLINK(1)", r"a\textbar{}b", r"\textbackslash{}input\{x\}", r"\textless{}b\textgreater{}x"],
        "md": ["=HYPERLINK(1)", r"a\|b", r"\\input{x}", r"\<b\>x\</b\>"],
    }
    for name in wanted[ending]:
        assert re.search(rf"[,&|\n ]{re.escape(name)}", answer), name
