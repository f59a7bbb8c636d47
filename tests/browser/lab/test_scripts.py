"""Without scripts, with late scripts, and with some that never load: the page works, and no change is lost."""

from __future__ import annotations

import pytest

from tests.sentences import sentence

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab


def test_without_scripts_a_button_or_enter_updates_and_the_curve_is_drawn(plain: Lab) -> None:
    page = plain.open(plotly=True, wait=False)
    plain.radio(2, "1").check()
    expect(page.locator("output")).to_have_text("0.290")
    page.get_by_role("button", name="Update").click()
    plain.expect_address("labels=111003000200003")
    expect(page.locator("output")).to_have_text("0.415")
    plain.field("k").fill("5")
    plain.field("relevant").fill("12")
    page.get_by_role("button", name="Update").click()
    expect(plain.value("P@5")).to_have_text("0.600")
    expect(plain.field("relevant")).to_have_value("12")
    expect(page.locator(".drawn svg")).to_be_visible()
    plain.field("k").fill("3")
    plain.field("k").press("Enter")
    plain.expect_address("k=3")
    expect(plain.rows).to_have_count(15)


def test_without_scripts_documents_are_added_and_removed(plain: Lab) -> None:
    page = plain.open("/lab?labels=101", plotly=True, wait=False)
    page.get_by_role("button", name="Add a document").click()
    plain.expect_address("labels=1010")
    expect(page.locator("#undo, #redo, .row-more:visible").first).to_be_hidden()
    for button, address in (("Delete", "labels=110"), ("Not retrieved", "labels=10")):
        page.locator("#arrange > summary").click()
        plain.field("leave_at").fill("2")
        page.get_by_role("button", name=button, exact=True).click()
        plain.expect_address(address if button == "Delete" else "unretrieved=1")
    page.get_by_role("button", name="Retrieve").click()
    plain.expect_address("labels=101&names=d1,d3,d2")


@pytest.mark.allow_console("status of 400")
def test_without_scripts_what_is_wrong_stands_at_its_field_and_the_rest_is_in_the_address(plain: Lab) -> None:
    page = plain.open(plotly=True, wait=False)
    plain.radio(2, "1").check()
    plain.field("relevant").fill("2")
    plain.field("missed1").fill("many")
    page.get_by_role("button", name="Update").click()
    plain.expect_address("&tried=relevant%3D2%26missed1%3Dmany#fault-missed1")
    assert plain.labels == "111003000200003"
    expect(plain.fault("relevant")).to_contain_text(sentence("relevant-below-found", total=2, found=6))
    expect(plain.fault("missed1")).to_be_in_viewport()
    page.reload()
    expect(plain.field("relevant")).to_have_value("2")
    expect(plain.field("missed1")).to_have_value("many")
    expect(plain.radio(2, "1")).to_be_checked()
    plain.field("relevant").fill("11")
    plain.field("missed1").fill("2")
    page.get_by_role("button", name="Update").click()
    plain.expect_address("conventions=lillis")
    assert plain.labels == "111003000200003"
    page.go_back()
    expect(plain.field("relevant")).to_have_value("2")


def test_changes_made_before_the_scripts_came_are_picked_up(lab: Lab) -> None:
    page = lab.page
    with lab.held("**/htmx.min.*.js") as release:
        lab.open("/lab?labels=000", wait=False)
        lab.radio(2, "1").check()
        lab.field("scale").select_option("3")
        assert page.evaluate("typeof htmx") == "undefined"
        release()
        lab.expect_address("labels=010&scale=3")
    expect(lab.summary).to_contain_text(sentence("relevant-one-found"))
    assert lab.server.requests == ["POST"]


@pytest.mark.allow_console("Failed to load resource")
def test_without_the_chart_library_the_drawing_follows(lab: Lab) -> None:
    page = lab.page
    page.route("**/plotly.min.*.js", lambda route: route.abort())
    page.goto(lab.address + LILLIS)
    points = page.locator(".drawn .path")
    before = points.get_attribute("d")
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    expect(page.locator(".drawn")).to_be_visible()
    expect(points).not_to_have_attribute("d", before or "")


@pytest.mark.allow_console("Failed to load resource")
def test_without_htmx_the_form_works_as_without_scripts(lab: Lab) -> None:
    lab.page.route("**/htmx.min.*.js", lambda route: route.abort())
    page = lab.open("/lab?labels=000")
    lab.radio(2, "1").check()
    page.get_by_role("button", name="Update").click()
    lab.expect_address("labels=010")
    page.get_by_role("button", name="Add a document").click()
    lab.expect_address("labels=0100")
