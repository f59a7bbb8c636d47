"""The page of all terms, and the terms in the text of lessons."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from ireval.glossary import glossary, readers_terms, term_named
from tests.web.lessons.test_lessons import COURSE, KEY

#: Terms of the code and of running a server, which contributors look up in the documentation.
CONTRIBUTORS = {"working process", "queue", "signature", "refusal", "seed", "column", "tag", "label set", "operator"}


def slugs(page: str) -> list[str]:
    """The terms of a page, by their anchors."""
    return re.findall(r'<div id="([a-z0-9-]+)"><dt>', page)


def test_each_term_of_readers_stands_once_with_its_texts_in_alphabetical_order(client: FlaskClient) -> None:
    page = client.get("/glossary").text
    for term in readers_terms():
        (shown,) = re.findall(rf'<div id="{term.slug}"><dt>(.*?)</dd></div>', page, re.DOTALL)
        plain = re.sub(r"\W+", " ", unescape(re.sub(r"<[^>]+>", " ", shown)))
        for text in (term.name, term.meaning, term.other_words, term.example):
            assert re.sub(r"\W+", " ", text).strip() in plain
    names = [unescape(name) for name in re.findall(r"<dt><a [^>]*>(.*?)</a></dt>", page)]
    assert names == sorted(names, key=str.casefold) and len(names) == len(set(names)) > 60
    assert "<code" in page and "`" not in page
    assert 'href="/measures"' in page


def test_terms_of_the_code_stay_in_the_contributors_glossary(client: FlaskClient) -> None:
    everything = {term.name for terms in glossary().values() for term in terms}
    assert everything >= CONTRIBUTORS
    shown = {term.name for term in readers_terms()}
    assert shown.isdisjoint(CONTRIBUTORS)
    assert set(slugs(client.get("/glossary").text)) == {term_named(name).slug for name in shown}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("gold standard", ["qrels"]),
        ("TIES", ["equal-scores"]),
        ("kappa Scott", ["pooled-kappa"]),
        ("  cutoff ", ["cutoff", "deadline"]),
        ("daemon", []),
        ("<b>&\"'", []),
        ("\N{SNOWMAN}" * 500, []),
    ],
)
def test_the_filter_finds_terms_by_name_meaning_and_other_words(
    client: FlaskClient, wanted: str, found: list[str]
) -> None:
    page = client.get("/glossary", query_string={"q": wanted}).text
    assert set(found) <= set(slugs(page)) and (bool(found) or not slugs(page))
    assert len(slugs(page)) < 5
    assert "<b>&" not in page
    assert 'method="get"' in page and 'name="q"' in page, "a form that works without scripts"


def test_each_lesson_of_a_term_leads_to_a_step_that_uses_it(client: FlaskClient) -> None:
    """Looked up on the step's own page; terms that lessons explain are all taught somewhere."""
    page = client.get("/glossary").text
    taught = {}
    for slug in slugs(page):
        entry = re.findall(rf'<div id="{slug}"><dt>(.*?)</dd></div>', page, re.DOTALL)[0]
        if link := re.search(r'Lesson: <a href="(/lessons/([a-z-]+)/(\d+))">', entry):
            taught[slug] = (link[2], int(link[3]))
    assert len(taught) > 40
    assert {"gain", "discount", "ideal-list", "cutoff", "relevant", "cohens-kappa"} <= set(taught)
    names = {term.slug: term.name for term in readers_terms()}
    for slug, (lesson, number) in taught.items():
        step = unescape(re.sub(r"<[^>]+>", "", client.get(f"/lessons/{lesson}/{KEY}/{number}").text)).lower()
        assert names[slug].lower() in re.sub(r"\s+", " ", step), (slug, lesson, number)


def test_the_reference_leads_to_it(client: FlaskClient) -> None:
    for address in ("/measures", "/measures/AP"):
        assert 'href="/glossary"' in client.get(address).text


@pytest.mark.parametrize("slug", ["average-precision", "bpref", "graded-relevance"])
def test_every_term_of_a_lesson_shows_its_meaning_and_leads_to_the_glossary(client: FlaskClient, slug: str) -> None:
    lesson = COURSE.lessons[slug]
    mentioned = set()
    for number in range(1, len(lesson.steps) + 1):
        page = client.get(f"/lessons/{lesson.slug}/{KEY}/{number}").text
        buttons = re.findall(r'class="term" popovertarget="term-([a-z-]+)"', page)
        shown = re.findall(
            r'id="term-([a-z-]+)" popover="auto">\s*<p><strong>(.*?)</strong></p>(.*?)</div>', page, re.DOTALL
        )
        assert {anchor for anchor, *_ in shown} == set(buttons) and len(shown) == len(set(buttons))
        for anchor, name, rest in shown:
            assert term_named(unescape(name)).slug == anchor
            assert f'href="/glossary#{anchor}"' in rest
            assert term_named(unescape(name)).meaning.split("`")[0].split("'")[0].strip() in rest
        mentioned |= set(buttons)
    assert len(mentioned) >= 3
