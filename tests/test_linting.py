"""The client that lints notices every fault; and tags are read as Python's own parser reads them."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from tests.linting import faults
from tests.markup import tags

pytestmark = pytest.mark.slow

PAGE = """<!doctype html><html lang="en"><head><title>Lab – ireval</title>
<script type="application/json">{"a": "<p id=a>"}</script></head>
<body><!-- <img> --><main><h1>Lab</h1><form action="/lab"><input id="a" disabled></form>
<img alt="" src='a>b.svg'/><math><mi>x</mi></math></main></body></html>"""


def test_a_sound_page_has_no_faults() -> None:
    assert faults(PAGE) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<h1>", '<h1 style="color: red">'),
        ("<h1>", "<h1 onclick=go()>"),
        ("<h1>", "<h1 hx-on:click='go()'>"),
        ("<h1>", '<h1 id="a">'),
        ("<h1>Lab</h1>", "<h1>List</h1>"),
        ("<h1>Lab</h1>", ""),
        ("</main>", "</main><main></main>"),
        ("</head>", "<style>p { color: red }</style></head>"),
        ("</head>", "<script>go()</script></head>"),
        (' action="/lab"', ""),
        (' alt=""', ""),
        ("<mi>x", "<mi>&#x4E00;"),
    ],
)
def test_each_broken_page_has_one_fault(old: str, new: str) -> None:
    assert old in PAGE
    assert len(faults(PAGE.replace(old, new))) == 1


class Reader(HTMLParser):
    """The tags that Python's parser finds, with their attributes; closing ones without."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(("", tag, {name: value or "" for name, value in attrs}))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("/", tag, {}))


@pytest.mark.parametrize("address", ["/", "/sheets/new?seed=42", "/switchboard?labels=nrurunnnrnr"])
def test_tags_are_those_that_pythons_parser_finds(client: FlaskClient, address: str) -> None:
    page = client.get(address).text
    found = [(tag.slash, tag.name, tag.attributes) for tag in tags(page)]
    assert len(found) > 500
    assert found == Reader(page).found
