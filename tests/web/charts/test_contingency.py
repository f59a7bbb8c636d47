"""The picture of the contingency table, and which chart is shown beside which measure."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from ireval.measure.registry import measures
from tests.web.lab.test_routes import controls
from web import charts
from web.state.address import from_query
from web.state.lab_state import CHARTS, State

#: 10 of 800 documents are relevant: 4 of them in the top 10, and 5 in the whole list of 15.
LILLIS = {"labels": "101003000200003", "unretrieved": "32211", "size": "800", "conventions": "lillis"}
HIDDEN = "Hidden: the chart would give the answer away."


def state(**args: str) -> State:
    reading = from_query(args)
    assert not reading.errors
    return reading.state


def counts(**args: str) -> dict[str, str]:
    """The numbers in the picture by their names."""
    drawing = charts.chosen_chart(state(**args)).drawing
    assert drawing
    texts = [text.text for text in drawing.texts]
    return {name: texts[texts.index(name) - 1] for name in ("tp", "fp", "fn", "tn")}


def box(d: str) -> tuple[float, float]:
    """Width and height of a path's box."""
    left, top, right, bottom = map(float, re.findall(r"[\d.]+", d)[:4])
    return right - left, bottom - top


def test_its_numbers_are_those_at_the_row_of_the_score() -> None:
    assert counts(**LILLIS, show="P@10") == {"tp": "4", "fp": "6", "fn": "6", "tn": "784"}
    assert counts(**LILLIS, show="R") == {"tp": "5", "fp": "10", "fn": "5", "tn": "780"}
    assert counts(**LILLIS, show="Rprec") == {"tp": "4", "fp": "6", "fn": "6", "tn": "784"}
    assert counts(labels="0110", unretrieved="1", show="F") == {"tp": "2", "fp": "2", "fn": "1", "tn": "?"}
    assert counts(labels="01", show="P@10", size="5000") == {"tp": "1", "fp": "1", "fn": "0", "tn": "4,998"}
    assert charts.chosen_chart(state(labels="", show="P")).drawing is None


def test_precision_and_recall_are_the_shares_of_its_row_and_column() -> None:
    shown = charts.chosen_chart(state(**LILLIS, show="P@10"))
    assert shown.drawing and shown.chart.sentence.endswith("The areas of tp, fp and fn are to scale.")
    boxes = {path.key: box(path.d) for path in shown.drawing.paths}
    assert boxes["tp"][0] / boxes["retrieved"][0] == pytest.approx(0.4, abs=0.001)
    assert boxes["tp"][1] / boxes["relevant"][1] == pytest.approx(0.4, abs=0.001)
    areas = {name: width * height for name, (width, height) in boxes.items()}
    assert areas["fp"] / areas["tp"] == pytest.approx(6 / 4, abs=0.01)
    assert areas["fn"] / areas["tp"] == pytest.approx(6 / 4, abs=0.01)
    thin = charts.chosen_chart(state(labels="1" + "0" * 99, show="P"))
    assert thin.drawing and thin.chart.sentence.endswith("The areas are not to scale.")
    assert min(width for width, _ in (box(path.d) for path in thin.drawing.paths)) > 40, "a number has room"


def test_its_table_adds_up() -> None:
    (table,) = charts.tables(state(**LILLIS, show="Accuracy"))
    assert table.rows == [
        ("retrieved", "5", "10", "15"),
        ("not retrieved", "5", "780", "785"),
        ("all", "10", "790", "800"),
    ]


@pytest.mark.parametrize("cover", ["P@10", "P", "found.3", "recall", "R", "tn", "Accuracy", "F(beta=1)"])
def test_it_is_hidden_with_what_follows_from_it(client: FlaskClient, cover: str) -> None:
    query = "&".join(f"{name}={value}" for name, value in LILLIS.items())
    page = client.get(f"/lab?{query}&show=P@10&cover={cover}").text
    assert HIDDEN in page and ">784<" not in page
    assert HIDDEN not in client.get(f"/lab?{query}&show=P@10&cover=nDCG@10").text


def test_each_measure_says_which_chart_is_beside_it() -> None:
    assert {measure.chart_beside for measure in measures().values()} <= set(CHARTS)
    wanted = {
        "pr": ("AP", "AP@10", "IPrec@0.3", "IPrec11", "ERR@10"),
        "contingency": ("P", "P@5", "R", "R@10", "F(beta=2)", "Accuracy", "Fallout", "Rprec"),
        "gain": ("alpha_nDCG@5", "nDCG", "nDCG@10", "DCG@10", "IDCG@10", "CG@10"),
        "rr": ("RR",),
        "bpref": ("Bpref",),
    }
    for chart, spellings in wanted.items():
        for spelling in spellings:
            assert state(labels="101", show=spelling).chart == chart, spelling


def test_a_chosen_chart_stays_until_another_measure_is_opened(client: FlaskClient) -> None:
    def posted(address: str, **changes: str) -> str:
        form = controls(client.get(address).text) | changes
        return str(client.post("/lab", data=form).headers["Location"])

    address = posted("/lab?labels=0110&show=nDCG@10", chart="pr")
    assert address.endswith("show=nDCG@10&chart=pr")
    address = posted(address, g1="1", k="5")
    assert address.endswith("k=5&show=nDCG@5&chart=pr")
    assert posted(address, chart="gain").endswith("show=nDCG@5")
    assert posted(address, show="nDCG").endswith("show=nDCG&chart=pr")
    assert posted(address, show="RR").endswith("show=RR")
    assert posted("/lab?labels=0110", show="P").endswith("show=P")


def test_its_tab_is_there_where_it_fits() -> None:
    def tabs(**args: str) -> list[str]:
        return [key for key, _, _ in charts.chosen_chart(state(labels="10", **args)).tabs]

    assert "contingency" not in tabs(show="AP")
    assert "contingency" in tabs(show="P")
    assert "contingency" in tabs(show="P", chart="pr")
    assert "contingency" in tabs(show="AP", chart="contingency")
