"""The lab without navigation: the same page, which leaves the frame only by its link to ireval."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.conftest import make_app
from tests.web.lab.test_routes import FRAGMENT, controls, parsed

QUERY = "labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"
EMBED, LAB = f"/embed?{QUERY}", f"/lab?{QUERY}"


def test_it_is_the_lab_without_navigation(client: FlaskClient) -> None:
    framed, whole = client.get(EMBED).text, client.get(LAB).text
    for text in ("<nav", 'class="site"', "Examples", 'id="share"', 'href="#main"'):
        assert text in whole and text not in framed
    assert controls(framed) == controls(whole)
    scripts = [re.findall(r"<script[^>]*src=\"([^\"]+)", page) for page in (framed, whole)]
    assert [script for script in scripts[0] if "/embed." not in script] == scripts[1] and len(scripts[0]) > len(
        scripts[1]
    )


@pytest.mark.parametrize("query", [QUERY, "labels=1&show=IPrec11", "labels=10x&k=0", ""])
def test_links_leave_the_frame_and_forms_stay_in_it(client: FlaskClient, query: str) -> None:
    tree = parsed(client.get(f"/embed?{query}").text)
    assert [base.get("target") for base in tree.iter("base")] == ["_blank"]
    targets = {form.get("id"): (form.get("action"), form.get("target")) for form in tree.iter("form")}
    assert {targets.pop("lab"), targets.pop("correction", ("/embed", "_self"))} == {("/embed", "_self")}
    assert {target for _, target in targets.values()} == {None}, "other pages may not be framed"
    assert next(f for f in tree.iter("form") if f.get("id") == "lab").get("hx-post") == "/embed"
    home = next(a for a in tree.iter("a") if "".join(a.itertext()) == "Open in ireval")
    assert urlsplit(home.get("href")).path == "/lab"
    assert client.get(home.get("href")).status_code == 200


def test_changes_stay_in_the_frame(client: FlaskClient) -> None:
    posted = controls(client.get(EMBED).text) | {"g2": "1"}
    answer = client.post("/embed", data=posted)
    assert answer.status_code == 303
    changed = QUERY.replace("labels=101", "labels=111")
    assert answer.location == f"/embed?{changed}"
    fragment = client.post("/embed", data=posted, headers=FRAGMENT)
    assert fragment.text.lstrip().startswith("<form")
    assert f'data-address="/embed?{changed.replace("&", "&amp;")}"' in fragment.text
    assert client.post("/lab", data=posted).location == f"/lab?{changed}"
    refused = client.post("/embed", data=posted | {"k": "0"}, follow_redirects=True)
    assert refused.status_code == 400
    assert 'action="/embed"' in refused.text and "<nav" not in refused.text


def test_it_works_below_a_prefix() -> None:
    client = make_app(PREFIX="/ir").test_client()
    text = client.get(EMBED).text
    assert 'action="/ir/embed"' in text
    assert f'href="/ir/lab?{QUERY.replace("&", "&amp;")}"' in text
    assert client.post("/embed", data=controls(text)).location == f"/ir/embed?{QUERY}"


def test_the_snippet_is_offered_where_someone_may_use_it() -> None:
    query = "labels=1&names=%3C%27%22%3E&show=Bpref(bpref='r')"
    refused = make_app().test_client().get(f"/lab?{query}").text
    assert 'id="share-frame"' not in refused
    assert "FRAME_ANCESTORS" in refused
    client = make_app(FRAME_ANCESTORS="https://moodle.example.org").test_client()
    fields = parsed(client.get(f"/lab?{query}").text).iter("textarea")
    field = next(field for field in fields if field.get("id") == "share-frame")
    (frame,) = parsed(field.text).iter("iframe")
    address = urlsplit(frame.get("src"))
    assert (address.scheme, address.netloc, address.path) == ("http", "localhost", "/embed")
    assert dict(parse_qsl(address.query)) == {"labels": "1", "names": "<'\">", "show": "Bpref(bpref='r')"}
    assert frame.get("title") and frame.get("width") and frame.get("height")
    assert client.get(f"/embed?{address.query}").status_code == 200
