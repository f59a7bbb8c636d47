"""Invalid input is refused at its field; the input stays there, and everything else is in the address."""

from __future__ import annotations

import pytest

from tests.sentences import sentence

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.allow_console("status of 400")


REFUSED = (
    ("k", "0", "Cutoff k", "10"),
    ("level", "30", "Recall level: 30 is out of range", "0,3"),
    ("relevant", "3", sentence("relevant-below-found", total=3, found=5), "10"),
    ("size", "19", "The collection size is 19, but 20 documents are already known", "800"),
    ("documents", "5000", "Ranked documents: 5000 is out of range", "15"),
    ("places", "abc", "Decimals: “abc” is not a number", "3"),
)


def test_a_refused_change_is_explained_below_its_field_and_the_next_good_one_clears_it(lab: Lab) -> None:
    page = lab.open()
    for name, typed, says, sound in REFUSED:
        field, fault = lab.field(name), lab.fault(name)
        before = page.url
        lab.type(name, typed)
        expect(fault, name).to_contain_text(says)
        expect(field, name).to_have_value(typed)
        expect(field, name).to_have_attribute("aria-invalid", "true")
        expect(field, name).to_have_attribute("aria-describedby", f"fault-{name}")
        expect_below(page, name)
        expect(page.locator("output"), name).to_have_text("0.290")
        expect(lab.rows, name).to_have_count(15)
        assert page.url == before, name
        lab.type(name, sound)
        expect(fault, name).to_have_count(0)
        expect(field, name).not_to_have_attribute("aria-invalid", "true")
        assert page.url == before, name


def expect_below(page: Page, name: str) -> None:
    """What is wrong is directly below the field, and in view."""
    expect(page.locator(f"#fault-{name}")).to_be_in_viewport(ratio=0.9)
    field, fault = page.locator(f"#lab [name='{name}']").bounding_box(), page.locator(f"#fault-{name}").bounding_box()
    assert field and fault
    assert 0 <= fault["y"] - field["y"] - field["height"] <= 12, name


def test_what_changes_while_numbers_are_refused_is_in_the_address(lab: Lab) -> None:
    page = lab.open()
    lab.type("level", "30")
    expect(lab.fault("level")).to_be_visible()
    lab.type("missed1", "x")
    expect(lab.fault("missed1")).to_be_visible()
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003&unretrieved=32211&size=800&conventions=lillis")
    expect(lab.radio(2, "1")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("AP 0.290 to 0.415")
    expect(page.locator("#share-link")).to_have_value(page.url)
    lab.type("k", "5")
    lab.expect_address("labels=111003000200003&unretrieved=32211&size=800&conventions=lillis&k=5")
    expect(lab.value("P@5")).to_have_text("0.600")
    expect(lab.field("level")).to_have_value("30")
    expect(page.locator("#lab .fault")).to_have_count(2)
    page.go_back()
    expect(lab.value("P@10")).to_have_text("0.500")
    expect(page.locator("#lab .fault")).to_have_count(0)
    expect(lab.field("level")).to_have_value("0.3")
    page.go_forward()
    expect(lab.field("k")).to_have_value("5")
    page.reload()
    expect(lab.radio(2, "1")).to_be_checked()


def test_a_new_error_is_brought_into_view_and_opens_what_is_folded_over_it(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 360, "height": 740})
    page = lab.open()
    page.locator("#settings > summary").click()
    page.get_by_text("More settings").click()
    with lab.server.holding():
        lab.field("c-rel").fill("70")
        page.get_by_text("More settings").click()
        page.locator("#settings > summary").click()
        expect(lab.field("c-rel")).to_be_hidden()
    expect(lab.fault("c-rel")).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    lab.type("documents", "15,5")
    expect(lab.fault("documents")).to_be_in_viewport()
    lab.radio(15, "0").check()
    lab.expect_address("labels=101003000200000")
    expect(lab.radio(15, "0")).to_be_in_viewport()
    expect(page.locator("#lab .fault")).to_have_count(2)


def test_the_tools_below_the_list_say_at_their_fields_what_is_wrong(lab: Lab) -> None:
    page = lab.open()
    page.locator("#arrange > summary").click()
    for name, typed, button in (("swap_b", "99", "Move"), ("seed", "-1", "Shuffle"), ("name_at", "x", "Name")):
        if name == "swap_b":
            lab.field("swap_a").fill("1")
        lab.field(name).fill(typed)
        page.get_by_role("button", name=button, exact=True).click()
        expect(lab.fault(name)).to_be_in_viewport()
        expect(lab.field(name)).to_have_value(typed)
        expect(lab.field(name)).to_have_attribute("aria-describedby", f"fault-{name}")


def test_arrow_keys_step_a_number_within_its_limits(lab: Lab) -> None:
    page = lab.open(LILLIS + "&k=2&level=0.9")
    lab.field("k").press("ArrowUp")
    lab.expect_address("k=3&level=0.9")
    lab.field("k").press("ArrowDown")
    lab.field("k").press("ArrowDown")
    lab.field("k").press("ArrowDown")
    lab.expect_address("k=1&level=0.9")
    lab.field("level").press("ArrowUp")
    lab.field("level").press("ArrowUp")
    lab.expect_address("k=1&level=1")
    expect(lab.field("level")).to_be_focused()
    expect(page.locator("#lab .fault")).to_have_count(0)


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


def test_each_part_of_an_address_is_explained_at_its_field(lab: Lab) -> None:
    parts = {"k": "abc", "size": "1", "discount": "foo", "cover": "zz", "show": "Foo", "chart": "u", "step": "x"}
    page = lab.open("/lab?labels=101&labels2=01&title=" + "x" * 61 + "".join(f"&{n}={v}" for n, v in parts.items()))
    for name in ("k", "size", "c-discount", "cover", "show", "chart", "step", "title"):
        expect(lab.fault(name), name).to_be_visible()
    expect(lab.field("k")).to_have_value("abc")
    expect(lab.fault("k")).to_contain_text("“abc” is not a number")
    expect(page).to_have_title("Two systems, one query (with errors) – ireval")
    assert lab.server.requests == [], "the page keeps what is wrong"
    lab.radio(2, "1").check()
    lab.expect_address("labels=111&labels2=01")
    expect(lab.field("k")).to_have_value("abc")
    expect(lab.fault("k")).to_be_visible()


def test_the_fields_for_corrections_fit_on_a_phone(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 360, "height": 740})
    page = lab.open("/lab?labels=10x&k=0&foo=nope&subtopics=2")
    edges = page.locator(".correction input, #lab .fault").evaluate_all(
        "all => all.map(f => f.getBoundingClientRect().right)"
    )
    assert len(edges) == 4 and max(edges) <= 352
