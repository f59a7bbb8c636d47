"""Invalid input is refused: the message says what is wrong, and the input and everything else stay as they are."""

from __future__ import annotations

import pytest

from tests.sentences import sentence

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.allow_console("status of 400")


REFUSED = (
    ("k", "0", "Cutoff k", "5"),
    ("relevant", "3", sentence("relevant-below-found", total=3, found=5), "5"),
    ("size", "19", "The collection size is 19, but 20 documents are already known", "20"),
    ("size", "-1", "Collection size", ""),
    ("documents", "5000", "Ranked documents: 5000 is out of range", "15"),
    ("missed1", "-2", "Not retrieved with grade 1", "2"),
)


def test_a_refused_change_is_explained_at_its_field_and_the_next_good_one_clears_it(lab: Lab) -> None:
    for name, typed, says, sound in REFUSED:
        page = lab.open()
        field = lab.field(name)
        before = page.url
        lab.type(name, typed)
        expect(lab.refusal).to_contain_text(says)
        expect(field, name).to_have_value(typed)
        expect(field, name).to_have_attribute("aria-invalid", "true")
        expect(field, name).to_have_attribute("aria-describedby", "refusal")
        expect(page.locator("output"), name).to_have_text("0.290")
        expect(lab.rows, name).to_have_count(15)
        assert page.url == before, name
        lab.type(name, sound)
        expect(lab.refusal, name).to_be_empty()
        expect(field, name).not_to_have_attribute("aria-invalid", "true")


def test_a_label_set_while_a_number_is_refused_is_not_lost(lab: Lab) -> None:
    lab.open()
    lab.type("k", "0")
    expect(lab.refusal).to_contain_text("Cutoff k")
    lab.radio(2, "1").check()
    expect(lab.radio(2, "1")).to_be_focused()
    lab.type("k", "5")
    lab.expect_address("labels=111003000200003&unretrieved=32211&size=800&conventions=lillis&k=5")
    expect(lab.value("P@5")).to_have_text("0.600")


def test_text_that_is_not_a_number_is_replaced_by_the_earlier_number(lab: Lab) -> None:
    lab.open(LILLIS + "&k=5")
    lab.field("k").click()
    lab.field("k").press("Control+a")
    lab.field("k").press_sequentially("1e")
    lab.field("k").press("Tab")
    expect(lab.field("k")).to_have_value("5")
    expect(lab.value("P@5")).to_have_text("0.400")


def test_a_refused_address_is_corrected_in_its_form(lab: Lab) -> None:
    page = lab.open("/lab?labels=10x&k=5&show=P@5")
    expect(lab.refusal).to_contain_text("x")
    typed = lab.refusal.get_by_role("textbox")
    expect(typed).to_have_value("10x")
    typed.fill("101")
    typed.press("Tab")
    assert lab.server.requests == [], "it is no part of the lab's own form"
    page.get_by_role("button", name="Use the corrected address").click()
    lab.expect_address("labels=101")
    expect(lab.refusal).to_be_empty()
    expect(lab.rows).to_have_count(3)
    expect(lab.field("k")).to_have_value("5")
    expect(page.locator("#open-title")).to_contain_text("P@5")


def test_two_errors_in_an_address_are_both_reported(lab: Lab) -> None:
    page = lab.open("/lab?labels=101&conventions=lilis&k=0")
    expect(lab.refusal.locator("p:has(strong)")).to_have_count(2)
    expect(lab.refusal).to_contain_text("lillis")
    expect(lab.rows).to_have_count(3)
    expect(page).to_have_title("One ranked list (with errors) – ireval")


def test_the_fields_for_corrections_fit_on_a_phone(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 360, "height": 740})
    page = lab.open("/lab?labels=10x&k=0&conventions=nope")
    edges = page.locator(".correction input").evaluate_all("fields => fields.map(f => f.getBoundingClientRect().right)")
    assert len(edges) == 3 and max(edges) <= 352


def test_after_a_refusal_back_leads_to_the_earlier_state(lab: Lab) -> None:
    page = lab.open(LILLIS)
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    lab.type("k", "0")
    expect(lab.refusal).to_contain_text("Cutoff k")
    page.go_back()
    expect(lab.radio(2, "0")).to_be_checked()
    expect(lab.refusal).to_be_empty()
    expect(lab.field("k")).to_have_value("10")
