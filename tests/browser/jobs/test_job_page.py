"""The page of a job in a browser: it follows the work by itself, says so, and starts the download."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.serving import running
from tests.web.jobs.running_works import Works, running_works


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Works, str]]:
    folder: Path = tmp_path_factory.mktemp("jobs")
    with running_works(folder) as works:
        works.app.testing = False
        with running(works.app) as address:
            yield works, address


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], works: tuple[Works, str]) -> dict[str, Any]:
    return {**browser_context_args, "base_url": works[1]}


def test_the_page_waits_follows_the_work_and_starts_the_download(page: Page, works: tuple[Works, str]) -> None:
    first = works[0].job(works[0].order(address="192.0.2.1"))
    works[0].process(first)
    page.goto("/sheets/new")
    page.get_by_label("Title").fill("Week 5")
    page.get_by_role("button", name="Worksheet (PDF)").click()
    expect(page).to_have_url(re.compile("/jobs/"))
    expect(page.get_by_text("Waiting: 1 job comes before this one")).to_be_visible()
    assert_accessible(page)
    with page.expect_download(timeout=60_000) as download:
        works[0].store.cancel(first.id)
    assert download.value.suggested_filename == "week-5.worksheet.pdf"
    expect(page.get_by_role("heading", name="The file was downloaded")).to_be_visible()
    expect(page).to_have_title(re.compile("^The file was downloaded"))
    expect(page.locator("#said")).to_contain_text("The file was downloaded")
    page.get_by_role("button", name="Back to the sheet").click()
    expect(page.get_by_label("Title")).to_have_value("Week 5")
