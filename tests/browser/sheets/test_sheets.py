"""A sheet from its publication to the results of a class, in a browser."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from flask import Flask
from playwright.sync_api import Locator, Page, Route, expect

from ireval.exercises import Part, Question, Wrong, make_sheet, variant, wrong_answers
from ireval.numbers.expression import fixed
from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import UNENCRYPTED
from tests.classroom import Owner, Student, publish
from tests.known_causes import CLASS_DIVIDED_BY_FOUND, DIVIDED_BY_FOUND
from tests.sentences import sentence
from tests.serving import running

SAVED = re.compile("^Saved$")


@pytest.fixture(scope="session")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, str]]:
    """An app and the address of its server."""
    app = classroom.made(tmp_path_factory.mktemp("sheets"), HOSTS="127.0.0.1 localhost *.hall.test")
    app.testing = False
    with running(app, threads=8) as address:
        yield app, address
    classroom.closed(app)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], school: tuple[Flask, str]) -> dict[str, Any]:
    """Pages begin on the server with sheets; the session's own address belongs to the other tests."""
    return {**browser_context_args, "base_url": school[1]}


@pytest.fixture
def app(school: tuple[Flask, str]) -> Flask:
    return school[0]


def begun(page: Page, owner: Owner) -> Page:
    """The student's own page, its scripts included: keys pressed before them do what they do without JavaScript."""
    page.goto(owner.students)
    begin = page.locator("#begin")
    if begin.count():
        begin.click()
        page.wait_for_url(f"{owner.students}/*", wait_until="load")
    else:
        page.goto(f"{owner.students}/{owner.seat()}")
    return page


def gap(page: Page) -> Locator:
    """Where AP is to be typed in the first exercise."""
    return page.locator("[id='ap.score']")


def known(question: Question, part: Part) -> list[Wrong]:
    """The wrong numbers of a part that have a name, but for those that are only written down wrongly."""
    return [wrong for wrong in wrong_answers(question, part) if wrong.slack]


def answered(question: Question, number: int) -> tuple[dict[str, str], str]:
    """What student ``number`` answers to a table: one cell wrong in a way that has a name; and that name."""
    answers = {part.id: part.right for part in question.parts}
    parts = [part for part in question.parts[number % len(question.parts) :] if known(question, part)]
    part = parts[0] if parts else question.part("score")
    wrong = known(question, part)
    found = wrong[number % len(wrong)]
    answers[part.id] = fixed(found.value, part.places)
    return {f"table.{name}": text for name, text in answers.items()}, found.cause


def test_a_class_answers_and_the_owner_sees_the_causes(page: Page, app: Flask) -> None:
    owner = publish(app, mode="practice")
    given = ["0.58"] * 4 + ["0,290"] * 3 + ["2.900"] * 3 + ["0.777"] * 2 + [""]
    used: Counter[str] = Counter()
    sheet = owner.sheet
    for number, answer in enumerate(given):
        student = Student(app, owner.students)
        form, cause = answered(variant(sheet, student.key).question("table"), number)
        used[cause] += 1
        form |= {"ap.score": answer, "dcg.score": "3.394" if number % 4 else "3.393"}
        assert student.save_all(form) in {200, 204}  # 2.900 for a share is asked about
    page.goto(owner.own)
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    card = page.get_by_role("region", name="1. Calculate a score: AP")
    expect(card.locator(".causes li")).to_have_text(
        [
            re.compile(f"4 of 13 {CLASS_DIVIDED_BY_FOUND}$"),
            re.compile("3 of 13 added up the precisions and did not divide$"),
            re.compile(f"2 of 13 {sentence('outcome-wrong')}$"),
            re.compile(f"1 of 13 {sentence('outcome-blank')}$"),
        ]
    )
    expect(card.locator(".noise")).to_contain_text("No known cause: 3 of 13 students")
    expect(card).to_contain_text("3 of 13 students answered everything correctly")
    rounded = page.get_by_role("region", name="4. Calculate a score: DCG@10")
    expect(rounded.locator(".causes li")).to_have_text("4 of 13 rounded intermediate results, within the allowed range")
    expect(rounded).to_contain_text("13 of 13 students answered everything correctly")
    table = csv.DictReader(io.StringIO(owner.page("/answers.csv")))
    known = ("right", "carried-forward", "within-rounding")
    first = {
        row["key"]: row["cause"]
        for row in reversed(list(table))
        if row["exercise"] == "table" and row["outcome"] not in known
    }
    found = Counter(first.values())
    assert len(used) > 5 and found == used
    page.get_by_role("region", name="List of students").get_by_role("link").first.click()
    expect(page.locator(".feedback").first).to_contain_text(DIVIDED_BY_FOUND)


def test_answers_are_kept_as_they_are_typed_and_survive_a_reload(page: Page, app: Flask) -> None:
    begun(page, publish(app, mode="practice"))
    state = page.locator("#state")
    gap(page).press_sequentially("0,29")
    expect(state).to_have_text(SAVED)
    held: list[Route] = []
    page.route("**/answers", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in method
    with page.expect_request("**/answers"):
        page.locator("[name='fit.measure']").nth(1).check()
    expect(state).to_have_text("Saving …")
    held[0].continue_()
    page.unroute("**/answers")
    expect(state).to_have_text(SAVED)
    page.reload()
    expect(gap(page)).to_have_value("0,29")
    expect(page.locator("[name='fit.measure']").nth(1)).to_be_checked()
    key = page.locator(".key strong").inner_text()
    page.goto(page.url.rsplit("/", 1)[0])
    page.get_by_role("link", name=f"Continue with key {key}").click()
    expect(gap(page)).to_have_value("0,29")


@pytest.mark.own_page
def test_what_is_answered_before_the_scripts_run_is_checked_and_saved(page: Page, app: Flask) -> None:
    """On a slow network the fields of a sheet can be used before its scripts have come."""
    owner = publish(app, mode="practice")
    held: list[Route] = []
    page.route("**/student.*.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in method
    page.goto(owner.students)
    with page.expect_request("**/student.*.js"):
        page.locator("#begin").click()
    gap(page).fill("0.58")
    choice = page.locator("[name='fit.measure']").nth(1)
    choice.check()
    held[0].continue_()
    page.unroute("**/student.*.js")
    expect(page.locator("#state")).to_have_text(SAVED)
    page.get_by_role("button", name="Check of exercise 1").click()
    expect(page.locator("#exercise-ap .feedback li")).to_have_text(re.compile("incorrect"))
    page.reload()
    expect(gap(page)).to_have_value("0.58")
    expect(choice).to_be_checked()


@pytest.mark.own_page
def test_cells_typed_within_a_moment_travel_together_and_none_is_lost_by_a_reload(page: Page, app: Flask) -> None:
    """One request is under way at a time; what is typed meanwhile waits, also when the page is loaded again."""
    begun(page, publish(app, mode="practice"))
    cells, state = page.locator("input[name^='table.']"), page.locator("#state")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if request.url.endswith("/answers") else None)
    for number in range(5):
        cells.nth(number).press_sequentially(f"0.{number}")
        page.keyboard.press("Tab")
    expect(state).to_have_text(SAVED)
    assert 1 <= len(requests) <= 2
    held: list[Route] = []
    page.route("**/answers", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in method
    with page.expect_request("**/answers"):
        cells.nth(0).fill("0.7")
    cells.nth(0).fill("0.75")
    cells.nth(1).fill("0.8")
    page.locator("[name='fit.measure']").nth(1).check()
    expect(state).to_have_text("Saving …")
    assert len(held) == 1
    page.unroute("**/answers")
    page.reload()
    expect(state).to_have_text(SAVED)
    page.reload()
    for number, text in enumerate(("0.75", "0.8", "0.2", "0.3", "0.4")):
        expect(cells.nth(number)).to_have_value(text)
    expect(page.locator("[name='fit.measure']").nth(1)).to_be_checked()


@pytest.mark.allow_console("Failed to load resource", "net::ERR")
def test_an_answer_that_is_not_saved_is_reported_and_sent_again(page: Page, app: Flask) -> None:
    begun(page, publish(app))
    state = page.locator("#state")
    page.route("**/answers", lambda route: route.abort())
    gap(page).press_sequentially("0.5")
    expect(state).to_have_text("Not saved yet. Trying again …")
    asked = page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    assert asked is True
    gap(page).press_sequentially("8")
    page.unroute("**/answers")
    expect(state).to_have_text(SAVED)
    assert page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))") is True
    page.reload()
    expect(gap(page)).to_have_value("0.58")


@pytest.mark.own_page
@pytest.mark.allow_console("Failed to load resource", "net::ERR")
def test_without_a_network_a_page_asks_every_two_seconds_and_listens_to_no_log_in_page(page: Page, app: Flask) -> None:
    page.clock.install()
    begun(page, publish(app, mode="practice"))
    page.clock.pause_at(datetime.now() + timedelta(days=1))  # noqa: DTZ005 - as the page's clock
    login = "<html><body><form>Log in</form></body></html>"
    page.route("**/answers", lambda route: route.fulfill(body=login, content_type="text/html"))
    gap(page).fill("0.58")
    page.clock.run_for(500)
    expect(page.locator("#state")).to_have_text("Not saved yet. Trying again …")
    page.unroute("**/answers")
    page.route("**/answers", lambda route: route.abort())
    for _ in range(12):
        with page.expect_event("requestfailed"):
            page.clock.run_for(2000)
    page.unroute("**/answers")
    page.clock.run_for(2000)
    expect(page.locator("#state")).to_have_text(SAVED)
    page.reload()
    expect(gap(page)).to_have_value("0.58")


@pytest.mark.own_page
@pytest.mark.allow_console("Failed to load resource")
def test_a_page_waits_as_long_as_a_busy_server_asks_for_even_if_its_answer_breaks_off(page: Page, app: Flask) -> None:
    page.clock.install()
    begun(page, publish(app, mode="practice"))
    page.clock.pause_at(datetime.now() + timedelta(days=1))  # noqa: DTZ005 - as the page's clock
    headers = {"Retry-After": "12", "Content-Type": "application/json"}
    page.route("**/answers", lambda route: route.fulfill(status=503, headers=headers, body='{"error": {"mess'))
    gap(page).fill("0.58")
    page.clock.run_for(500)
    expect(page.locator("#state")).to_have_text("Not saved yet. Trying again …")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(11_000)
    assert not [url for url in asked if url.endswith("/answers")]
    page.unroute("**/answers")
    page.clock.run_for(4500)
    expect(page.locator("#state")).to_have_text(SAVED)


@pytest.mark.allow_console("status of 400")
def test_a_page_that_outlived_its_cookie_goes_on_saving(page: Page, app: Flask) -> None:
    begun(page, publish(app))
    page.context.clear_cookies()
    gap(page).press_sequentially("0.58")
    expect(page.locator("#state")).to_have_text(SAVED)
    page.reload()
    expect(gap(page)).to_have_value("0.58")


@pytest.mark.allow_console("status of 409")
def test_a_sheet_that_is_closed_meanwhile_says_so(page: Page, app: Flask) -> None:
    owner = publish(app)
    begun(page, owner)
    owner.post("/close")
    gap(page).press_sequentially("0.58")
    expect(page.get_by_role("alert")).to_contain_text("Not saved: This sheet is not accepting answers")
    expect(page.locator("#state")).to_have_text("This sheet is not accepting answers")


def test_practice_by_keyboard_goes_from_stage_to_stage_without_leaving_the_page(page: Page, app: Flask) -> None:
    begun(page, publish(app, mode="practice"))
    ap, first, said = gap(page), page.locator("#exercise-ap"), page.locator("#said")
    ap.focus()
    page.keyboard.type("29")
    remark = first.get_by_text("AP lies between 0 and 1. Did you mean 29 % = 0.29?")
    expect(remark).to_be_visible()
    expect(said).to_have_text("AP lies between 0 and 1. Did you mean 29 % = 0.29?")
    expect(ap).to_have_accessible_description("AP lies between 0 and 1. Did you mean 29 % = 0.29?")
    page.keyboard.press("Control+A")
    page.keyboard.type("AP = 0.58")
    expect(remark).to_be_hidden()
    page.keyboard.press("Enter")
    expect(first.locator(".feedback")).to_have_text("✗ AP: incorrect")
    expect(said).to_have_text("0 of 1 correct.")
    expect(ap).to_be_focused()
    for button, shown in (
        ("Show the cause", DIVIDED_BY_FOUND),
        ("Show the step", "Now calculate AP: (1 + 0.667 + 0.500 + 0.400 + 0.333)/10."),
    ):
        first.get_by_role("button", name=button).focus()
        page.keyboard.press("Enter")
        expect(first.locator(".feedback")).to_contain_text(shown)
        expect(said).to_contain_text(shown)
    expect(first.get_by_role("button", name="Show the solution")).to_be_focused()
    ap.focus()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    expect(first.get_by_text("Changed since the last check.")).to_be_visible()
    expect(first.get_by_role("button", name="Show the solution")).to_be_hidden()
    expect(page.locator("#state")).to_have_text(SAVED)
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(first.get_by_text("Changed since the last check.")).to_be_hidden()
    expect(page.locator("#exercise-fit .feedback")).to_have_count(0)
    first.get_by_role("button", name="Show the solution").click()
    expect(first.locator(".solved")).to_contain_text("AP, step by step")
    expect(ap).to_be_disabled()
    page.reload()
    expect(first.locator(".feedback")).to_contain_text("You divided")
    expect(gap(page)).to_be_disabled()


@pytest.mark.parametrize("mode", ["practice", "once"])
def test_an_older_tab_does_not_overwrite_newer_answers(page: Page, app: Flask, mode: str) -> None:
    begun(page, publish(app, mode=mode))
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    elsewhere.locator("[id='dcg.score']").press_sequentially("3.394")
    expect(elsewhere.locator("#state")).to_have_text(SAVED)
    gap(page).press_sequentially("0.5")
    if mode == "practice":
        page.locator("#exercise-ap").get_by_role("button", name="Check").click()
        expect(page.locator("#exercise-ap .feedback")).to_be_visible()
    else:
        page.get_by_role("button", name="Submit …").click()
        page.wait_for_url("**/submit")
    elsewhere.reload()
    expect(elsewhere.locator("[id='dcg.score']")).to_have_value("3.394")
    expect(gap(elsewhere)).to_have_value("0.5")


@pytest.mark.allow_console("Failed to load resource", "net::ERR")
def test_two_devices_with_one_key_learn_of_each_other_and_lose_no_text(
    page: Page, new_context: Any, app: Flask
) -> None:
    owner = publish(app)
    address = begun(page, owner).url
    gap(page).press_sequentially("0.5")
    expect(page.locator("#state")).to_have_text(SAVED)
    notice = page.locator("#elsewhere")
    expect(notice).to_be_hidden()
    elsewhere = new_context().new_page()
    with elsewhere.expect_response("**/elsewhere?*"):  # once it has shown its cookie
        elsewhere.goto(address)
    expect(elsewhere.locator("#elsewhere")).to_contain_text("This key is also open on another device.")
    gap(elsewhere).fill("0.29")
    elsewhere.locator("[name='fit.measure']").nth(1).check()
    expect(elsewhere.locator("#state")).to_have_text(SAVED)
    page.locator("[id='dcg.score']").press_sequentially("3.")  # the answer to this brings the news
    expect(notice).to_contain_text("Your answers were changed on another device at ")
    expect(page.locator("#said")).to_contain_text("Your answers were changed on another device at ")
    expect(page.locator("#also")).to_be_visible()
    page.route("**/answers", lambda route: route.abort())
    page.locator("[id='dcg.score']").press_sequentially("394")
    expect(gap(page)).to_have_value("0.5")
    notice.get_by_role("button", name="Load them").click()
    expect(gap(page)).to_have_value("0.29")
    expect(page.locator("[name='fit.measure']").nth(1)).to_be_checked()
    expect(page.locator("[id='dcg.score']")).to_have_value("3.394")
    page.unroute("**/answers")
    expect(page.locator("#state")).to_have_text(SAVED)
    expect(notice).to_contain_text("This key is also open on another device.")
    elsewhere.close()
    page.reload()
    expect(gap(page)).to_have_value("0.29")
    expect(page.locator("[id='dcg.score']")).to_have_value("3.394")


@pytest.mark.allow_console("Failed to load resource", "net::ERR")
def test_an_error_is_shown_where_the_student_is(page: Page, app: Flask) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    begun(page, publish(app, mode="practice"))
    page.context.set_offline(True)
    page.locator("[id='dcg.score']").fill("3.394")
    page.locator("#exercise-dcg").get_by_role("button", name="Check").click()
    said = page.get_by_role("alert")
    expect(said).to_contain_text("nothing was checked")
    assert page.evaluate("scrollY") > 1000
    expect(said).to_be_in_viewport(ratio=1)
    expect(page.locator("#state")).to_be_in_viewport(ratio=1)
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text(SAVED)


@pytest.mark.allow_console("status of 404", "status of 410")
def test_a_sheet_that_is_deleted_meanwhile_says_so(page: Page, app: Flask) -> None:
    owner = publish(app, mode="practice")
    begun(page, owner)
    owner.post("/delete", sure="yes")
    gap(page).press_sequentially("0.58")
    expect(page.get_by_role("alert")).to_contain_text("Not saved: This sheet has expired or was deleted")
    expect(page.locator("#state")).to_have_text("This sheet is not accepting answers")
    page.get_by_role("button", name="Check").first.click()
    expect(page.get_by_role("alert")).to_contain_text("Not checked: There is no sheet at this link.")
    expect(page.locator("#state")).to_have_text("This sheet is not accepting answers")
    expect(gap(page)).to_have_value("0.58")


def test_submitting_needs_confirmation_and_shows_the_marks_without_javascript(new_context: Any, app: Flask) -> None:
    page = new_context(java_script_enabled=False).new_page()
    begun(page, publish(app))
    gap(page).fill("0.29")
    page.get_by_role("button", name="Save").click()
    expect(gap(page)).to_have_value("0.29")
    page.get_by_role("button", name="Submit …").click()
    expect(page.get_by_text("answers are still empty")).to_be_visible()
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("0.29 is correct")).to_be_visible()
    expect(gap(page)).to_be_disabled()


@pytest.mark.allow_console("status of 404")
def test_axe_finds_nothing_and_nothing_overflows(page: Page, app: Flask) -> None:
    owner = publish(app, mode="practice")
    student = Student(app, owner.students)
    student.save(ap_score="0.58", fit_measure="x", dcg_score="no idea", **{"table_P-1": "29"})
    for exercise, stages in (("ap", 4), ("table", 2), ("fit", 3)):
        for stage in ("check", "hint", "step", "solution")[:stages]:
            student.post(**{stage: exercise})
    own = ["/links", f"/students/{student.key}", "/delete", "/students/remove"]
    hand_in = publish(app)
    key, _ = hand_in.enter("Ada Lovelace", "blue owl")
    roster = [f"{hand_in.own}/roster", f"{hand_in.own}/roster/{key}", f"{hand_in.students}/K7M2PX"]
    widths = [1280, 360]
    for address in [student.address, owner.students, *(owner.own + page_ for page_ in own), *roster]:
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
        for width in widths:
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") == width, address
        assert_accessible(page)  # every second page as on a phone
        widths.reverse()


def printed(page: Page) -> list[str]:
    """The text of each page of paper, with single blanks."""
    pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")
    sheets = pdfium.PdfDocument(page.pdf(format="A4"))
    return [" ".join(sheet.get_textpage().get_text_range().split()) for sheet in sheets]


def test_on_paper_an_exercise_is_on_one_page_and_the_owners_link_on_its_own(page: Page, app: Flask) -> None:
    owner = publish(app, make_sheet(42), mode="practice")
    student = Student(app, owner.students)
    page.goto(student.address)
    paper = printed(page)
    assert len(paper) > 2 and "Practise with other" not in " ".join(paper)
    for number, question in enumerate(variant(owner.sheet, student.key).questions, 1):
        (whole,) = [text for text in paper if f"{number}. {question.title}" in text]
        assert question.prompt in whole and all(part.label in whole for part in question.parts if not part.at)
    page.goto(f"{owner.own}/links")
    first, second = printed(page)
    assert "For students" in first and "Only for you" not in first
    assert "Only for you" in second


@pytest.mark.own_page
@pytest.mark.allow_console(UNENCRYPTED)
def test_the_builders_sheet_is_published_with_a_click_and_its_links_copied(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/sheets/new?seed=7")
    page.get_by_role("button", name="Publish the sheet").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links of “Exercise sheet”")
    links = page.url
    expect(page.locator(".local")).to_contain_text("HOST=0.0.0.0")
    page.goto(links.replace("127.0.0.1", "sheets.hall.test"))
    drawing = page.get_by_role("img", name="QR code of the link for students")
    expect(drawing).to_have_js_property("complete", value=True)
    assert drawing.evaluate("image => image.naturalWidth > 0")
    page.goto(links)
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_have_count(1)
    assert (
        page.evaluate("navigator.clipboard.readText()")
        == page.get_by_label("Link for students", exact=True).input_value()
    )
