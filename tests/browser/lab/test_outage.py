"""The server does not answer: the page says so, keeps every change, and continues when the server is back."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

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


def test_the_next_change_brings_the_kept_one_along(lab: Lab) -> None:
    lab.open("/lab?labels=000")
    lab.server.fails = True
    lab.radio(1, "1").check()
    expect(lab.refusal).to_contain_text("did not answer")
    lab.server.fails = False
    lab.radio(3, "1").check()
    lab.expect_address("labels=101")
    expect(lab.refusal).to_be_empty()


def test_going_back_during_an_outage(lab: Lab) -> None:
    page = lab.open("/lab?labels=000")
    lab.radio(1, "1").check()
    lab.expect_address("labels=100")
    lab.server.fails = True
    page.go_back()
    expect(lab.refusal).to_contain_text("does not show this address yet")
    lab.server.fails = False
    page.get_by_role("button", name="Try again").click()
    expect(lab.radio(1, "0")).to_be_checked()
    expect(lab.refusal).to_be_empty()


def test_an_answer_of_someone_else_changes_nothing(lab: Lab) -> None:
    page = lab.open("/lab?labels=000")
    login = "<html><body><form>Log in</form></body></html>"
    page.route("**/lab", lambda route: route.fulfill(body=login, content_type="text/html"))
    lab.radio(1, "1").check()
    expect(lab.refusal).to_contain_text("did not answer")
    expect(lab.rows).to_have_count(3)
    expect(lab.radio(1, "1")).to_be_checked()
