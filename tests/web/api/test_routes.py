"""The JSON interface answers what the pages show, and errors in one shape."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.measure.spelling import parse

LILLIS = "labels=101003000200003&unretrieved=32211&conventions=lillis"


def get(client: FlaskClient, query: str, status: int = 200) -> Any:
    response = client.get(f"/api/v1/evaluate?{query}")
    assert response.status_code == status, response.text
    assert response.mimetype == "application/json"
    return json.loads(response.text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


def test_the_lecture_list(client: FlaskClient) -> None:
    answer = get(client, LILLIS + "&measures=AP,nDCG@10")
    ap, ndcg = answer["measures"]
    assert (ap["name"], ap["value"]) == ("AP", pytest.approx(0.29, abs=1e-12))
    assert ap["canonical"].startswith("AP(")
    assert ndcg["name"] == "nDCG@10"
    assert set(ndcg["columns"]) == {"G", "CG", "DCG", "IG", "IDCG", "NDCG"}
    assert ndcg["value"] == ndcg["columns"]["NDCG"][9] == pytest.approx(0.28676538853913563, abs=1e-12)
    assert answer["conventions"]["discount"] == "log2-rank"


def test_names_are_repeated_as_typed_and_canonical_ones_mean_the_same(client: FlaskClient) -> None:
    requested = "map,P_10,Bpref(bpref='10-plus-r'),F(beta=2)"
    answer = get(client, LILLIS + f"&measures={requested}")
    assert [m["name"] for m in answer["measures"]] == requested.split(",")
    for m in answer["measures"]:
        again = get(client, LILLIS.replace("lillis", "trec_eval") + f"&measures={m['canonical']}")["measures"][0]
        assert again["value"] == m["value"]


def test_without_measures_all_are_answered(client: FlaskClient) -> None:
    answer = get(client, LILLIS)
    measures = {parse(m["name"]).measure.name for m in answer["measures"]}
    from ireval.measure.registry import measures as registered

    assert measures == {m.name for m in registered().values() if m.variants and not m.needs_subtopics}


def test_with_subtopics_measures_of_diversity_come_along(client: FlaskClient) -> None:
    answer = get(client, "subtopics=110,010,000,001,100&unretrieved_subtopics=011&k=5")
    values = {m["name"]: m["value"] for m in answer["measures"]}
    assert values["P@5"] == 0.8
    assert values["alpha_nDCG@5"] == pytest.approx(0.8378546357289943, abs=1e-12)
    assert values["P_IA@5"] == pytest.approx(1 / 3)


def test_without_subtopics_they_say_what_is_missing(client: FlaskClient) -> None:
    (measure,) = get(client, "labels=11&measures=alpha_nDCG")["measures"]
    assert measure["value"] is None
    assert "subtopics=110,011,000" in measure["why"]


def test_without_conventions_the_preset_is_trec_eval(client: FlaskClient) -> None:
    assert get(client, "labels=1&measures=AP")["conventions"]["discount"] == "log2-rank-plus-1"


def test_a_measures_own_parameter_beats_an_override_beats_the_preset(client: FlaskClient) -> None:
    query = LILLIS + "&discount=log10-rank&measures=nDCG@10,nDCG(discount='log2-rank-plus-1')@10"
    over, own = get(client, query)["measures"]
    assert "log10-rank" in over["canonical"]
    assert own["value"] == pytest.approx(0.31533241928487765, abs=1e-12)


def test_an_undefined_value_is_null_with_a_reason(client: FlaskClient) -> None:
    answer = get(client, "labels=000&conventions=lillis&measures=AP,Accuracy,P")
    ap, accuracy, p = answer["measures"]
    assert ap["value"] is None and "R = 0" in ap["why"]
    assert accuracy["value"] is None and "size" in accuracy["why"]
    assert p["value"] == 0 and "why" not in p


def test_rounding_as_the_lecture_prints_it(client: FlaskClient) -> None:
    answer = get(client, LILLIS + "&rounding=columns&decimals=1&measures=nDCG")
    shown = [f"{x + 1e-9:.2f}" for x in answer["measures"][0]["columns"]["NDCG"]]
    assert (shown[2], shown[4], shown[14]) == ("0.20", "0.16", "0.36")


@pytest.mark.parametrize(
    ("query", "field", "suggestion"),
    [
        ("", "labels", "labels="),
        ("labels=10x", "labels", "u or -"),
        ("labels=1&measures=nDGC", "measures", "nDCG"),
        ("labels=1&measures=AP,,nope", "measures", ""),
        ("labels=1&measures=nDCG@0", "measures", "from 1"),
        ("labels=1&measures=AP(rell=2)", "measures", "rel"),
        ("labels=1&measures=IPrec", "measures", "IPrec@0.3"),
        ("labels=1&conventions=lilis", "conventions", "lillis"),
        ("labels=1&k=0", "k", "1 to 1000"),
        ("labels=1&size=-1", "size", "0 to"),
        ("labels=1&rounding=up", "rounding", "exact"),
    ],
)
def test_errors_have_field_message_and_suggestion(client: FlaskClient, query: str, field: str, suggestion: str) -> None:
    error = get(client, query, status=400)["error"]
    assert set(error) == {"field", "message", "suggestion"}
    assert error["field"] == field
    assert error["message"]
    assert suggestion in (error["suggestion"] or "")


def test_conventions_and_presets_are_listed(client: FlaskClient) -> None:
    answer = client.get("/api/v1/conventions").get_json()
    assert set(answer["conventions"]) == set(CONVENTIONS)
    assert set(answer["presets"]) == set(PRESETS)
    for preset in answer["presets"].values():
        assert set(preset["conventions"]) == set(CONVENTIONS)
