"""What the lab and the interface show of conventions: skipped documents, presets of tools, conventions of a run."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.sentences import sentence
from tests.web.lab.test_form import post, state_of


def page(client: FlaskClient, query: str) -> str:
    answer = client.get(f"/lab?{query}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def cells(row: str) -> list[str]:
    """The text of a row's cells after the label."""
    found = re.findall(r"<td[^>]*>(.*?)</td>", row.partition('class="seg"')[2], re.DOTALL)
    return [re.sub(r"<[^>]*>", "", cell) for cell in found[-6:]]


def test_skipped_documents_stay_in_the_list_without_cells(client: FlaskClient) -> None:
    text = page(client, "labels=1u0u10&unretrieved=1&unjudged=skipped&show=AP")
    rows = re.findall(r'<tr id="rank-\d.*?</tr>', text, re.DOTALL)
    assert len(rows) == 6
    assert all(f'name="g{i}"' in row for i, row in enumerate(rows, start=1))
    assert [cells(row)[-1] for row in rows] == ["0.333", "", "0.333", "", "0.556", "0.556"]
    assert not any(cells(rows[1]) + cells(rows[3]))
    assert "rank among the judged documents; unjudged documents are skipped" in text
    assert "rank among the judged" not in page(client, "labels=1u0u10&show=AP")


def test_rows_after_the_condensed_list(client: FlaskClient) -> None:
    """Its ideal list is longer than the list, so the table has rows for documents that were not retrieved."""
    text = page(client, "labels=1uu&unretrieved=111&unjudged=skipped&show=nDCG")
    assert re.findall(r'<tr id="rank-(\d+)"', text) == ["1", "2", "3", "4", "5", "6"]
    assert text.count("not retrieved</td>") == 3


@pytest.mark.parametrize(
    ("preset", "measure", "words"),
    [
        ("ranx", "IPrec11", sentence("tool-lacks-measure", tool="ranx")),
        ("sklearn", "Bpref", sentence("tool-lacks-measure", tool="scikit-learn")),
        ("kth", "Bpref", sentence("source-lacks-measure")),
        ("trec_eval", "AP", None),
        ("lillis", "AP", None),
    ],
)
def test_a_measure_the_preset_lacks_is_marked(
    client: FlaskClient, preset: str, measure: str, words: str | None
) -> None:
    text = page(client, f"labels=10&conventions={preset}&show={measure}")
    assert ("common definition" in text) == (words is not None)
    assert words is None or words in text


def test_conventions_of_a_run_have_no_control_but_stay_in_the_address(client: FlaskClient) -> None:
    text = page(client, "labels=10&ties=input-order")
    assert 'name="c-unjudged"' in text
    assert 'name="c-ties"' not in text
    was = "labels=10&ties=input-order&unjudged=skipped"
    assert state_of(was).overrides == {"ties": "input-order", "unjudged": "skipped"}
    assert post(was, **{"c-unjudged": ""}).overrides == {"ties": "input-order"}


def test_the_interface_says_which_rank_a_row_is(client: FlaskClient) -> None:
    answer = client.get("/api/v1/evaluate?labels=u1u0&unjudged=skipped&measures=AP,Bpref").get_json()
    ap, bpref = answer["measures"]
    assert ap["ranks"] == [2, 4]
    assert [len(column) for column in ap["columns"].values()] == [2] * len(ap["columns"])
    assert "ranks" not in bpref


def test_names_are_repeated_as_typed(client: FlaskClient) -> None:
    answer = client.get("/api/v1/evaluate?labels=2u1&measures=nDCG(dcg='exp-log2')@10,map_cut_5").get_json()
    first, second = answer["measures"]
    assert (first["name"], second["name"]) == ("nDCG(dcg='exp-log2')@10", "map_cut_5")
    assert first["canonical"].startswith("nDCG(discount='log2-rank-plus-1', gain='exponential'")
    assert second["canonical"].startswith("AP(")


def test_the_interface_lists_scopes(client: FlaskClient) -> None:
    listed = client.get("/api/v1/conventions").get_json()["conventions"]
    assert {name for name, c in listed.items() if c["scope"] == "run"} == {"scores", "ties", "missing"}
