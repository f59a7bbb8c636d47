"""The opening page: what it is, four doors, a small list to try, and what it remembers about its visitor."""

from __future__ import annotations

import re

import pytest

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import VIEWPORT, Lab

pytest.importorskip("playwright")
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough


def test_a_newcomer_sees_what_to_do_and_a_returning_visitor_the_lab_alone(lab: Lab) -> None:
    page = lab.open("/")
    introduction = page.get_by_role("region", name="Introduction")
    settings = page.locator("select[name='conventions']")
    expect(introduction.locator(".doors").get_by_role("link")).to_have_count(4)
    expect(settings).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for door in page.locator(".doors a").all():
        assert door.evaluate("e => e.offsetHeight") >= 44
    assert_accessible(page, ".introduction")
    page.set_viewport_size(VIEWPORT)
    # What is to be tried is in sight, and nothing moves when it is tried.
    label = lab.radio(2, "1")
    before = label.bounding_box()
    assert before and before["y"] + before["height"] < 720
    label.check()
    expect(page.locator(".result")).to_have_text("0.800")
    assert label.bounding_box() == before
    expect(introduction).to_be_visible()
    page.get_by_text("Settings", exact=True).click()
    expect(settings).to_be_visible()
    # The next visit: the introduction was never shown.
    page = lab.open("/")
    expect(introduction).to_be_hidden()
    expect(settings).to_be_visible()
    assert page.evaluate("document.documentElement.matches('.knows')")
    page.get_by_role("button", name="Show the introduction").click()
    expect(introduction).to_be_visible()
    expect(introduction.get_by_role("link").first).to_be_focused()
    lab.open("/")
    expect(introduction).to_be_visible()
    page.get_by_role("button", name="Hide this introduction").click()
    expect(introduction).to_be_hidden()
    lab.open("/")
    expect(introduction).to_be_hidden()


def test_the_doors_lead_to_an_example_the_dialog_two_systems_and_the_lessons(lab: Lab) -> None:
    page = lab.open("/")
    for door, part, count in (
        ("Compare two systems", 'class="list-tab"', 2),
        ("The lecture’s example", '<tr id="rank-', 15),
        ("Learn it step by step", ">Lessons</h1>", 1),
    ):
        leads = page.get_by_role("link", name=door).get_attribute("href") or ""
        assert page.request.get(lab.address + leads).text().count(part) == count, door
    page.get_by_role("link", name="Enter my ranking").click()
    page.keyboard.type("RNNRN")
    expect(page.locator("#entry-preview .chips b")).to_have_count(5)
    page.keyboard.press("Control+Enter")
    lab.expect_address("labels=10010")
    expect(lab.rows).to_have_count(5)


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=str)
def test_two_systems_open_with_one_beside_the_other(lab: Lab, size: tuple[int, int]) -> None:
    """Both rankings stand in one table, rank by rank, at the top of the window."""
    page = lab.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lab.open("/")
    page.get_by_role("link", name="Compare two systems").click()
    table = page.locator("#ranks-beside")
    expect(table).to_be_in_viewport(ratio=1)
    expect(table.locator("thead tr").first).to_have_text(re.compile("Engine A *Engine B"))
    assert page.evaluate("document.querySelector('#beside').getBoundingClientRect().top") < size[1] / 3
