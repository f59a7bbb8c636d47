"""A change beside what was before: in words, in the chart, and against a pinned state."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.thorough

NAMES = "() => document.querySelector('.plotted').data.filter(t => t.visible !== false).map(t => t.name)"
GHOST = ".box svg.ghost path"


def drawn_names(lab: Lab) -> list[str]:
    """The layers that Plotly has drawn."""
    lab.settle()
    names: list[str] = lab.page.evaluate(NAMES)
    return names


def test_a_change_stays_beside_the_old_values_until_the_next(lab: Lab) -> None:
    page = lab.open()
    table = page.locator("#steps").bounding_box()
    lab.radio(2, "1").check()
    expect(lab.change).to_have_text("AP 0.290 → 0.415, R 10 → 11 ")
    # The old stairs, in the drawing's units: precision 1 up to recall 0.1, then 2/3.
    expect(page.locator(GHOST)).to_have_attribute("d", re.compile(r"^M60\.1,15\.8 87\.1,15\.8 87\.1,67\.6 "))
    assert page.locator("#steps").bounding_box() == table, "nothing moves"
    lab.measure("RR").check()
    expect(lab.change).to_have_text("RR stays 1.000, R 10 → 11 ")
    expect(lab.said).to_contain_text("RR: 1.000")
    lab.measure("P@10").check()
    expect(lab.change).to_have_text("P@10 0.400 → 0.500, R 10 → 11 ")
    expect(lab.said).to_contain_text("P@10: 0.500")
    lab.field("conventions").select_option("trec_eval")
    expect(lab.change).to_have_text("P@10 stays 0.500, R stays 11 ")
    lab.type("places", "1")
    expect(lab.change).to_have_text(" Change a label to see the score before and after.")


def test_it_reveals_nothing_that_is_covered_or_still_to_come(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&cover=AP")
    lab.radio(2, "1").check()
    expect(lab.change).to_have_text("R 10 → 11 ")
    page.get_by_role("button", name="Pin").click()
    expect(page.locator("#pinned")).to_have_text("Pinned: R 11")
    lab.open(f"{LILLIS}&step=4")
    lab.radio(2, "1").check()
    expect(lab.change).to_have_text("R 10 → 11 ")
    expect(page.locator(GHOST)).to_be_hidden()
    page.get_by_role("button", name="Pin").click()
    expect(page.locator(".score-then")).to_be_hidden()
    page.get_by_role("button", name="All rows").click()
    expect(page.locator(".score-then")).to_be_visible()


def test_a_pinned_state_survives_changes_reload_and_sharing(lab: Lab, plain: Lab) -> None:
    page = lab.open()
    page.get_by_role("button", name="Pin").click()
    lab.expect_address("pin=")
    lab.radio(2, "1").check()
    lab.expect_address("pin=labels=101003000200003")
    lab.field("k").fill("5")
    lab.measure("P@10").check()
    lab.expect_address("pin=labels=101003000200003;k=")
    pinned = page.locator("#pinned")
    expect(pinned).to_have_text("Pinned: P@10 0.400, R 10")
    lab.settle()
    shared = page.url
    page.reload()
    expect(pinned).to_have_text("Pinned: P@10 0.400, R 10")
    page.get_by_role("radio", name="Precision-recall").check()  # the contingency table has no curve
    expect(page.locator(".drawn path.ghost")).to_be_attached()
    page.get_by_role("button", name="Unpin").click()
    expect(pinned).to_have_count(0)
    expect(page).not_to_have_url(re.compile("pin="))

    other = plain.page
    other.goto(f"{shared}&chart=pr")
    expect(other.locator("#pinned")).to_have_text("Pinned: P@10 0.400, R 10")
    expect(other.locator(".drawn path.ghost")).to_be_visible()
    other.get_by_role("button", name="Unpin").click()
    expect(other.get_by_role("button", name="Pin", exact=True)).to_be_visible()


@pytest.mark.chart_library
def test_the_chart_library_draws_the_ghosts_too(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&chart=ap", plotly=True)
    old_x, old_y = lab.plotted(drawn_names(lab).index("term"))
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    assert drawn_names(lab)[-1] == "before"
    x, y = lab.plotted(-1 % len(drawn_names(lab)))
    assert list(zip(x, y, strict=True)) == [p for p in zip(old_x, old_y, strict=True) if p[1]]
    page.locator(".tab input[value=rr]").check()  # the page has not had the earlier chart
    expect(page.locator(GHOST)).to_have_attribute("d", re.compile("^M52"))
    assert drawn_names(lab)[-1] == "before"
    page.locator(".tab input[value=pr]").check()
    expect(page.locator("figure.precision-recall")).to_be_attached()
    page.keyboard.press("j")
    expect(page.locator(".stop")).to_contain_text("rank 1")
    assert "before" not in drawn_names(lab), "it would show what comes"
    page.keyboard.press("w")
    page.get_by_role("button", name="Pin").click()
    expect(page.get_by_role("button", name="Unpin")).to_be_visible()
    lab.radio(4, "1").check()
    lab.expect_address("labels=111103000200003")
    names = drawn_names(lab)
    assert "ghost" in names
    assert "before" not in names
    page.keyboard.press("j")
    expect(page.locator(".stop")).to_contain_text("rank 1")
    assert "ghost" not in drawn_names(lab)


LOOKS = """() => [...document.querySelectorAll('#chart .box > .drawn path[data-layer=line], .box svg.ghost path')]
  .filter(path => path.checkVisibility()).map(path => {
    const {stroke, strokeDasharray: dash} = getComputedStyle(path);
    return [path.closest('svg.ghost') ? 'before' : path.getAttribute('class'), stroke, dash];
  })"""


def test_the_earlier_curve_looks_like_no_other_of_the_chart(lab: Lab) -> None:
    """Neither in colour nor in dashes, and its sample looks like it; of gain charts the ideal DCG is dashed, too."""
    page = lab.open(f"{LILLIS}&show=nDCG@10&chart=gain")
    lab.radio(2, "1").check()
    expect(page.locator(GHOST)).to_have_attribute("d", re.compile("^M"))
    looks = {name: look for name, *look in page.evaluate(LOOKS)}
    assert {"before", "ideal", "dcg", "ndcg"} <= set(looks)
    for part in range(2):
        assert looks["before"][part] not in [look[part] for name, look in looks.items() if name != "before"], looks
    sample = "getComputedStyle(document.querySelector('.before path'))"
    assert page.evaluate(f"[{sample}.stroke, {sample}.strokeDasharray]") == looks["before"]
    page.get_by_role("button", name="Pin").click()
    lab.radio(4, "1").check()
    expect(page.locator(".drawn path.ghost")).to_be_attached()
    pinned = {name: look for name, *look in page.evaluate(LOOKS)}
    assert pinned["ghost"] == looks["before"], "an earlier curve looks the same, pinned or not"


@pytest.mark.chart_library
def test_the_chart_library_draws_the_earlier_curve_unlike_the_others(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&show=nDCG@10&chart=gain", plotly=True)
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    assert drawn_names(lab)[-1] == "before"
    lines = page.evaluate(
        "document.querySelector('.plotted').data.filter(t => t.mode === 'lines')"
        ".map(t => [t.name, t.line.color, t.line.dash ?? ''])"
    )
    looks = {name: look for name, *look in lines}
    for part in range(2):
        assert looks["before"][part] not in [look[part] for name, look in looks.items() if name != "before"], looks
