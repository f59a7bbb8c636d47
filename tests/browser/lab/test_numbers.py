"""The settings that measures depend on: conventions, cutoff, decimals, R, and the open measure."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab

OPENED = """() => ({
  rows: document.querySelector('#steps tbody tr:has(input)') !== null,
  refused: document.querySelector('#refusal p, #lab .fault') !== null,
  was: document.querySelector('#lab [name=was]').value,
})"""
FIRST_LINKS = """() => [...document.querySelectorAll('#examples ul')]
  .map(list => list.querySelector('li a')?.getAttribute('href')).filter(Boolean)"""


def test_a_single_convention_and_the_preset_change_numbers(lab: Lab) -> None:
    page = lab.open(LILLIS + "&show=nDCG@10")
    page.get_by_text("More settings").click()
    lab.field("c-gain").select_option("exponential")
    lab.expect_address("gain=exponential&show=nDCG@10")
    expect(lab.value("nDCG@10")).not_to_have_text("0.287")
    expect(page.get_by_text("1 changed")).to_be_visible()
    expect(lab.field("c-discount")).to_be_visible()  # still open
    page.go_back()
    expect(lab.value("nDCG@10")).to_have_text("0.287")
    expect(lab.field("c-gain")).to_have_value("")
    lab.field("conventions").select_option("trec_eval")
    expect(lab.value("nDCG@10")).not_to_have_text("0.287")
    expect(lab.value("AP")).to_have_text("0.290")
    lab.settle()
    assert "conventions" not in lab.page.url, "the default stays out of the address"


def test_an_example_of_every_source_opens(lab: Lab) -> None:
    """The links of all examples are followed without a browser, in the tests of the server."""
    page = lab.open()
    page.get_by_role("button", name="Examples").click()
    expect(page.locator("#examples a").first).to_be_visible()
    links = page.evaluate(FIRST_LINKS)
    assert len(links) > 4
    for link in links:
        page.goto(lab.address + link, wait_until="domcontentloaded")
        assert page.evaluate(OPENED) == {"rows": True, "refused": False, "was": link.partition("?")[2]}, link


def test_a_measure_of_the_panel_opens_its_table_and_a_table_by_level_is_next_to_the_list(lab: Lab) -> None:
    page = lab.open()
    lab.measure("nDCG@10").check()
    lab.expect_address("show=nDCG@10")
    expect(page.locator("#open-title")).to_contain_text("nDCG@10")
    expect(page.locator("#steps thead")).to_contain_text("IDCG")
    expect(lab.cell(10, -1)).to_have_text("0.287")
    expect(page.locator("#said")).to_have_text("nDCG@10: 0.287")
    lab.measure("AP").check()
    lab.expect_opened("AP")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#open-title")).to_contain_text("AP@10")
    expect(lab.measure("AP@10")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#open-title small")).to_have_text("average precision")
    expect(lab.measure("AP")).to_be_focused()
    lab.measure("11-pt").check()
    expect(page.locator("#levels tbody tr")).to_have_count(11)
    expect(lab.rows).to_have_count(15)
    at_two_tenths = page.locator("#levels tbody tr").nth(2).locator("td").first
    expect(at_two_tenths).to_have_text("0.667")
    lab.radio(2, "1").check()
    expect(at_two_tenths).to_have_text("1.000")


def test_numbers_are_typed_as_lectures_do(lab: Lab) -> None:
    """The cutoff, decimals, all relevant documents, those not retrieved, the scale, and the size of the collection."""
    page = lab.open()
    lab.type("k", "5")
    expect(lab.value("P@5")).to_have_text("0.400")
    lab.type("relevant", "12")
    expect(lab.summary).to_have_text("15 of 800 documents retrieved; 5 of the 12 relevant documents found.")
    expect(lab.field("missed1")).to_have_value("4")
    lab.expect_address("unretrieved=3221111")
    expect(lab.value("AP")).to_have_text("0.242")  # 2.9 / 12
    lab.type("places", "1")
    expect(lab.value("P@5")).to_have_text("0.4")
    expect(page.locator("output")).to_have_text("0.2")
    lab.expect_address("k=5&places=1")
    lab.open("/lab?labels=10")
    expect(lab.value("Accuracy")).to_have_text("– not defined")
    lab.type("size", "4")
    expect(lab.value("Accuracy")).to_have_text("0.750")
    expect(lab.radio(1, "5")).to_have_count(0)
    lab.field("scale").select_option("5")
    lab.radio(2, "5").check()
    lab.expect_address("labels=15")
    lab.radio(2, "0").check()
    lab.type("missed3", "1")
    lab.expect_address("unretrieved=3")
    expect(lab.field("relevant")).to_have_value("2")
    expect(lab.value("AP")).to_have_text("0.500")
