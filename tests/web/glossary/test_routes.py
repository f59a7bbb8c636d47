"""The page of all terms, and the terms in the text of lessons."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from ireval.glossary import glossary, term_named
from tests.web.lessons.test_lessons import COURSE, KEY


def test_each_term_stands_once_with_its_meaning_and_other_words(client: FlaskClient) -> None:
    page = client.get("/glossary").text
    for terms in glossary().values():
        for term in terms:
            (shown,) = re.findall(rf'<div id="{term.slug}">(.*?)</div></dd>', page, re.DOTALL)
            words = unescape(re.sub(r"<[^>]+>", " ", shown))
            plain = re.sub(r"\W+", " ", words)
            for text in (term.name, term.meaning, term.other_words):
                assert re.sub(r"\W+", " ", text).strip() in plain
    assert "<code>k</code>" in page and "`" not in page
    assert 'href="/measures"' in page


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
