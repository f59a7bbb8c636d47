"""The reference and the glossary in a browser: accessible, as wide as the screen, live, and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT, WIDTHS

pytestmark = pytest.mark.thorough

AP = "/measures/AP?labels=0110&unretrieved=1"


@pytest.mark.parametrize("address", ["/measures#nDCG", "/measures/nDCG?gain=exponential", "/glossary#cutoff"])
def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, server: str, address: str) -> None:
    page.goto(server + address)
    assert_accessible(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"at {width} px"


def test_the_live_list_follows_its_labels_and_a_choice_keeps_them(page: Page, server: str) -> None:
    page.goto(server + AP)
    score = page.locator("output.result")
    expect(score).to_have_text("0.389")  # (1/2 + 2/3)/3
    page.locator("#rank-1 input[value='1']").check()
    expect(score).to_have_text("0.750")  # (1/1 + 2/2 + 3/3)/4
    expect(page).to_have_url(re.compile(re.escape("/measures/AP?labels=1110")))
    expect(page.get_by_role("heading", level=1)).to_contain_text("AP")
    for key in ("[", "]"):  # shortcuts for other measures, of which there are none on this page
        page.keyboard.press(key)
    page.get_by_role("link", name=re.compile("^Try it.*relevant retrieved$")).click()
    expect(score).to_have_text("1.000")
    expect(page).to_have_url(re.compile(r"labels=1110.*divisor=relevant-retrieved#lab$"))
    page.get_by_role("link", name="Open in the lab").click()
    expect(page).to_have_url(re.compile(r"/lab\?labels=1110.*divisor=relevant-retrieved"))
    expect(score).to_have_text("1.000")


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_the_reference_by_keyboard_without_javascript(page: Page, server: str) -> None:
    page.goto(f"{server}/measures")
    page.get_by_role("link", name="RR", exact=True).press("Enter")
    expect(page).to_have_url(f"{server}/measures/RR")
    score = page.locator("output.result")
    expect(score).to_have_text("1.000")
    page.locator("#rank-1 input[value='0']").press("Space")
    page.locator(".noscript button").press("Enter")
    expect(score).to_have_text("0.250")
    expect(page).to_have_url(re.compile(r"/measures/RR\?labels=00u1031"))


def test_a_term_of_a_lesson_is_explained_by_keyboard(page: Page, server: str) -> None:
    page.goto(f"{server}/lessons/average-precision/K7M2PXABC/3")
    page.get_by_role("button", name="grade", exact=True).press("Enter")
    meaning = page.locator("#term-grade")
    expect(meaning).to_contain_text("how relevant a judged document is")
    page.keyboard.press("Tab")
    expect(meaning.get_by_role("link", name="Glossary")).to_be_focused()
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    expect(page.get_by_role("button", name="grade", exact=True)).to_be_focused()


def test_the_glossary_is_filtered_while_one_types_and_without_scripts(
    page: Page, server: str, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto(f"{server}/glossary")
    terms = page.locator(".terms dt")
    count = terms.count()
    field = page.get_by_label("Find a term")
    field.press_sequentially("gold standard")
    expect(terms).to_have_text(["qrels"])
    expect(page.get_by_role("status")).to_contain_text("1 term with")
    expect(field).to_be_focused()
    field.fill("")
    expect(terms).to_have_count(count)
    plain = new_context(java_script_enabled=False).new_page()
    plain.goto(f"{server}/glossary")
    plain.get_by_label("Find a term").fill("gold standard")
    plain.get_by_role("button", name="Find").click()
    expect(plain).to_have_url(re.compile(r"\?q=gold\+standard$"))
    expect(plain.locator(".terms dt")).to_have_text(["qrels"])
