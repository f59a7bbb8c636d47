"""The comparison of runs in a browser: files are sent, topics sorted, and axe finds nothing."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import FilePayload, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.paths import ROOT

pytestmark = pytest.mark.thorough

HARBOUR = ROOT / "collections" / "harbour"


def test_sent_files_are_compared_and_the_page_is_accessible(page: Page) -> None:
    page.goto("/compare")
    assert_accessible(page, "main")
    page.get_by_label("Judgements (qrels)").set_input_files(HARBOUR / "qrels.txt")
    page.get_by_label("Two to 50 runs").set_input_files(
        [HARBOUR / "runs" / f"{name}.txt" for name in ("words", "pieces")]
    )
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("heading", name="pieces.txt minus words.txt")).to_be_visible()
    expect(page.locator(".topics tbody tr")).to_have_count(10)
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_charts_of_sent_files_are_saved_from_the_page(page: Page) -> None:
    page.goto("/compare")
    page.get_by_text("Paste instead").click()
    page.get_by_label("Judgements: topic").fill("1 0 a 1\n2 0 a 1\n")
    page.get_by_label("Run 1").fill("1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n2 Q0 a 1 1 x\n")
    page.get_by_label("Run 2").fill("1 Q0 a 1 2 y\n2 Q0 b 1 2 y\n2 Q0 a 2 1 y\n")
    page.get_by_role("button", name="Compare", exact=True).click()
    chart = "AP: the scores of all topics"
    with page.expect_download() as saved:
        page.get_by_role("link", name=f"SVG: {chart}").click()
    assert "pasted run 1 has a mean of 0.7500" in saved.value.path().read_text("utf-8")
    with page.expect_download() as saved:
        page.get_by_role("button", name=f"PNG: {chart}").click()
    assert saved.value.suggested_filename == "m1-scores.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_on_a_phone_the_reason_is_below_its_topic(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/compare?collection=harbour")
    row = page.locator(".topics tbody tr").first
    topic, why = (row.locator(cell).bounding_box() for cell in ("th", ".why"))
    assert topic and why
    assert why["y"] >= topic["y"] + topic["height"] - 1
    assert why["width"] > 250
    expect(page.get_by_role("row").filter(has_text="plastic waste").get_by_role("rowheader")).to_have_count(1)


def test_two_links_are_compared(page: Page) -> None:
    page.goto("/compare")
    page.get_by_text("Two links to the lab").click()
    page.get_by_label("Link A").fill("labels=010&names=x,y,z&labels2=10&names2=v,w&arrangement=queries")
    page.get_by_label("Link B").fill("labels=100&names=y,x,z&labels2=01&names2=w,v&arrangement=queries")
    page.get_by_role("button", name="Compare both links").click()
    expect(page.get_by_text("The same mean: A 0.750, B 0.750")).to_be_visible()
    page.get_by_role("link", name="Both lists in the lab, topic Query 1:").click()
    expect(page.locator("#beside-title")).to_be_visible()


def test_topics_are_sorted_and_opened_in_the_lab(page: Page) -> None:
    page.goto("/compare?collection=harbour")
    page.get_by_role("link", name="difference").click()
    expect(page.locator(".topics thead [aria-sort]")).to_have_attribute("aria-sort", "descending")
    page.get_by_role("link", name="Both lists in the lab, topic 7:").click()
    expect(page.locator("#beside-title")).to_be_visible()


def test_files_that_are_too_large_are_named_before_they_are_sent(page: Page) -> None:
    page.goto("/compare")
    large = FilePayload(name="qrels.txt", mimeType="text/plain", buffer=b"1 0 d1 1\n" * 500_000)
    page.locator("#uploading input[name=qrels]").set_input_files(large)
    expect(page.get_by_role("alert")).to_contain_text("upload them as a collection")
    page.locator("#uploading").get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page).to_have_url(re.compile("/compare$"))


def test_step_tables_stand_beside_each_other_and_lead_back_to_their_row(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/compare?collection=harbour&run=words&run=pieces&run=words-title&measures=AP,P@10")
    page.locator("#m2p2-topics").evaluate("table => { table.closest('details').open = true }")
    page.locator("#m2p2-topics").get_by_role("link", name="Step tables of topic 7:").press("Enter")
    steps = page.get_by_role("region", name="Topic 7, ")
    expect(steps.get_by_role("heading", level=2)).to_be_in_viewport()
    assert steps.get_by_role("heading", level=3).all_inner_texts() == ["words", "words-title"]
    left, right = (table.bounding_box() for table in steps.get_by_role("table").all())
    assert left and right
    assert left["y"] == right["y"] and left["x"] + left["width"] <= right["x"]
    steps.get_by_role("link", name="Back to topic 7 in the table").press("Enter")
    expect(page.locator("#m2p2-topic7")).to_be_in_viewport()


def test_very_many_pairs_are_a_table_with_details_by_keyboard(page: Page) -> None:
    names = ("pieces", "words", "pieces-short", "pieces-tiny", "words-once")
    runs = "".join(f"&run={name}" for name in names)
    page.goto(f"/compare?measures=P@5,P@10,AP,RR,nDCG@10&seed=1{runs}")
    details = page.get_by_role("button", name="Details of")
    expect(details.first).to_be_visible()
    details.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h3#m1p1")).to_be_visible()
    expect(page.locator(".topics tbody tr")).to_have_count(10)
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
