"""Documents by hand: dragged, moved by keys and by menu, named in place; the tools below the list; undone by Back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.sentences import sentence

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import LILLIS, Lab

FIVE = "/lab?labels=01230&names=a,b,c,d,e"


def names(lab: Lab) -> Locator:
    return lab.page.locator("#steps tbody tr:has(fieldset) td.doc")


def expect_order(lab: Lab, *wanted: str) -> None:
    expect(names(lab)).to_have_text(list(wanted))


def said(lab: Lab) -> Locator:
    return lab.page.locator("#said")


def opened(lab: Lab, address: str = FIVE) -> Page:
    page = lab.open(address)
    page.locator("#arrange > summary").click()
    return page


@contextmanager
def dragging(page: Page, grip: Locator, to: Locator, *, below: bool) -> Iterator[None]:
    """Hold a document over the upper or the lower half of a row; drop it at the end."""
    start, end = grip.bounding_box(), to.bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 6, start["y"] + start["height"] / 2)
    page.mouse.down()
    y = end["y"] + end["height"] * (0.8 if below else 0.2)
    page.mouse.move(start["x"] + 12, (start["y"] + y) / 2)
    page.mouse.move(start["x"] + 12, y)
    yield
    page.mouse.up()


# --- Drag ---------------------------------------------------------------------------------------------------------


def test_a_document_is_dragged_to_another_rank_and_the_line_shows_where_and_escape_cancels(lab: Lab) -> None:
    page = lab.open(FIVE)
    with dragging(page, page.locator("#rank-1 td.doc"), page.locator("#rank-3"), below=True):
        expect(page.locator(".insertion")).to_have_text("a → 3")
        line, row = page.locator(".insertion").bounding_box(), page.locator("#rank-3").bounding_box()
        assert line and row
        assert line["y"] == pytest.approx(row["y"] + row["height"], abs=2)
        page.keyboard.press("Escape")
        expect(page.locator(".insertion")).to_have_count(0)
    expect(said(lab)).to_contain_text("Nothing was moved.")
    expect_order(lab, *"abcde")
    assert lab.server.requests == []
    for grip, end, below, name, order in (
        ("#rank-1 td.doc", 5, True, "a", "bcdea"),
        ("#rank-4 th", 1, False, "e", "ebcda"),
    ):
        with dragging(page, page.locator(grip), page.locator(f"#rank-{end}"), below=below):
            expect(page.locator(".insertion")).to_be_visible()
        expect_order(lab, *order)
        expect(said(lab)).to_contain_text(f"{name} moved to rank {order.index(name) + 1}.")
        expect(page.locator(".insertion")).to_have_count(0)
        expect(page.locator(":popover-open")).to_have_count(0)
    with dragging(page, page.locator("#rank-2 td.doc"), page.locator("#rank-3"), below=False):
        pass
    expect_order(lab, *"ebcda")
    assert lab.server.requests == ["POST"] * 2, "a drop on its own place asks nothing"


def test_near_the_edge_of_the_window_it_scrolls(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1000, "height": 500})
    lab.open("/lab?labels=" + "1" + "0" * 39)
    first = page.locator("#rank-1 th")
    first.evaluate("e => e.scrollIntoView({block: 'center'})")
    before = page.evaluate("scrollY")
    box = first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 6, box["y"] + 6)
    page.mouse.down()
    page.mouse.move(box["x"] + 6, 490, steps=3)
    expect(page.locator(".insertion")).to_contain_text("→ 40")
    page.mouse.up()
    assert page.evaluate("scrollY") > before + 400
    expect(said(lab)).to_contain_text("d1 moved to rank")


def test_a_finger_drags_by_the_rank_and_scrolls_elsewhere(phone: Lab) -> None:
    page = phone.open(FIVE)
    expect(page.locator("#rank-1 th")).to_have_css("touch-action", "none")  # as soon as the script has run
    expect(page.locator("#rank-1 td.doc")).to_have_css("touch-action", "auto")
    page.locator("#rank-3 td.doc").tap()
    page.locator(".row-menu").get_by_role("button", name="Move to the top").tap()
    expect_order(phone, *"cabde")


# --- Keys and menu ------------------------------------------------------------------------------------------------


def test_alt_and_arrows_move_the_document_and_the_focus_with_it(lab: Lab) -> None:
    page = lab.open("/lab?labels=01230&scale=3&show=nDCG")
    lab.radio(4, "3").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(lab.radio(3, "3")).to_be_focused()
    expect(lab.radio(3, "3")).to_be_checked()
    expect(said(lab)).to_have_text(
        re.compile(r"^d4 moved to rank 3\. nDCG 0\.\d+ to 0\.\d+; \d+ more measures changed$")
    )
    expect_order(lab, "d1", "d2", "d4", "d3", "d5")
    page.keyboard.press("Alt+ArrowDown")
    expect(lab.radio(4, "3")).to_be_focused()
    lab.expect_address("/lab?labels=01230")
    page.keyboard.press("Alt+ArrowDown")
    expect(lab.radio(5, "3")).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(said(lab)).to_contain_text("d4 is at the end already.")


def test_keys_faster_than_the_server_add_up_and_changes_meanwhile_are_kept(lab: Lab) -> None:
    page = lab.open(FIVE)
    lab.radio(5, "0").focus()
    with lab.server.holding():
        for _ in range(3):
            page.keyboard.press("Alt+ArrowUp")
    expect(lab.radio(2, "0")).to_be_focused()
    expect_order(lab, *"aebcd")
    assert lab.server.requests == ["POST"] * 2
    with lab.server.holding():
        page.keyboard.press("Alt+ArrowUp")
        lab.radio(3, "2").check()
    expect_order(lab, *"eabcd")
    lab.expect_address("labels=00223")


def test_the_menu_of_a_row_does_it_without_dragging(lab: Lab) -> None:
    page = lab.open(FIVE)
    menu = page.locator(".row-menu")
    page.locator("#rank-2 th").click()
    expect(menu).to_contain_text("b, rank 2")
    menu.get_by_role("button", name="Move down").click()
    expect_order(lab, *"acbde")
    expect(menu).to_contain_text("b, rank 3")
    menu.get_by_role("button", name="Move to the end").click()
    expect_order(lab, *"acdeb")
    expect(menu.get_by_role("button", name="Move down")).to_be_disabled()
    menu.get_by_role("button", name="Rename").click()
    expect(menu).to_be_hidden()
    expect(lab.field("name5")).to_be_focused()


# --- Names --------------------------------------------------------------------------------------------------------


def test_a_double_click_names_in_place_and_enter_commits(lab: Lab) -> None:
    page = lab.open("/lab?labels=0110")
    width = page.locator("#steps .doc").first.bounding_box()
    page.locator("#rank-3 td.doc").dblclick()
    assert page.locator("#steps .doc").first.bounding_box() == width
    expect(lab.field("name3")).to_have_value("d3")
    assert_accessible(page, "#steps")
    page.keyboard.type("Moby Dick")
    page.keyboard.press("Enter")
    expect_order(lab, "d1", "d2", "Moby Dick", "d4")
    lab.expect_address("names=,,Moby%20Dick")
    expect(lab.radio(3, "1")).to_be_focused()
    expect(page.locator("#rank-3 fieldset")).to_have_attribute("aria-label", "Label of Moby Dick, rank 3")
    assert lab.server.requests == ["POST"]


@pytest.mark.allow_console("status of 400")
def test_f2_renames_escape_cancels_leaving_renames_and_a_refused_name_stays_in_the_field(lab: Lab) -> None:
    page = lab.open(FIVE)
    cell = page.locator("#rank-2 td.doc")
    lab.radio(2, "1").focus()
    page.keyboard.press("F2")
    page.keyboard.type("x")
    page.keyboard.press("Escape")
    expect(lab.radio(2, "1")).to_be_focused()
    expect_order(lab, *"abcde")
    page.keyboard.press("F2")
    page.keyboard.press("Enter")
    expect_order(lab, *"abcde")
    assert lab.server.requests == []
    page.keyboard.press("F2")
    page.keyboard.type("The Old Man and the Sea, a novel")
    page.keyboard.press("Enter")
    expect(cell).to_have_attribute("title", "The Old Man and the Sea, a novel")
    assert cell.evaluate("e => e.scrollWidth > e.clientWidth")
    lab.go_back()
    expect(cell).to_have_text("b")
    expect(cell).not_to_have_attribute("title", re.compile(""))
    page.keyboard.press("F2")
    page.keyboard.press("Delete")
    page.keyboard.press("Tab")
    expect_order(lab, "a", "d2", "c", "d", "e")
    lab.expect_address("names=a,,c,d,e")
    lab.go_back()
    expect(cell).to_have_text("b")
    lab.radio(2, "1").focus()
    page.keyboard.press("F2")
    page.keyboard.type("d")
    page.keyboard.press("Enter")
    expect(lab.fault("name2")).to_contain_text(sentence("name-taken", rank=2, other=4, name="d"))
    field = lab.field("name2")
    expect(field).to_be_focused()
    expect(field).to_have_value("d")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_attribute("aria-describedby", "fault-name2")
    page.keyboard.press("Escape")
    expect(lab.fault("name2")).to_have_count(0)
    expect_order(lab, *"abcde")
    page.keyboard.press("F2")
    field.fill("d, too")
    page.keyboard.press("Enter")
    expect_order(lab, "a", "d, too", "c", "d", "e")
    lab.expect_address("names=a,d%5C,%20too,c,d,e")
    page.reload()
    expect_order(lab, "a", "d, too", "c", "d", "e")


def test_a_name_outlasts_the_answer_to_an_earlier_change(lab: Lab) -> None:
    page = lab.open(FIVE)
    with lab.server.holding():
        lab.radio(1, "2").check()
        page.locator("#rank-2 td.doc").dblclick()
        page.keyboard.type("long")
    lab.expect_address("labels=21230")
    page.keyboard.type("er")
    page.keyboard.press("Enter")
    expect_order(lab, "a", "longer", "c", "d", "e")


# --- The tools ----------------------------------------------------------------------------------------------------


def test_swap_sort_and_shuffle_and_back_undoes_each(lab: Lab) -> None:
    page = opened(lab)
    lab.field("swap_a").fill("1")
    lab.field("swap_b").fill("5")
    page.get_by_role("button", name="Swap").click()
    expect_order(lab, *"ebcda")
    page.get_by_role("button", name="Sort into ideal order").click()
    expect_order(lab, *"dcbea")
    expect(lab.value("nDCG")).to_have_text("1.000")
    lab.field("seed").fill("7")
    lab.field("seed").press("Enter")
    expect(page.locator("#arranged")).to_have_text("Shuffled with seed 7; the next seed is 8.")
    expect(lab.field("seed")).to_have_value("8")
    shuffled = names(lab).all_text_contents()
    assert sorted(shuffled) == list("abcde")
    for order in ("dcbea", "ebcda", "abcde"):
        lab.go_back()
        expect_order(lab, *order)
    for order in ("ebcda", "dcbea", "".join(shuffled)):
        page.go_forward()
        expect_order(lab, *order)


def test_without_scripts_the_buttons_lead_to_the_new_list(plain: Lab) -> None:
    page = plain.open(FIVE)
    page.locator("#arrange > summary").click()
    expect(page.locator("p.by-hand").first).to_be_hidden()
    plain.field("swap_a").fill("2")
    plain.field("swap_b").fill("4")
    page.get_by_role("button", name="Move", exact=True).click()
    expect_order(plain, *"acdbe")


def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(lab: Lab) -> None:
    for width in (360, 1280):
        lab.page.set_viewport_size({"width": width, "height": 800})
        page = opened(lab, LILLIS + "&names=Ada")
        page.locator("#rank-2 th").click()
        expect(page.locator(".row-menu")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_accessible(page, ".row-menu")
    assert_accessible(page, "#arrange", widths=(1280, 360))
