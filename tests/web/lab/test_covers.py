"""What is covered stands nowhere in an answer: every measure, with each of its columns covered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.measure.listing import variants
from tests.sentences import sentence
from tests.web.lab.test_form import post
from tests.web.lab.test_routes import FRAGMENT
from web.lab.page import View
from web.state.address import Reading, from_query
from web.state.lab_state import State

pytestmark = pytest.mark.slow

FIFTEEN = {"labels": "101003000200003", "unretrieved": "322111", "size": "813", "conventions": "lillis", "more": "1"}
DIVERSE = {"subtopics": "110,011,000,100,001", "unretrieved_subtopics": "010", "more": "1"}
NUMBER = re.compile(r"\d+[.,]\d{3,}")


def state_of(given: dict[str, str], **more: str) -> State:
    reading = from_query({**given, **more})
    assert not reading.errors
    return reading.state


def spellings(given: dict[str, str]) -> list[str]:
    state = state_of(given)
    return [str(spec) for _, spec in variants(state.values, state.conventions, subtopics=state.diverse)]


EIGHT = {**FIFTEEN, "labels": "10100302"}
OPEN = {spelling: given for given in (DIVERSE, EIGHT) for spelling in spellings(given)}


def ask(client: FlaskClient, path: str, state: State) -> str:
    answer = client.get(f"{path}?{state.query()}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def parts(state: State) -> Iterator[tuple[str, object]]:
    """What the page says of the open measure, next to its table, and what its script asks for."""
    view = View(Reading(state, []), {})
    yield "final", view.lines.final
    yield "line", view.lines.of_row("rank-3")
    yield "remark", view.steps.remark
    yield "calculations", [re.findall(r'<td class="calc">(.*?)</td>', row.cells) for row in view.steps.rows]
    yield "open measure", [item[2:] for _, items, _ in view.families for item in items if item.shown]
    yield "lines", [line[1:] for row in view.lines.payload([f"rank-{i}" for i in range(9)]).values() for line in row]


def decimals(values: list[float]) -> list[float]:
    """Without whole numbers, and 0.5, which are elsewhere for good reasons."""
    return [v for v in values if v == v and abs(2 * v - round(2 * v)) > 1e-9]


def found(text: str, values: list[float]) -> list[str]:
    """The numbers of a text, with three decimals or more, that are one of the values."""

    def is_one(number: str) -> bool:
        places = len(re.split("[.,]", number)[1])
        return any(abs(float(number.replace(",", ".")) - v) <= 0.5 * 10**-places + 1e-9 for v in values)

    return [number for number in NUMBER.findall(text) if is_one(number)]


@pytest.mark.parametrize("show", OPEN)
def test_a_covered_number_is_nowhere_on_the_page(app: Flask, show: str) -> None:
    """But where another column has the same number by chance, or a measure has it as a parameter."""
    given = OPEN[show]
    table = state_of(given).explanation.table(show, 3)
    columns = table.computed.columns
    for cover in (*(c.key for c in table.shown_columns), show):
        state = state_of(given, show=show, cover=cover)
        steps = View(Reading(state, []), {}).steps
        shown = [
            float(columns[c.key][row])
            for c in table.shown_columns
            for row in steps.row_of
            if not steps.covers.cell(c.key, row)
        ]
        hidden = columns[cover].tolist() if cover in columns else [table.value or 0.0]
        values = [v for v in decimals(hidden) if min(abs(v - x) for x in (0.2, 0.8, *shown)) > 1e-3]
        with app.test_request_context():
            for where, told in parts(state):
                assert not found(re.sub("<[^>]*>", "", str(told)), values), (cover, where)


def hidden(client: FlaskClient, cover: str, **more: str) -> set[str]:
    """The cells of the list of fifteen that have a field instead of their number."""
    page = ask(client, "/lab", state_of(FIFTEEN, cover=cover, **more))
    return set(re.findall(r'name="([^"]*)" data-index', page))


def covered_measures(client: FlaskClient, cover: str, **more: str) -> set[str]:
    page = ask(client, "/lab", state_of(FIFTEEN, cover=cover, **more))
    return set(re.findall(r'name="show" value="([^"]*)"[^>]*><span class="m">[^<]*</span> <span class="v">\?<', page))


def test_cells_that_repeat_a_covered_one_are_covered(client: FlaskClient) -> None:
    """Its terms, unchanged sums below it, and scores above and below; what it is computed from stays."""
    terms = {f"term.{rank}" for rank in (1, 3, 6, 10, 15)}
    assert hidden(client, "P") == {f"P.{rank}" for rank in range(1, 16)} | terms | {"sum.1", "sum.2"}
    assert hidden(client, "P.3") == {"P.3", "term.3"}
    assert hidden(client, "sum.3") == {"sum.3", "sum.4", "sum.5"}
    assert hidden(client, "nDCG@10", show="nDCG@10", labels="10100300020") == {"NDCG.10", "NDCG.11"}
    longer = {"labels": "101003000200003", "unretrieved": "3", "show": "nDCG@10"}
    assert hidden(client, "nDCG@10", **longer) == {f"NDCG.{rank}" for rank in range(10, 15)}
    assert hidden(client, "NDCG.10", **longer) == {f"NDCG.{rank}" for rank in range(10, 15)}
    assert hidden(client, "DCG@10", **longer) == {f"DCG.{rank}" for rank in range(10, 15)}
    assert hidden(client, "DCG.9", show="nDCG@10") == {"DCG.9"}


def test_measures_that_are_covered_cells_are_covered(client: FlaskClient) -> None:
    assert covered_measures(client, "P") == {"P", "P@10", "Rprec", "P_at_recall@0.3", "IPrec@0.3"}
    assert covered_measures(client, "P.10") == {"P@10", "P_at_recall@0.3", "IPrec@0.3"}
    assert covered_measures(client, "AP") == {"AP", "AP@10"}
    assert covered_measures(client, "CG", show="nDCG@10") == {"CG@10"}


def test_the_formula_tells_no_covered_term(client: FlaskClient) -> None:
    page = ask(client, "/lab", state_of(FIFTEEN, cover="P"))
    assert 'class="final"' not in page
    assert "0.667" not in page.partition('<div class="bench">')[2].partition('class="families"')[0]


def test_charts_that_reveal_a_covered_number_are_hidden(client: FlaskClient) -> None:
    """On the page, as a file and as a table; a chart of something else stays."""
    for cover, chart, more in (
        ("P", "pr", {}),
        ("P", "ap", {}),
        ("AP", "ap", {"show": "nDCG@10"}),
        ("IPrec@0.3", "pr", {"show": "IPrec@0.3"}),
        ("mean", "pr", {"show": "IPrec11", "cover": "P"}),
        ("nDCG@10", "gain", {"show": "AP"}),
        ("P@10", "pr", {"show": "AP"}),
    ):
        state = state_of(FIFTEEN, **{"cover": cover, "chart": chart, **more})
        for path in ("/lab", "/lab/chart.svg", "/lab/chart-table"):
            text = ask(client, path, state)
            assert "Hidden: the chart would give the answer away." in text, (cover, chart, path)
            assert "data-chart" not in text
            assert "0.667" not in text.partition('id="chart"')[2]
    assert "data-chart" in ask(client, "/lab", state_of(FIFTEEN, cover="AP"))


def test_lines_follow_the_calculation_and_leave_out_what_is_covered(client: FlaskClient) -> None:
    def lines(row: int, cover: str = "", revealed: str = "", **more: str) -> list[list[str]]:
        query = state_of(FIFTEEN, cover=cover, **more).query()
        answer = client.get(f"/lab/lines?{query}&revealed={revealed}").get_json()
        return [[line[0], *line[2:3]] for line in answer[f"rank-{row}"]]

    assert [line[0] for line in lines(6)] == ["found", "P", "term", "sum", "AP"]
    assert [line[0] for line in lines(6, show="nDCG@10")] == ["G", "CG", "DCG", "IG", "IDCG", "NDCG"]
    assert lines(7, "DCG.6", show="nDCG@10")[2] == ["DCG"]
    assert lines(7, "DCG.6", "DCG.6", show="nDCG@10")[2] == ["DCG", "DCG[7] = 0/log2(7) + 2.791 = 2.791"]


def test_everything_is_revealed_by_one_button(client: FlaskClient) -> None:
    assert "Reveal all" in ask(client, "/lab", state_of(FIFTEEN, cover="AP,RR", show="nDCG@10"))
    assert "Reveal all" not in ask(client, "/lab", state_of(FIFTEEN))
    boxes = {"cover:AP": "on", "cover:RR": "on"}
    assert post("labels=101&cover=AP,RR", **boxes).cover == ("AP", "RR")
    assert post("labels=101&cover=AP,RR", do="uncover", **boxes).cover == ()


def test_the_verdict_tells_nothing_that_is_covered(client: FlaskClient) -> None:
    """A first wrong guess has a hint, but neither the value nor calculations with covered numbers."""
    state = state_of(FIFTEEN, cover="P").query()

    def verdict(ask: str) -> str:
        return client.get(f"/why?{state}&{ask}", headers=FRAGMENT).text

    wrong = verdict("measure=AP&column=P&row=3&value=0.5&reveal=later")
    assert "one rank higher up" in wrong
    assert "0.667" not in wrong
    assert sentence("another-try") in wrong
    assert "0.667" in verdict("measure=AP&column=P&row=3&value=0.5")
    shown = verdict("measure=AP&column=P&row=3&reveal=1")
    assert "P[3] is 0.667." in shown
    assert 'data-answer="0.667"' in shown
    assert "0.667" not in verdict("measure=AP&value=0.58")
    assert "0.667" in verdict("measure=AP&value=0.58&revealed=P.1,P.3,P.6,P.10,P.15")


@pytest.mark.parametrize(
    ("cell", "typed", "is_right"),
    [
        ("measure=AP&column=P&row=1", "1", True),
        ("measure=AP&column=P&row=1", "1,0", True),
        ("measure=AP&column=P&row=2", ".5", True),
        ("measure=AP&column=term&row=2", "0", True),
        ("measure=AP&column=P&row=3", "0.67", True),
        ("measure=AP&column=P&row=3", "0.7", False),
        ("measure=AP&column=P&row=3", "1", False),
        ("measure=infAP&column=share&row=2&labels=111", "1", True),  # 0.99999, which the table shows as 1.000
        ("measure=infAP&column=share&row=2&labels=111", "1.000", True),
    ],
)
def test_what_the_table_shows_is_right_however_it_is_written(
    client: FlaskClient, cell: str, typed: str, is_right: bool
) -> None:
    state = "" if "labels" in cell else state_of(FIFTEEN).query()
    answer = client.get(f"/why?{state}&{cell}&value={typed}", headers=FRAGMENT).text
    assert f'data-right="{str(is_right).lower()}"' in answer
    assert ("your number is rounded to 2 decimals" in answer) == (typed == "0.67")


def test_a_number_with_more_decimals_than_its_cell_says_why(client: FlaskClient) -> None:
    lines = client.get(f"/lab/lines?{state_of(FIFTEEN, show='nDCG@10').query()}").get_json()["rank-6"]
    assert "1.6309 instead of the table&#39;s 1.631, so that the result is 2.791." in lines[2][1]
    assert "instead" not in lines[4][1]


@pytest.mark.parametrize("cover", ["NDCG", "NDCG.10", "nDCG@10"])
def test_ndcg_is_written_in_one_way_on_a_page_and_addresses_keep_the_column_s_key(
    client: FlaskClient, cover: str
) -> None:
    address = "/lab?labels=101003000200003&conventions=lillis&show=nDCG@10&chart=gain"
    page = client.get(f"{address}&cover={cover}&step=").text
    for text in (page, client.get(address).text):
        words = re.sub(r"<[^>]*>|=[^ >]*", " ", re.sub(r"<[a-z][^>]*>", "", text))
        assert "nDCG" in words
        assert not re.search(r"\bNDCG\b", words)
    assert 'data-col="NDCG"' in page
    assert 'name="NDCG.10"' in page, "covered, as in addresses that people have kept"
