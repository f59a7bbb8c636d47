"""The Share menu follows the lab, and the lab works in a frame of another site, where a setting allows it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import LILLIS, STAND_IN, UNENCRYPTED, Lab, Steered
from tests.conftest import make_app
from tests.qr_codes import decoded
from tests.serving import running

CHANGED = LILLIS.replace("labels=101", "labels=111")


def named(lab: Lab) -> Lab:
    """The lab by a name that is not the computer's own, so that phones might open it."""
    return Lab(lab.page, lab.address.replace("127.0.0.1", "lab.hall.test"), lab.server, shared=lab.shared)


def opened(lab: Lab, address: str = LILLIS) -> Page:
    page = lab.open(address)
    page.get_by_role("button", name="Share").click()
    return page


@pytest.mark.allow_console(UNENCRYPTED)
@pytest.mark.own_page
def test_nothing_is_fetched_before_the_menu_is_open_and_then_it_is_the_present_state(lab: Lab) -> None:
    requested: list[str] = []
    lab, page = named(lab), lab.page
    page.on("request", lambda request: requested.append(request.url) if "/take/" in request.url else None)
    lab.open()
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    page.get_by_role("button", name="Share").scroll_into_view_if_needed()
    assert requested == []
    page.get_by_role("button", name="Share").click()
    image = page.get_by_role("img", name="QR code of the link")
    expect(image).to_have_attribute("src", re.compile("labels=111003000200003"))
    expect(image).to_have_js_property("complete", value=True)
    assert len(requested) == 1 and "/take/link.svg?labels=111003000200003&" in requested[0]
    assert image.evaluate("image => image.naturalWidth > 0")
    expect(page.get_by_label("Link", exact=True)).to_have_value(lab.address + CHANGED)
    links = page.locator("#share a[data-state]").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert len(links) >= 9
    assert all(link.endswith(CHANGED.removeprefix("/lab")) for link in links)
    page.keyboard.press("Escape")
    page.go_back()
    expect(page.get_by_label("Link", exact=True)).to_have_value(lab.address + LILLIS)


def test_the_bare_address_shares_its_state(lab: Lab) -> None:
    page = opened(lab, "/lab")
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile(r"/lab\?labels=101003000200003&"))
    page.keyboard.press("Escape")
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile(r"/lab\?labels=111003000200003&"))


def test_a_table_is_downloaded(lab: Lab) -> None:
    page = opened(lab)
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV of the steps").click()
    assert started.value.suggested_filename == "AP.csv"
    assert "AP = (1 + 0.667" in started.value.path().read_text("utf-8")


@pytest.mark.own_page
@pytest.mark.parametrize("clipboard", [True, False], ids=["clipboard", "old way"])
def test_the_link_is_copied_by_keyboard_and_announced(lab: Lab, clipboard: bool) -> None:
    page = lab.page
    if not clipboard:
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.open()
    button = page.get_by_role("button", name="Share")
    button.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Link", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#share-said")).to_have_text("Copied")
    expect(page.get_by_role("button", name="Copied")).to_be_focused()
    if clipboard:
        assert page.evaluate("navigator.clipboard.readText()") == lab.address + LILLIS
    page.keyboard.press("Escape")
    expect(page.locator("#share")).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#share-said")).to_have_text("")


@pytest.mark.allow_console(UNENCRYPTED)
def test_where_the_address_is_too_long_the_menu_says_so(lab: Lab) -> None:
    names = ",".join(["x" * 40] * 56)
    lab = named(lab)
    page = opened(lab, f"/lab?labels={'1' * 60}&names={names}")
    expect(page.locator("#share .code")).to_be_hidden()
    expect(page.get_by_text("too long for a QR code")).to_be_visible()
    page.keyboard.press("Escape")
    lab.type("documents", "20")
    expect(lab.rows).to_have_count(20)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("too long for a QR code")).to_be_hidden()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()


def test_the_computers_own_address_is_no_qr_code_but_a_way_for_phones(lab: Lab) -> None:
    page = opened(lab)
    expect(page.locator("#share")).to_contain_text("HOST=0.0.0.0")
    expect(page.locator("#share .local code").first).to_have_text(lab.address.removeprefix("http://"))
    expect(page.locator("#share img")).to_have_count(0)
    lab.page.keyboard.press("Escape")
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    expect(page.get_by_label("Link", exact=True)).to_have_value(lab.address + CHANGED)


@pytest.mark.allow_console(UNENCRYPTED)
def test_the_code_of_the_projector_view_opens_the_normal_one(lab: Lab) -> None:
    """Its rows are all shown, and what is covered stays covered."""
    page = opened(named(lab), f"{LILLIS}&cover=DCG&view=projector&show=nDCG@10&step=3")
    code = page.get_by_role("img", name="QR code of the link").get_attribute("src")
    answer = page.request.get(lab.address + (code or ""))
    scanned = decoded(answer.text())
    assert scanned == lab.address + LILLIS + "&cover=DCG&show=nDCG@10"


@pytest.mark.allow_console(UNENCRYPTED)
def test_without_scripts_the_menu_has_the_state_of_the_page(
    new_context: Callable[..., BrowserContext], steered: tuple[str, Steered]
) -> None:
    address = steered[0].replace("127.0.0.1", "lab.hall.test")
    page = new_context(java_script_enabled=False).new_page()
    page.goto(address + LILLIS)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(address + LILLIS)
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    expect(page.get_by_role("button", name="Copy", exact=True)).to_have_count(0)


def test_axe_finds_nothing_in_the_menu(lab: Lab) -> None:
    page = opened(lab)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        expect(page.locator("#share")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#share").evaluate("menu => menu.scrollWidth <= menu.clientWidth")
    assert_accessible(page, "#share")


class Course:
    """A page of another site; `snippet` is all that is on it."""

    snippet = ""

    def __call__(self, _: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/html; charset=utf-8")])
        return [f"<!doctype html><title>Course</title><link rel=icon href=data:>{self.snippet}".encode()]


@pytest.fixture(scope="module")
def course() -> Iterator[tuple[str, Course]]:
    site = Course()
    with running(site) as address:
        yield address, site


@pytest.fixture(scope="module")
def framable(course: tuple[str, Course]) -> Iterator[str]:
    app = make_app(FRAME_ANCESTORS=f"https://moodle.example.org {course[0]}")
    app.testing = False
    with running(app) as address:
        yield address


@pytest.fixture
def quick(page: Page) -> Page:
    """A page that does not wait for the chart library."""
    page.context.route("**/plotly.min.*.js", lambda r: r.fulfill(body=STAND_IN, content_type="text/javascript"))
    return page


@pytest.mark.own_page
def test_another_site_frames_the_lab_by_the_snippet(quick: Page, course: tuple[str, Course], framable: str) -> None:
    page = quick
    page.goto(framable + LILLIS)
    page.locator("#rank-2 input[value='1']").check()
    expect(page).to_have_url(framable + CHANGED)
    snippet = page.get_by_label("Frame", exact=True)
    expect(snippet).to_have_value(re.compile("labels=111003000200003&amp;"))  # follows a frame after the numbers
    course[1].snippet = snippet.input_value()
    page.goto(course[0])
    lab = page.frame_locator("iframe")
    expect(lab.locator("output")).to_have_text("0.415")
    lab.locator("#rank-2 input[value='0']").check()
    expect(lab.locator("output")).to_have_text("0.290")
    frame = page.frames[1]
    frame.wait_for_url(framable + LILLIS.replace("/lab", "/embed"))
    assert page.url == course[0] + "/"
    with page.context.expect_page() as other:
        lab.get_by_role("link", name="Open in ireval").click()
    expect(other.value).to_have_url(framable + LILLIS)
    with page.context.expect_page() as reference:
        lab.get_by_text("Symbols and conventions").click()
        lab.get_by_role("link", name="More about").click()
    expect(reference.value).to_have_url(re.compile(r"/measures/AP\?labels=101003000200003&"))
    frame.evaluate("history.back()")
    expect(lab.locator("output")).to_have_text("0.415")


@pytest.mark.own_page
@pytest.mark.allow_console("frame-ancestors")
@pytest.mark.parametrize("path", ["/embed", "/lab"])
def test_without_the_setting_and_on_other_pages_the_frame_stays_empty(
    quick: Page, course: tuple[str, Course], framable: str, server: str, path: str
) -> None:
    address = server if path == "/embed" else framable
    course[1].snippet = f'<iframe src="{html.escape(address + LILLIS.replace("/lab", path))}"></iframe>'
    with quick.expect_console_message(lambda message: "frame-ancestors" in message.text):
        quick.goto(course[0])
    expect(quick.frame_locator("iframe").locator("#lab")).to_have_count(0)
    assert quick.frames[1].url.startswith("chrome-error:")


def test_without_scripts_changes_stay_in_the_frame(
    new_context: Callable[..., BrowserContext], course: tuple[str, Course], framable: str
) -> None:
    course[1].snippet = f'<iframe src="{framable}/embed?labels=101" width="900" height="900"></iframe>'
    page = new_context(java_script_enabled=False).new_page()
    page.goto(course[0])
    lab = page.frame_locator("iframe")
    lab.locator("#rank-2 input[value='1']").check()
    lab.get_by_role("button", name="Update").click()
    expect(lab.locator("#lab [name='was']")).to_have_value(re.compile("labels=111"))
    assert page.frames[1].url == f"{framable}/embed?labels=111"


@pytest.mark.own_page
def test_axe_finds_nothing_without_navigation(quick: Page, server: str) -> None:
    quick.goto(server + LILLIS.replace("/lab", "/embed") + "&show=nDCG@10")
    assert_accessible(quick, widths=(1280, 360))
    for width in (360, 1280):
        quick.set_viewport_size({"width": width, "height": 740})
        assert quick.evaluate("document.documentElement.scrollWidth") <= width
