"""Step by step: step 0, the whole table, and charts, measures and lists that show no row that is still to come."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.web.lab.test_form import post, state_of
from web.state.step_position import StepPosition

FIFTEEN = "labels=101003000200003&unretrieved=32211&conventions=lillis"


def page(client: FlaskClient, query: str, path: str = "/lab") -> str:
    answer = client.get(f"{path}?{query}")
    assert answer.status_code == 200
    return answer.text


def drawn(text: str) -> dict[str, int]:
    """How many parts each path of the chart has that the stepper ends."""
    paths = re.findall(r'<path class="([^"]*)" d="([^"]*)"[^>]* data-since=', text)
    return {key: len([part for part in re.split(r"(?=M)| ", d) if part]) for key, d in paths}


def test_step_0_is_an_empty_table_and_an_empty_chart(client: FlaskClient) -> None:
    text = page(client, f"{FIFTEEN}&step=0")
    assert text.count(" ahead") == 15
    assert "rank 0 of 15" in text
    assert set(drawn(text).values()) == {0}
    assert " ahead" not in page(client, FIFTEEN)
    assert state_of("labels=101&step=0").query().endswith("&step=0")
    assert state_of("labels=101").step is None


@pytest.mark.parametrize(
    ("was", "do", "step"),
    [
        ("labels=101", "step 1", 1),
        ("labels=101", "step -1", 3),
        ("labels=101&step=1", "step -1", 0),
        ("labels=101&step=0", "step -1", 0),
        ("labels=101&step=0", "step 1", 1),
        ("labels=101&step=3", "step 1", 3),
        ("labels=101&step=2", "step all", None),
    ],
)
def test_buttons_step_without_a_script(was: str, do: str, step: int | None) -> None:
    at = state_of(was).step
    assert post(was, do=do, step=str(4 if at is None else at), last="3").step == step


def test_the_end_of_the_slider_is_the_whole_table() -> None:
    assert post("labels=101&step=2", step="4", last="3").step is None
    assert post("labels=101", step="4", last="3", documents="4").step is None  # although the list is longer now
    assert post("labels=101", step="2", last="3").step == 2
    assert post("labels=101", step="0", last="3").step == 0


def test_a_chart_ends_at_the_step(client: FlaskClient) -> None:
    curve = drawn(page(client, f"{FIFTEEN}&step=6"))
    assert curve == {"stairs": 0, "path": 6, "level": 0, "ranks miss": 3, "hole": 3, "ranks hit": 3}
    gain = drawn(page(client, f"{FIFTEEN}&chart=gain&show=nDCG&step=6"))
    assert (gain["dcg"], gain["ideal"], gain["ndcg"], gain["weight"]) == (6, 6, 6, 6)
    terms = drawn(page(client, f"{FIFTEEN}&chart=ap&step=6"))
    assert (terms["slot"], terms["slot missing"], terms["term"], terms["path"]) == (3, 0, 6, 6)
    assert drawn(page(client, "labels=00101&chart=rr&show=RR&step=2"))["score"] == 0
    levels = drawn(page(client, f"{FIFTEEN}&show=IPrec11&step=4"))
    assert (levels["level"], levels["stairs"], levels["path"]) == (4, 0, 15)
    assert drawn(page(client, f"{FIFTEEN}&step=15"))["stairs"] == 12


def test_files_and_numbers_of_a_chart_end_at_the_step(client: FlaskClient) -> None:
    file = page(client, f"{FIFTEEN}&step=6", "/lab/chart.svg")
    assert "The chart is shown up to rank 6 of 15." in file
    assert "data-since" not in file
    assert "0.333" not in file
    numbers = page(client, f"{FIFTEEN}&step=6", "/lab/chart-table")
    assert re.findall(r'scope="row">(\d+)<', numbers) == [str(i) for i in range(1, 7)]
    assert "eleven" not in numbers
    assert page(client, f"{FIFTEEN}&chart=ap&step=6", "/lab/chart-table").count("<tr>") == 1 + 6
    assert page(client, f"{FIFTEEN}&show=IPrec11&step=2", "/lab/chart-table").count("<tr>") == 1 + 15 + 1 + 2


def test_measures_wait_for_their_row(client: FlaskClient) -> None:
    """Those whose score is a cell of the open table."""
    text = page(client, f"{FIFTEEN}&show=nDCG@10&step=9")
    late = re.findall(r'<label class="item late"[^>]* data-read="rank-(\d+)"><input[^>]* value="([^"]*)"', text)
    assert late == [("10", "CG@10"), ("10", "DCG@10"), ("10", "IDCG@10"), ("15", "nDCG"), ("10", "nDCG@10")]
    assert 'class="item late"' not in page(client, f"{FIFTEEN}&show=nDCG@10&step=15")


def test_what_rows_hide() -> None:
    assert StepPosition.within(3, 15, "rank", 10).classes == "stepping partial unread"
    assert StepPosition.within(10, 15, "rank", 10).classes == "stepping partial"
    assert StepPosition.within(99, 15, "rank", 10) == StepPosition(15, 15, "rank", 10)
    assert StepPosition.within(15, 15, "rank", 10).classes == "stepping"
    assert StepPosition.within(None, 15, "rank", 10).classes == ""
