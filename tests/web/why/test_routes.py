"""Why a number is different: as JSON, on the command line, and as a page."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from ireval.conventions import PRESETS
from ireval.messages import Message
from tests.ireval.cli.test_explain import refused, shown
from tests.ireval.random_lists import AWKWARD
from tests.known_causes import DIVIDED_BY_FOUND
from tests.sentences import sentence
from web.state.address import from_query
from web.state.lab_state import State

pytestmark = pytest.mark.slow

LIST = "labels=101003000200003&unretrieved=32211&conventions=lillis"
FIFTEEN = ("101003000200003", "--unretrieved", "32211", "--conventions", "lillis")


def get(client: FlaskClient, query: str, status: int = 200) -> Any:
    response = client.get(f"/api/v1/diagnose?{query}")
    assert response.status_code == status, response.get_data(as_text=True)
    assert "NaN" not in response.get_data(as_text=True)
    return json.loads(response.get_data(as_text=True))


def test_the_convention_that_gives_another_average_precision(client: FlaskClient) -> None:
    answer = get(client, LIST + "&measure=AP&value=0.58")
    assert answer["right"] is False
    (cause,) = answer["causes"]
    assert cause["kind"] == "convention"
    assert cause["key"] == "divisor=relevant-retrieved"
    assert cause["value"] == pytest.approx(0.58)
    assert cause["text"] == DIVIDED_BY_FOUND
    assert cause["presets"] == ["sklearn", "ragas", "torchmetrics"]
    assert answer["correct"]["value"] == pytest.approx(0.29)


@pytest.mark.parametrize("value", ["0.29", "0,290", "29 %", "29/100"])
def test_a_correct_value(client: FlaskClient, value: str) -> None:
    response = client.get("/api/v1/diagnose", query_string=[*parse_qsl(LIST), ("measure", "AP"), ("value", value)])
    answer = response.get_json()
    assert answer["right"] is True
    assert answer["causes"] == []


def test_kinds_and_nearest(client: FlaskClient) -> None:
    answer = get(client, LIST + "&measure=nDCG@10&value=0.28")
    assert [c["kind"] for c in answer["causes"]] == ["rounding", "mistake", "mistake", "mistake"]
    answer = get(client, LIST + "&measure=AP&value=0.61")
    assert answer["causes"] == []
    assert [round(c["value"], 3) for c in answer["nearest"]] == [0.58, 0.673, 0.448]


def test_a_cell_by_its_rank(client: FlaskClient) -> None:
    answer = get(client, LIST + "&measure=nDCG@10&column=DCG&row=6&value=1.63")
    assert answer["asked"] == "DCG[6]"
    assert [c["text"] for c in answer["causes"]] == [sentence("row-above", asked="DCG", axis=Message("rank"))]


def test_the_number_of_another_list_on_the_page(client: FlaskClient) -> None:
    """KTH's two systems: of the first ten documents 4 and 5 are relevant, and 10 of the first's 20."""
    both = "labels=11010000100111101010&labels2=10110001100111101000&conventions=kth"

    def causes_of(query: str) -> dict[str, Any]:
        return {cause["key"]: cause for cause in get(client, f"{both}&{query}")["causes"]}

    found = causes_of("measure=P@10&value=0.50")
    assert found.keys() == {"forgets-the-cutoff", "other-list=2"}
    assert found["other-list=2"]["text"] == sentence("other-list", asked="P@10", other="System B", own="System A")
    assert found["other-list=2"]["yours"] == "P@10 = 5/10 = 0.500"
    named = causes_of("title2=B&measure=P&column=P&row=2&value=0.50")["other-list=2"]
    assert named["text"] == sentence("other-list", asked="P[2]", other="B", own="System A")
    assert named["yours"] == "P[2] = 1/2 = 0.500"
    assert causes_of("list=2&measure=AP&value=0.616")["other-list=1"]["text"] == sentence(
        "other-list", asked="AP", other="System A", own="System B"
    )
    for arrangement in ("queries", "pairs"):
        assert "other-list=2" in causes_of(f"arrangement={arrangement}&measure=P@10&value=0.50")
    assert get(client, "labels=&labels2=1&conventions=kth&measure=P&value=1")["causes"][0]["key"] == "other-list=2"


def test_an_undefined_value_is_null(client: FlaskClient) -> None:
    answer = get(client, "labels=00&conventions=lillis&measure=AP&value=0.5")
    assert answer["correct"]["value"] is None
    assert "R = 0" in answer["note"]


def test_every_part_of_the_labs_address_is_taken(client: FlaskClient) -> None:
    more = "&size=800&scale=5&names=a,b&k=7&level=0.5&beta=2&places=4&show=P&more=1&discount=log10-rank&value=3.39"
    assert get(client, LIST + more + "&measure=DCG@10")["right"] is False
    subtopics = "subtopics=110,010,000&unretrieved_subtopics=001&measure=alpha_nDCG&value=0.5"
    assert get(client, subtopics)["measure"] == "alpha_nDCG"


@pytest.mark.parametrize(
    ("query", "field", "suggestion"),
    [
        ("measure=AP&value=0.5", "labels", "labels="),
        ("labels=10&value=0.5", "measure", "measure=AP"),
        ("labels=10&measure=AP", "value", "0.58"),
        ("labels=10&measure=AP&value=", "value", "0.58"),
        ("labels=10&measure=AP&value=abc", "value", "0.58"),
        ("labels=10&measure=AP&value=1.000,5", "value", "thousands"),
        ("labels=10&measure=APP&value=1", "measure", "AP"),
        ("labels=10&measure=nDCG@0&value=1", "measure", "from 1"),
        ("labels=10x&measure=AP&value=1", "labels", "u or -"),
        ("labels=10&measure=AP&value=1&conventions=lilis", "conventions", "lillis"),
        ("labels=10&measure=AP&value=1&foo=1", "foo", ""),
        ("labels=10&measure=AP&value=1&column=P", "row", "row="),
        ("labels=10&measure=AP&value=1&row=1", "column", "column="),
        ("labels=10&measure=AP&value=1&column=Q&row=1", "column", "AP"),
        ("labels=10&measure=AP&value=1&column=P&row=3", "row", "2"),
        ("labels=10&measure=AP&value=1&column=P&row=0", "row", "from 1"),
        ("labels=10&measure=AP&value=1&column=P&row=x", "row", "from 1"),
    ],
)
def test_errors_have_field_message_and_suggestion(client: FlaskClient, query: str, field: str, suggestion: str) -> None:
    error = get(client, query, status=400)["error"]
    assert error["field"] == field
    assert error["message"]
    assert suggestion in (error["suggestion"] or "")
    page = client.get(f"/why?{query}")
    if "no number" not in error["message"]:
        assert page.status_code == 400


def page(client: FlaskClient, query: str, *, fragment: bool = False) -> str:
    response = client.get(f"/why?{query}", headers={"HX-Request": "true"} if fragment else {})
    assert response.status_code == 200
    assert response.headers["Vary"]
    text = response.get_data(as_text=True)
    assert " style=" not in text
    return text


def opened(link: str) -> State:
    """The lab's state that a link on the page leads to."""
    return from_query(dict(parse_qsl(urlsplit(html.unescape(link)).query))).state


def words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def test_the_page_keeps_the_number_and_links_to_the_lab(client: FlaskClient) -> None:
    text = page(client, LIST + "&measure=AP&value=0,58")
    assert "<title>Why is my number different?" in text
    assert 'name="value"' in text and 'value="0,58"' in text
    assert '<option value="AP" selected>' in text
    assert "0,58 is what scikit-learn, Ragas and TorchMetrics give. Your lecture&#39;s rule gives 0.290." in words(text)
    assert sentence("several-users", titles=["scikit-learn", "Ragas", "TorchMetrics"]) in words(text)
    assert text.count("<math") == 4, "both calculations and both formulas"
    back = re.search(r'href="([^"]*)">Back to the lab', text)
    assert back
    state = opened(back[1])
    assert (state.preset, state.show, len(state.grades)) == ("lillis", "AP", 15)


def test_the_form_sends_the_whole_state(client: FlaskClient) -> None:
    text = page(client, LIST + "&discount=log10-rank&k=7&names=a,b&measure=AP")
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))
    assert hidden == {
        "labels": "101003000200003",
        "unretrieved": "32211",
        "names": "a,b",
        "conventions": "lillis",
        "discount": "log10-rank",
        "k": "7",
    }


def test_a_convention_can_be_adopted(client: FlaskClient) -> None:
    text = page(client, LIST + "&measure=AP&value=0.58", fragment=True)
    link = re.search(r'href="([^"]*)">Adopt this convention', text)
    assert link
    adopted = client.get(html.unescape(link[1]))
    assert adopted.status_code == 200
    state = opened(link[1])
    assert state.explanation.value(state.show) == pytest.approx(0.58)


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("measure=Bpref(bpref='r')&value=0.40", 0.4),  # the choice stands in the measure's own name
        ("measure=P_at_recall@0.3&value=0.40", 0.4),  # a parameter of the measure alone
        ("measure=nDCG(dcg='log2')@7&value=0.213", 0.213),
        ("measure=nDCG@10&value=0.2881", 0.2881),  # rounded columns
    ],
)
def test_adopting_gives_the_number_whatever_the_name_contains(client: FlaskClient, query: str, value: float) -> None:
    text = page(client, f"{LIST}&{query}", fragment=True)
    links = re.findall(r'<p class="adopt"><a href="([^"]*)"', text)
    assert links
    for link in links:
        state = opened(link)
        assert state.explanation.value(state.show) == pytest.approx(value, abs=0.005)


def test_the_fragment_is_the_verdict_alone(client: FlaskClient) -> None:
    text = page(client, LIST + "&measure=nDCG@10&value=0.28", fragment=True)
    assert text.lstrip().startswith('<div class="verdict')
    assert "<html" not in text and "<form" not in text
    for kind in ("rounding", "typical mistake"):
        assert f">{kind}</span>" in text


@pytest.mark.parametrize("value", ["0.58", "0.61", "0.286", "0.3", "58"])
def test_the_right_value_can_be_kept_back(client: FlaskClient, value: str) -> None:
    """Nowhere in what is answered; the sentence of a cause may stand."""
    query = LIST + f"&measure=AP&value={value}"
    assert "0.29" in words(page(client, query, fragment=True))
    assert "0.29" not in words(page(client, query + "&reveal=0", fragment=True))


def test_without_a_number_it_says_what_can_be_typed(client: FlaskClient) -> None:
    text = words(page(client, LIST + "&measure=AP"))
    for example in ("0.58", "0,58", "58 %", "7/12"):
        assert example in text


def test_an_invalid_number_is_kept_and_marked(client: FlaskClient) -> None:
    response = client.get(f'/why?{LIST}&measure=AP&value="><b>')
    assert response.status_code == 400
    text = response.get_data(as_text=True)
    assert 'aria-invalid="true"' in text
    assert "&gt;&lt;b&gt;" in text and "<b>" not in text


def test_without_any_list_the_page_says_what_is_missing(client: FlaskClient) -> None:
    response = client.get("/why")
    assert response.status_code == 400
    assert sentence("no-list-in-address") in response.get_data(as_text=True)


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_lists_have_pages(client: FlaskClient, name: str) -> None:
    """Every list has each of the measures, and the presets in turn."""
    listing, first = AWKWARD[name], list(AWKWARD).index(name)
    for measure, preset in zip(("AP", "nDCG", "IPrec11"), list(PRESETS)[first % 4 :: 4], strict=False):
        query = f"labels={listing.labels}&unretrieved={listing.unretrieved}&conventions={preset}"
        page(client, f"{query}&measure={measure}&value=0.25", fragment=True)
        get(client, f"{query}&measure={measure}&value=0.25")


def test_the_command() -> None:
    text = shown("diagnose", *FIFTEEN, "0,58", "-m", "AP")
    flowing = " ".join(text.split())
    given = "AP: 0,58 is what scikit-learn, Ragas and TorchMetrics give."
    assert flowing.startswith(f"{given} Your lecture's rule gives 0.290. convention ")
    assert f"convention {DIVIDED_BY_FOUND} These compute it your way: scikit-learn; Ragas; TorchMetrics." in flowing
    assert "yours: AP = (1 + 0.667 + 0.500 + 0.400 + 0.333)/5 = 0.580" in flowing
    assert "correct: AP = (1 + 0.667 + 0.500 + 0.400 + 0.333)/10 = 0.290" in flowing
    assert all(len(line) <= 80 for line in text.splitlines())
    assert sentence("verdict-correct", number="0.29") in shown("diagnose", *FIFTEEN, "0.29", "-m", "AP")


def test_the_command_names_the_nearest() -> None:
    flowing = " ".join(shown("diagnose", *FIFTEEN, "0.61", "-m", "AP").split())
    assert sentence("verdict-unknown", number="0.61") in flowing
    assert f"nearest 0.580: {DIVIDED_BY_FOUND}" in flowing


def test_the_command_takes_cells_and_labels_that_begin_with_a_dash() -> None:
    assert sentence("row-above", asked="DCG", axis=Message("rank")) in shown(
        "diagnose", *FIFTEEN, "1.63", "-m", "nDCG", "--column", "DCG", "--row", "6"
    )
    assert shown("diagnose", "--10", "-m", "AP", ".33").startswith("AP: " + sentence("verdict-correct", number=".33"))
    assert shown("diagnose", "-m", "P", "--", ".00").startswith("P: " + sentence("verdict-correct", number=".00"))
    assert shown("diagnose", "1", "-0.5", "-m", "P").startswith("P: -0.5 is impossible: P lies between 0 and 1.")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("10", "x", "-m", "AP"), "value: “x” is not a number."),
        (("10", "0.5"), "measure:"),
        (("10", "0.5", "-m", "APP"), "measures: There is no measure “APP”. Did you mean AP?"),
        (("1x", "0.5", "-m", "AP"), "labels:"),
        (("10", "0.5", "-m", "AP", "--column", "P"), "row:"),
        (("10", "0.5", "-m", "AP", "--row", "1"), "column:"),
        (("10", "0.5", "-m", "AP", "--column", "P", "--row", "7"), "row:"),
        (("10", "0.5", "-m", "AP", "--column", "P", "--row", "0"), "row:"),
    ],
)
def test_wrong_input_is_refused_in_one_line(args: tuple[str, ...], message: str) -> None:
    assert refused("diagnose", *args).startswith(message)


def test_a_figure_that_a_source_prints_has_a_badge_of_its_own(client: FlaskClient) -> None:
    page = client.get("/why?labels=11010000100111101010&conventions=kth&measure=AP&value=0,666").text
    assert "printed in the source" in page and "typical mistake" not in page
    assert sentence("printed-kth-ap-1") in page


MEAN = "labels=10&labels2=0010&unretrieved2=111&arrangement=queries&conventions=trec_eval&measure=R&average=arithmetic"


def test_the_page_asks_about_the_same_mean_again(client: FlaskClient) -> None:
    """R is 1 and 1/4."""
    text = client.get(f"/why?{MEAN}&value=0.400").text
    assert '<input type="hidden" name="average" value="arithmetic">' in text
    assert '<option value="R" selected>mean R</option>' in text
    assert '<option value="AP">MAP</option>' in text
    assert "Mean R is 0.625." in words(text)
    assert "ranked lists 10, 0010" in words(text)
    geometric = client.get(f"/why?{MEAN}&average=geometric&value=0.400".replace("average=arithmetic&", "")).text
    assert "geometric mean R" in words(geometric)


def test_single_precision_is_said_on_the_page(client: FlaskClient) -> None:
    """nDCG of ``323012`` in 32 bits; in 64 bits it is 0.960808187..."""
    text = words(client.get("/why?labels=323012&conventions=trec_eval&measure=nDCG&value=0.9608080983161926").text)
    assert "0.9608080983161926 is correct." in text
    assert "as they do in single precision (32-bit numbers)." in text
