"""The reference page, and that a measure needs only one file: written into the folder, it is available everywhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ireval.conventions import CONVENTIONS
from ireval.explanation.reference import allowed, as_paragraphs, entries, example_lines
from ireval.measure.registry import measures
from tests.paths import ROOT

html5lib = pytest.importorskip("html5lib", reason="install the rest with: pip install -r requirements-dev.txt")


def test_every_measure_has_its_entry(client: FlaskClient) -> None:
    page = client.get("/measures").text
    for name, measure in measures().items():
        assert f'<article id="{name}"' in page
        assert measure.title in page
    for name, parameter in CONVENTIONS.items():
        assert f'id="convention-{name}"' in page
        assert all(f"<code>{c.key}</code>" in page for c in parameter.choices)
    assert not re.search(r"[>\"](nan|inf|-inf|None)[<\"]", page)


def test_links_within_the_page_and_into_the_lab_lead_somewhere(client: FlaskClient) -> None:
    page = client.get("/measures").text
    tree = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False).parse(page)
    ids = {e.get("id") for e in tree.iter() if e.get("id")}
    links = [e.get("href") for e in tree.iter("a")]
    assert {link[1:] for link in links if link.startswith("#")} <= ids
    labs = [link for link in links if link.startswith("/lab?")]
    assert len(labs) == len(measures())
    for link in labs:
        assert client.get(link).status_code == 200


def test_the_navigation_leads_there(client: FlaskClient) -> None:
    assert '<a href="/measures">Measures</a>' in client.get("/sheets/new?seed=1").text
    assert '<a href="/measures" aria-current="page">Measures</a>' in client.get("/measures").text


@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.measure.name)
def test_an_entry_is_complete(entry: object) -> None:
    from ireval.explanation.reference import Entry

    assert isinstance(entry, Entry)
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
from tests.conftest import make_app
client = make_app().test_client()
lab = client.get("/lab?labels=10&show=HalfP")
page = client.get("/measures").text
api = client.get("/api/v1/evaluate?labels=10").json
found = {m["name"]: m["value"] for m in api["measures"]}
lists = {
    f"{arrangement} {show}": client.get(f"/lab?labels=10&labels2=01&labels3=11&labels4=00&k=2&arrangement={arrangement}"
                                        f"&show={show}&chart=halfp").text
    for arrangement in ("systems", "queries", "pairs") for show in ("HalfP", "GHalfP")
}
Path(sys.argv[1]).write_text(json.dumps(lists), "utf-8")
print(json.dumps({"lab": lab.status_code, "listed": "half P" in lab.text, "page": 'id="HalfP"' in page,
                  "api": found.get("HalfP")}))
"""


def test_a_measure_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "half_precision.py").write_text(MEASURE, encoding="utf-8")
    (tmp_path / "geometric_half.py").write_text(GEOMETRIC, encoding="utf-8")
    environment = os.environ | {"IREVAL_MEASURES": str(tmp_path), "PYTHONPATH": str(ROOT)}

    def output(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=True, encoding="utf-8"
        )
        return done.stdout

    seen = json.loads(output("-c", PROGRAM, str(tmp_path / "lists.json")))
    assert seen == {"lab": 200, "listed": True, "page": True, "api": 0.25}
    assert output("-m", "ireval", "explain", "10", "-m", "HalfP").splitlines()[-1] == "HalfP = 1/(2*2) = 0.250"
    assert "HalfP" in output("-m", "ireval", "measures")
    assert "Half of what precision gives." in output("-m", "ireval", "measures", "--long")
    lists = json.loads((tmp_path / "lists.json").read_text("utf-8"))
    assert all('value="halfp"' in page and "What each rank adds to half P" in page for page in lists.values())
    means = {key: re.findall(r'data-of="([^"]+)">([^<]+)<', page) for key, page in lists.items()}
    assert means["systems HalfP"] == []
    assert means["queries HalfP"] == [("MHalfP", "0.250")]
    assert means["queries GHalfP"] == [("GMHP", "0.024")]
    assert means["pairs HalfP"] == [("MHalfP of A", "0.375"), ("MHalfP of B", "0.125")]
    assert means["pairs GHalfP"] == [("GMHP of A", "0.354"), ("GMHP of B", "0.002")]
    assert "GMHP uses 0.00001 for the HalfP of" in unescape(lists["queries GHalfP"])
