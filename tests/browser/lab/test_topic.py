"""A topic of a collection by keyboard: a document is read, labelled and compared, and the stored labels come back."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from ireval.collection.stored_collection import built_in
from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import Lab

pytestmark = pytest.mark.thorough

TOPIC = "/lab?collection=harbour&topic=3&run=words"


def test_documents_are_read_and_judged_by_keyboard(lab: Lab) -> None:
    page = lab.open(TOPIC)
    names = page.locator("#steps a.read").all_text_contents()
    titles = [built_in().documents[name].title for name in names]
    reader, title, change = page.locator("#reader"), page.locator("#reading h2"), page.locator("#own-labels .said")
    expect(page.locator("#topic-title")).to_have_text(f"Topic 3: {built_in().topics['3'].title}")
    expect(reader).to_be_hidden()
    lab.radio(1, "0").focus()
    page.keyboard.press("o")
    expect(title).to_have_text(titles[0])
    expect(page.locator("#reading")).to_contain_text(built_in().documents[names[0]].text)
    page.keyboard.press("ArrowDown")
    expect(title).to_have_text(titles[1])
    expect(page.locator("#reading")).to_contain_text(built_in().documents[names[1]].text)
    stored = page.locator(".result").inner_text()
    page.keyboard.press("2")
    lab.expect_address(f"own={names[1]}=2")
    expect(change).to_have_text(f"You changed 1 of 20 labels. AP with the stored labels: {stored}.")
    expect(page.locator("#rank-2 .was")).to_have_text("stored 0")
    expect(page.locator("#reader-labels [aria-pressed='true']")).to_have_text("2")
    assert_accessible(page)
    page.locator("#reader-next").press("Enter")
    expect(title).to_have_text(titles[2])
    page.keyboard.press("3")
    lab.expect_address(f"own={','.join(sorted((f'{names[1]}=2', f'{names[2]}=3')))}")
    page.keyboard.press("Escape")
    expect(reader).to_be_hidden()
    expect(lab.radio(3, "3")).to_be_focused()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#stored-labels").press("Enter")
    expect(page).to_have_url(re.compile(re.escape(TOPIC) + "$"))
    expect(page.locator("#own-labels")).to_be_focused()  # the button is gone
    assert page.evaluate("scrollY") == 0
    expect(change).to_contain_text("These are the stored labels.")
    expect(page.locator(".was")).to_have_count(0)
    lab.go_back()
    expect(change).to_contain_text("You changed 2 of 20 labels.")


def test_a_document_is_read_on_a_phone(lab: Lab) -> None:
    page = lab.open(TOPIC)
    page.set_viewport_size({"width": 360, "height": 740})
    link = page.locator("#rank-2 a.read")
    link.click()
    expect(page.locator("#reading")).to_contain_text(built_in().documents[link.inner_text()].text)
    page.get_by_role("group", name="Label", exact=True).get_by_role("button", name="3").click()
    lab.expect_address(f"own={link.inner_text()}=3")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("#reader-close").click()
    expect(page.locator("#reader")).to_be_hidden()
