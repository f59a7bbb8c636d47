"""The server does not answer: the page says so, keeps every change, and continues when the server is back."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import Lab, Steered
from tests.conftest import make_app
from tests.serving import running

pytestmark = pytest.mark.allow_console("Failed to load resource")


def test_a_stopped_server_loses_nothing(lab: Lab) -> None:
    with running(Steered(make_app())) as address:
        lab.address = address
        page = lab.open("/lab?labels=000")
        lab.radio(1, "1").check()
        lab.expect_address("labels=100")
    lab.radio(2, "1").check()
    expect(lab.refusal).to_contain_text("The server did not answer. Your change is kept")
    expect(lab.radio(2, "1")).to_be_checked()
    expect(lab.radio(2, "1")).to_be_focused()
    assert lab.labels == "100"
    page.get_by_role("button", name="Try again").click()
    expect(lab.refusal).to_contain_text("Your change is kept")


@pytest.mark.parametrize("outage", ["an error", "no network"])
def test_trying_again_sends_the_change(lab: Lab, outage: str) -> None:
    page = lab.open("/lab?labels=000")
    if outage == "an error":
        lab.server.fails = True
    else:
        page.route("**/lab", lambda route: route.abort())
    lab.radio(1, "1").check()
    expect(lab.refusal).to_contain_text("did not answer")
    lab.server.fails = False
    page.unroute("**/lab")
    page.get_by_role("button", name="Try again").click()
    lab.expect_address("labels=100")
    expect(lab.refusal).to_be_empty()
    expect(lab.radio(1, "1")).to_be_focused()
    if outage == "an error":
        expect_the_next_change_and_going_back_to_do_so_too(lab)


def expect_the_next_change_and_going_back_to_do_so_too(lab: Lab) -> None:
    lab.server.fails = True
    lab.radio(2, "1").check()
    expect(lab.refusal).to_contain_text("did not answer")
    lab.server.fails = False
    lab.radio(3, "1").check()
    lab.expect_address("labels=111")
    expect(lab.refusal).to_be_empty()
    lab.server.fails = True
    lab.go_back()
    expect(lab.refusal).to_contain_text("does not show this address yet")
    lab.server.fails = False
    lab.page.get_by_role("button", name="Try again").click()
    expect(lab.radio(2, "0")).to_be_checked()
    expect(lab.refusal).to_be_empty()


def test_an_answer_of_someone_else_changes_nothing(lab: Lab) -> None:
    page = lab.open("/lab?labels=000")
    login = "<html><body><form>Log in</form></body></html>"
    page.route("**/lab", lambda route: route.fulfill(body=login, content_type="text/html"))
    lab.radio(1, "1").check()
    expect(lab.refusal).to_contain_text("did not answer")
    expect(lab.rows).to_have_count(3)
    expect(lab.radio(1, "1")).to_be_checked()


@pytest.mark.own_page
def test_without_a_network_the_page_asks_every_two_seconds(lab: Lab) -> None:
    lab.page.clock.install()
    page = lab.open("/lab?labels=000")
    page.route("**/lab", lambda route: route.abort())
    lab.radio(1, "1").check()
    expect(lab.refusal).to_contain_text("did not answer")
    page.clock.pause_at(datetime.now() + timedelta(days=1))  # noqa: DTZ005 - as the page's clock
    for _ in range(12):
        with page.expect_event("requestfailed"):
            page.clock.run_for(2000)
    page.unroute("**/lab")
    page.clock.run_for(2000)
    expect(lab.summary).to_contain_text("the only relevant document found")
    page.clock.run_for(100)  # a few frames
    lab.expect_address("labels=100")


@pytest.mark.parametrize("sign", ["by itself", "the network is back"])
def test_it_tries_again_and_marks_old_numbers(lab: Lab, sign: str) -> None:
    page = lab.open("/lab?labels=000")
    lab.server.fails = True
    lab.radio(1, "1").check()
    expect(page.locator("form.stale")).to_be_visible()
    expect(lab.refusal).to_contain_text("Numbers marked “old” are those of the last answer.")
    badge = "getComputedStyle(document.querySelector('.result'), '::after').content"
    assert page.evaluate(badge) == '"old"'
    lab.field("size").fill("99")
    if sign == "the network is back":
        assert_accessible(page, "#lab")
        page.evaluate("window.dispatchEvent(new Event('online'))")
    lab.server.fails = False
    lab.expect_address("labels=100")
    expect(lab.refusal).to_be_empty()
    expect(page.locator("form.stale")).to_have_count(0)
    expect(lab.said).to_contain_text("The server has answered.")
    expect(lab.field("size")).to_have_value("99")
    assert page.evaluate(badge) == "none"


def test_a_button_and_a_removal_wait_for_the_server_and_undo_takes_a_change_back(lab: Lab) -> None:
    page = lab.open("/lab?labels=1100&names=a,b,c,d")
    lab.server.fails = True
    page.get_by_role("button", name="Compare with a copy").click()
    expect(lab.refusal).to_contain_text("the button has had no effect yet")
    lab.choose_item(2, "Delete")
    page.keyboard.press("Escape")
    page.keyboard.press("j")  # a step asks nothing, and forgets nothing
    lab.server.fails = False
    lab.expect_address("labels=1100&names=a,b,c,d&labels2=100&unretrieved2=1&names2=a,c,d,b&list=2&step=1")
    lab.server.fails = True
    lab.radio(1, "0").check()
    expect(lab.refusal).to_contain_text("Your change is kept")
    page.keyboard.press("Control+z")
    expect(lab.radio(1, "1")).to_be_checked()
    expect(lab.refusal).to_be_empty()
    expect(page.locator("form.stale")).to_have_count(0)
