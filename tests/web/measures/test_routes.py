"""The reference, and that a measure needs only one file: written into the folder, it is available everywhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from ireval import explain
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, effective
from ireval.explanation.reference import Entry, allowed, as_paragraphs, entries, example_lines
from ireval.measure import Measure
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.paths import ROOT
from tests.tiers import sampled

pytestmark = pytest.mark.slow

#: The lessons by name, and what stands for AP in their text.
LESSONS = {path.stem.partition("-")[2]: path.read_text("utf-8") for path in sorted((ROOT / "lessons").glob("*.md"))}
USES_AP = re.compile(
    r"^(show|measure): AP$|^measures: .*\bAP\b|^example: .*average precision"
    r"|\{(value|calculation|measure|cell|formula)\}`AP\b",
    re.MULTILINE,
)


def test_the_list_has_every_measure_and_convention_at_its_old_anchor(client: FlaskClient) -> None:
    page = client.get("/measures").text
    for name, measure in measures().items():
        assert f'<li id="{name}"><h3><a href="/measures/{name}">{name}</a>' in page
        assert str(escape(measure.title)) in page and str(escape(measure.sentence)) in page
    for name, parameter in CONVENTIONS.items():
        assert f'id="convention-{name}"' in page
        assert all(f"<code>{c.key}</code>" in page for c in parameter.choices if c.key != c.short)


def test_the_list_keeps_the_list_of_the_visitor_and_not_the_measure_that_was_shown(client: FlaskClient) -> None:
    page = unescape(client.get("/measures?labels=101&conventions=blog&show=AP&step=2").text)
    assert '<a href="/measures/nDCG?labels=101&conventions=blog">' in page
    assert '<a href="/measures/alpha_nDCG">' in page, "it has no subtopics"


def test_the_navigation_leads_there(client: FlaskClient) -> None:
    assert '<a href="/measures">Measures</a>' in client.get("/sheets/new?seed=1").text
    assert '<a href="/measures" aria-current="page">Measures</a>' in client.get("/measures").text


@pytest.mark.parametrize("entry", sampled(entries(), 10, lambda e: e.measure.name))
def test_the_page_of_a_measure_shows_all_of_its_declaration(client: FlaskClient, entry: Entry) -> None:
    measure = entry.measure
    page = client.get(f"/measures/{measure.name}").text
    words = unescape(re.sub(r"<[^>]+>", "", page))
    assert measure.sentence in words and measure.source in words
    assert all(column.title in words for column in entry.example.shown_columns)
    assert all(text in words for text in entry.mistakes)
    assert all(answer in words for pair in entry.properties for answer in pair)
    assert all(f"<code>{escape(name)}</code>" in page for _, names in entry.tool_names for name in names)
    for convention in entry.conventions:
        assert f'href="/measures#convention-{convention.name}"' in page
        assert all(choice.text in words for choice in convention.choices)
    for publication in measure.publications:
        assert f'href="https://doi.org/{publication.doi}"' in page and publication.title in words
    assert page.count("<math") > len(entry.formulas) and 'id="steps"' in page
    assert f">{entry.example.result}</span></output>" in page, "the live list is the example"
    assert not re.search(r"[>\"](nan|inf|-inf|None)[<\"]", page)


def test_a_toggle_without_javascript_changes_the_live_list(client: FlaskClient) -> None:
    page = client.get("/measures/AP?labels=0110&unretrieved=1").text
    form = {name: unescape(re.findall(rf'name="{name}" value="([^"]*)"', page)[0]) for name in ("was", "refused")}
    sent = client.post("/measures/AP", data=form | {"g1": "1", "g2": "1", "g3": "1", "g4": "0"})
    assert sent.status_code == 303 and sent.headers["Location"].startswith("/measures/AP?labels=1110")
    assert ">0.750</span></output>" in client.get(sent.headers["Location"]).text, "(1/1 + 2/2 + 3/3)/4"
    refused = client.post("/measures/AP", data=form | {"size": "many"})
    assert "tried=" in refused.headers["Location"]
    again = client.get(refused.headers["Location"])
    assert again.status_code == 400 and 'value="many"' in again.text


def test_every_choice_of_a_convention_can_be_tried(client: FlaskClient) -> None:
    page = client.get("/measures/AP?labels=0110&unretrieved=1").text
    tries = re.findall(r'class="try"><a href="(/measures/AP\?[^"]*)#lab" data-state data-part="(\w+)=([^"]+)"', page)
    offered = {(name, value) for _, name, value in tries}
    followed = parse("AP").measure.conventions
    assert offered == {
        (name, choice.key)
        for name in followed
        for choice in CONVENTIONS[name].choices
        if choice.key != effective(DEFAULT_PRESET)[name]
    }
    for address, name, value in tries:
        tried = client.get(unescape(address)).text
        expected = explain("0110", "1", **{name: value}).table("AP").result
        assert f">{expected}</span></output>" in tried
        assert f"{name}={value}" not in re.findall(r'data-part="([^"]+)"', tried), "it is in force"


def test_sources_and_tools_stand_beside_the_choice_that_they_take(client: FlaskClient) -> None:
    page = client.get("/measures/AP").text
    (card,) = re.findall(r'aria-labelledby="c-divisor-title">(.*?)</section>', page, re.DOTALL)
    found = re.findall(r"<code>([\w-]+)</code></dt>\s*<dd>[^<]*(?:<span class=\"takers\">([^<]*))?", card)
    taken = {key: takers.split(", ") if takers else [] for key, takers in found}
    assert "XGBoost" in taken["min-r-k"] and "trec_eval" not in taken["min-r-k"]
    assert taken["relevant-retrieved"] == ["scikit-learn", "Ragas", "TorchMetrics"]
    assert {"trec_eval", "ranx", "Haystack"} <= set(taken["all-relevant"])


@pytest.mark.parametrize("measure", measures().values(), ids=lambda m: m.name)
def test_other_names_lead_to_the_one_address(client: FlaskClient, measure: Measure) -> None:
    for name in measure.other_names:
        answer = client.get(f"/measures/{quote(name.format(k=7, level=0.3, x=2))}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/measures/{measure.name}")


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("ndcg@10?labels=101", "/measures/nDCG?labels=101"),
        ("ERR-ia", "/measures/ERR_IA"),
        ("mean%20average%20precision", None),
        ("average%20precision", "/measures/AP"),
        ("AP?labels=101&show=nDCG@5", "/measures/nDCG?labels=101&show=nDCG@5"),
        ("map?show=Bpref", "/measures/Bpref?show=Bpref"),
    ],
)
def test_what_is_shown_is_what_the_page_is_about(client: FlaskClient, asked: str, address: str | None) -> None:
    answer = client.get(f"/measures/{asked}")
    assert answer.headers.get("Location") == address
    assert answer.status_code == (303 if address else 404)


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("nDGC", "nDCG"), ("avrage precision", "AP"), ("context_precison", "AP"), ("Bperf", "Bpref"), ("recal", "R")],
)
def test_unknown_names_get_a_page_with_near_ones(client: FlaskClient, wrong: str, near: str) -> None:
    answer = client.get(f"/measures/{wrong}")
    assert answer.status_code == 404
    assert f'<a href="/measures/{near}">' in answer.text and "All measures" in answer.text


def test_an_unknown_name_is_text_and_nothing_else(client: FlaskClient) -> None:
    for name in ("<script>alert(1)</script>", "x" * 400, "(((((", "a b\u202e", "\N{SNOWMAN}"):
        answer = client.get(f"/measures/{quote(name, safe='')}")
        assert answer.status_code == 404 and "<script>alert" not in answer.text
    assert client.post("/measures/xyz", data={"g1": "1"}).status_code == 404
    assert client.post("/measures/map", data={"g1": "1"}).status_code == 404, "forms are sent to the one address"


def test_lessons_that_use_a_measure_are_named_the_closest_first(client: FlaskClient) -> None:
    page = client.get("/measures/AP").text
    (listed,) = re.findall(r'id="lessons-title">.*?</section>', page, re.DOTALL)
    links = re.findall(r'<a href="/lessons/([a-z-]+)/(\d+)">', listed)
    by_text = {
        slug: [i for i, step in enumerate(re.split(r"^## ", text, flags=re.MULTILINE)) if USES_AP.search(step)]
        for slug, text in LESSONS.items()
    }
    assert dict(links) == {slug: str(steps[0]) for slug, steps in by_text.items() if steps}
    assert links[0][0] == "average-precision"
    assert f'<a href="/lessons/average-precision/{links[0][1]}">Learn it step by step</a>' in page
    assert "Learn it" not in client.get("/measures/Utility").text


def test_the_lab_leads_to_the_page_of_its_measure(client: FlaskClient) -> None:
    page = client.get("/lab?labels=101&show=nDCG@5").text
    assert '<a href="/measures/nDCG" data-state>More about normalised discounted cumulated gain.</a>' in page


@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.measure.name)
def test_an_entry_is_complete(entry: Entry) -> None:
    measure = entry.measure
    text = " ".join(as_paragraphs(entry))
    for needed in ("Formula", "Where", "Properties", f"Source: {measure.source}"):
        assert needed in text
    assert all(allowed(p) in text for p in [*entry.parameters, *entry.conventions])
    assert entry.example.value is not None
    assert entry.example.final in example_lines(entry)
    assert all("{" not in mistake for mistake in entry.mistakes)
    assert len(dict(entry.properties)) >= 4


MEASURE = '''
"""Found share: a measure of the tests."""

from ireval.measure import Column, Measure, TermBars

MEASURE = Measure(
    name="HalfP",
    title="half of precision",
    family="More measures",
    sentence="Half of what precision gives.",
    formula=lambda _: r"\\frac{1}{2}P",
    where=(("P", "precision"),),
    columns=(Column("found", "found", whole=True), Column("half", "half of it")),
    compute=lambda t: t.column("half", t.column("found", t.found) / (2 * t.rank)),
    score="half",
    source="this test",
    defined_by=(),
    variants={"HalfP": "half P"},
    mean_name="MHalfP",
    drawing=TermBars(
        "half", "half", "half", lambda t: t.R, "found", "so far", "{} so far", "half precision", judged_only=True
    ),
)
'''
GEOMETRIC = '''
"""The geometric mean of half precision: a measure of the tests."""

from dataclasses import replace

from ireval.metrics.half_precision import MEASURE as HALF

MEASURE = replace(
    HALF, name="GHalfP", average="geometric", mean_of="HalfP", mean_name="GMHP", variants={}, drawing=None
)
'''
PROGRAM = """
import json, sys
from pathlib import Path
from click.testing import CliRunner
from ireval.cli.program import main
from tests.conftest import make_app
client = make_app().test_client()
lab = client.get("/lab?labels=10&show=HalfP")
page, own = client.get("/measures").text, client.get("/measures/HalfP").text
api = client.get("/api/v1/evaluate?labels=10").json
found = {m["name"]: m["value"] for m in api["measures"]}
lists = {
    f"{arrangement} {show}": client.get(f"/lab?labels=10&labels2=01&labels3=11&labels4=00&k=2&arrangement={arrangement}"
                                        f"&show={show}&chart=halfp").text
    for arrangement in ("systems", "queries", "pairs") for show in ("HalfP", "GHalfP")
}
Path(sys.argv[1]).write_text(json.dumps(lists), "utf-8")
print(json.dumps({"lab": lab.status_code, "listed": "half P" in lab.text, "page": 'id="HalfP"' in page,
                  "own": ">0.286</span></output>" in own, "api": found.get("HalfP"),
                  "explained": CliRunner().invoke(main, ["explain", "10", "-m", "HalfP"]).stdout.splitlines()[-1],
                  "described": "Half of what precision gives." in
                               CliRunner().invoke(main, ["measures", "--long"]).stdout}))
"""


def test_a_measure_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "half_precision.py").write_text(MEASURE, encoding="utf-8")
    (tmp_path / "geometric_half.py").write_text(GEOMETRIC, encoding="utf-8")
    environment = os.environ | {"IREVAL_MEASURES": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "lists.json")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True, encoding="utf-8")
    seen = json.loads(done.stdout)
    pages = {"lab": 200, "listed": True, "page": True, "own": True, "api": 0.25}
    assert seen == pages | {"explained": "HalfP = 1/(2*2) = 0.250", "described": True}
    lists = json.loads((tmp_path / "lists.json").read_text("utf-8"))
    assert all('value="halfp"' in page and "What each rank adds to half P" in page for page in lists.values())
    means = {key: re.findall(r'data-of="([^"]+)">([^<]+)<', page) for key, page in lists.items()}
    assert means["systems HalfP"] == []
    assert means["queries HalfP"] == [("MHalfP", "0.250")]
    assert means["queries GHalfP"] == [("GMHP", "0.024")]
    assert means["pairs HalfP"] == [("MHalfP of A", "0.375"), ("MHalfP of B", "0.125")]
    assert means["pairs GHalfP"] == [("GMHP of A", "0.354"), ("GMHP of B", "0.002")]
    assert "GMHP uses 0.00001 for the HalfP of" in unescape(lists["queries GHalfP"])
