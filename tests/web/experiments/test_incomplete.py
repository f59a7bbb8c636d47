"""The page of the experiment: its figures are the core's, its address repeats it, and long ones can be stopped."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Mapping
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from ireval.collection import built_in
from ireval.collection.stored_collection import Collection
from ireval.experiments.incomplete_findings import findings
from ireval.experiments.incomplete_judgements import take_away_judgements
from ireval.experiments.incomplete_reports import plain
from ireval.experiments.repeated_scores import RepeatedScores
from ireval.messages import say
from ireval.numbers.expression import fixed
from ireval.trec.runs import Run
from web.experiments.incomplete.form import PARTS
from web.store.library import library
from web.store.library.library import LibraryEntry

PAGE = "/experiments/incomplete"
SMALL = {"measures": "AP, Bpref", "shares": "60 20", "repeats": "5", "seed": "7"}
ADDRESS = f"{PAGE}?{urlencode(SMALL)}"


def text_of(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def core(**more: str) -> RepeatedScores:
    """What the core says of the small experiment."""
    harbour = built_in()
    runs = {**harbour.runs, **harbour.more_runs}
    experiment = take_away_judgements(
        harbour.qrels, runs, ["AP", "Bpref"], shares=[0.6, 0.2], repeats=5, seed=7, **more
    )
    return experiment.result(experiment.scores())


def rows(text: str, number: int) -> list[list[str]]:
    """The cells of a table of the page, the small numbers in brackets."""
    table = text.split('<table class="shares">')[number + 1].partition("</table>")[0]
    lines = re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], re.DOTALL)
    return [
        [re.sub(r"<small>(.*)</small>", r" (\1)", cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", x)]
        for x in lines
    ]


def test_the_page_shows_what_the_core_computes(client: FlaskClient) -> None:
    text, found = text_of(client, ADDRESS), core()
    for number, values in enumerate((found.averages, found.taus)):
        means, low, high = found.summary(values)
        shown = rows(text, number)
        assert [row[:2] for row in shown] == [["100 %", "118"], ["60 %", "69"], ["20 %", "23"]]
        for j, row in enumerate(shown):
            for i, cell in enumerate(row[2:]):
                spread = f" ({fixed(low[i, j], 3)} to {fixed(high[i, j], 3)})" if j else ""
                assert cell.replace("\N{MINUS SIGN}", "-") == fixed(means[i, j], 3) + spread
    assert [say(message) for message in findings(found)] == re.findall(r"<li>(.*?)</li>", text.partition("<main")[2])
    assert text.count("<svg viewBox") >= 2


def test_the_bare_page_is_the_usual_experiment(client: FlaskClient) -> None:
    assert rows(text_of(client, PAGE), 0) == rows(text_of(client, f"{PAGE}?{urlencode(PARTS)}"), 0)


def test_the_page_says_whether_the_finding_of_the_paper_holds(client: FlaskClient) -> None:
    assert "Buckley and Voorhees found the same in 2004" in text_of(client, PAGE)
    # A list of 20 documents still has nearly all relevant documents that are left.
    other = text_of(client, f"{PAGE}?measures=R@20,AP(unjudged='skipped')&shares=20&repeats=3")
    assert "found the opposite in 2004" in other
    assert "scores hardly change" in text_of(client, f"{PAGE}?measures=AP,Bpref&shares=99&repeats=3")


def test_a_link_repeats_the_experiment_and_another_seed_does_not(client: FlaskClient) -> None:
    text = text_of(client, ADDRESS)
    link = re.search(r'href="(\?[^"]*)&take=scores.svg"', text)
    assert link
    assert rows(text_of(client, PAGE + link[1]), 1) == rows(text, 1)
    assert rows(text_of(client, f"{PAGE}?{urlencode(SMALL | {'seed': '8'})}"), 1) != rows(text, 1)


def test_numbers_can_be_downloaded(client: FlaskClient) -> None:
    found = core()
    whole = json.loads(client.get(f"{ADDRESS}&take=incomplete-judgements.json").text)
    assert whole == json.loads(json.dumps(plain(found)))
    listed = list(csv.DictReader(io.StringIO(client.get(f"{ADDRESS}&take=incomplete-judgements.csv").text)))
    assert len(listed) == 2 * 3 * (2 + len(found.systems))
    of_ap = [row for row in listed if (row["measure"], row["quantity"]) == ("AP", "kendall tau")]
    assert [float(row["mean"]) for row in of_ap] == found.summary(found.taus)[0][0].tolist()
    assert client.get(f"{ADDRESS}&take=other.csv").status_code == 404


@pytest.mark.parametrize("key", ["scores", "orders"])
def test_charts_can_be_downloaded(client: FlaskClient, key: str) -> None:
    drawing = ElementTree.fromstring(client.get(f"{ADDRESS}&take={key}.svg").text)  # noqa: S314 - our own file
    assert len([path for path in drawing.iter() if path.get("class") == "band"]) == 2
    document = client.get(f"{ADDRESS}&take={key}.tex").text
    assert document.count("fill opacity") == 2 and r"\addlegendentry{bpref}" in document
    found = core()
    value = found.summary({"scores": found.averages, "orders": found.taus}[key])[0][0, 2]
    assert f"({1 - found.left[2]:.6f}".rstrip("0") in document and f"{value:.6f}".rstrip("0") in document


@pytest.mark.parametrize(
    ("part", "text", "said"),
    [
        ("measures", "xyz", "There is no measure “xyz”."),
        ("measures", "GMAP", "GMAP is a geometric mean"),
        ("measures", "P@1,P@2,P@3,P@4,P@5,P@6,P@7,P@8,P@9", "There are 9 measures"),
        ("shares", "50 x", "“x”"),
        ("shares", "50,20", "“50 20”"),
        ("shares", "50 0", "out of range"),
        ("shares", "101", "out of range"),
        ("shares", " ".join("5" * 21), "There are 21 shares"),
        ("repeats", "0", "out of range"),
        ("repeats", "1.5", "1.5"),
        ("repeats", "201", "out of range"),
        ("seed", "-1", "out of range"),
        ("collection", "nowhere", "There is no collection"),
        ("conventions", "mine", "mine"),
    ],
)
def test_what_cannot_be_used_is_named_and_kept(client: FlaskClient, part: str, text: str, said: str) -> None:
    shown = text_of(client, f"{PAGE}?{urlencode({part: text})}", 400)
    assert said in shown.partition('role="alert"')[2].partition("</p>")[0]
    assert f'name="{part}" value="{text}"' in shown or part == "conventions"


@pytest.mark.parametrize(
    ("text", "left"),
    [("60, 20", ["100", "60", "20"]), ("60,20,12", ["100", "60", "20", "12"]), ("60 12,5", ["100", "60", "12.5"])],
)
def test_commas_separate_shares_or_are_decimal_signs(client: FlaskClient, text: str, left: list[str]) -> None:
    shown = text_of(client, f"{PAGE}?{urlencode({**SMALL, 'shares': text})}")
    assert [row[0].removesuffix(" %") for row in rows(shown, 0)] == left


def test_measures_without_a_score_have_their_reason(client: FlaskClient) -> None:
    shown = text_of(client, f"{PAGE}?{urlencode({**SMALL, 'measures': 'Fallout'})}")
    assert "There is no score of fall-out here: the size of the collection is not known" in shown and ": ." not in shown


def test_conventions_are_those_of_the_form(client: FlaskClient) -> None:
    found = core(conventions="lillis")
    text = text_of(client, f"{ADDRESS}&conventions=lillis")
    assert rows(text, 0)[0][2:] == [fixed(x, 3) for x in found.averages[:, 0, 0].tolist()]


# --- Other collections ---


def put_up(monkeypatch: pytest.MonkeyPatch, qrels: Mapping[str, Mapping[str, int]], runs: Mapping[str, Run]) -> str:
    """A collection in the library; returns the address of its experiment."""
    found = LibraryEntry("mine", "Mine", Collection({}, {}, qrels, {}, runs))
    monkeypatch.setattr(library, "find", lambda key: {"mine": found}[key])
    return f"{PAGE}?collection=mine&repeats=5"


def test_two_systems_have_an_order_that_says_little(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(client, put_up(monkeypatch, built_in().qrels, built_in().runs))
    assert "Two systems are one pair." in text and "Use at least five systems." in text
    assert {row[2].partition(" ")[0] for row in rows(text, 1)[:1]} == {"1.000"}


def test_one_system_has_no_order_and_none_no_experiment(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(client, put_up(monkeypatch, built_in().qrels, {"words": built_in().runs["words"]}))
    assert "One system alone has no order" in text and text.count('<table class="shares">') == 1
    assert "This collection has no runs." in text_of(client, put_up(monkeypatch, built_in().qrels, {}), 400)


def test_names_of_runs_are_escaped(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Mine: 10 topics, 2 systems, 118 judgements; 5 samples of each size, drawn from seed 0." in text_of(
        client, put_up(monkeypatch, built_in().qrels, built_in().runs)
    )
    runs = {"<b>": built_in().runs["words"], "=1+1": built_in().runs["pieces"]}
    address = put_up(monkeypatch, built_in().qrels, runs)
    assert "<b>" not in client.get(address).text and "&lt;b&gt;" in client.get(address).text
    assert ",=1+1," not in client.get(f"{address}&take=incomplete-judgements.csv").text
