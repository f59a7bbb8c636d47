"""A published sheet, and what its owner does with it, through the owner's pages."""

from __future__ import annotations

import csv
import io
import re

from tests.classroom import SHEET
from tests.endurance.page_forms import Form
from tools.rehearse.http_client import Answer, Browser, UnreachableError


class OwnedSheet:
    """A sheet with the paths of its two links, and the browser of its owner."""

    def __init__(self, browser: Browser, token: str, students: str, own: str) -> None:
        self.browser, self._token = browser, token
        self.students, self.own = students, own

    async def post(self, path: str, **form: str) -> Answer:
        """The answer to a form below the own link."""
        return await self.browser.post(self.own + path, {"csrf_token": self._token, **form})

    async def roster(self) -> list[dict[str, str]]:
        """The rows of the roster."""
        answer = await self.browser.open(f"{self.own}/roster.csv")
        return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))

    async def student_count(self) -> int:
        """How many students the owner's page shows."""
        page = (await self.browser.open(self.own)).text
        found = re.search(r'id="figures">\s*<div><dt>students?</dt><dd>(\d+)', page)
        if not found:
            raise UnreachableError("The owner's page shows no number of students.")
        return int(found[1])


async def publish(browser: Browser, mode: str) -> OwnedSheet:
    """Publish the sheet; any page with a form gives the forgery token, and the builder takes long to draw."""
    token = _find(r'name="csrf_token" value="([^"]+)"', (await browser.open("/sheets/recover")).text)
    form = {"csrf_token": token, "sheet": SHEET.to_json().decode(), "mode": mode}
    answer = await browser.post("/sheets/publish", form)
    if answer.status != 303:
        raise UnreachableError(f"The sheet was not published: {answer.status}")
    page = (await browser.open(answer.leads_to)).text
    students, own = (_find(rf'id="{name}-link" [^>]*?value="https?://[^/"]+([^"]+)"', page) for name in LINKS)
    return OwnedSheet(browser, token, students, own)


LINKS = "student", "owner"


async def new_key(browser: Browser, sheet: OwnedSheet) -> str:
    """The path of the page that a student gets who begins at the sheet's door."""
    door = await browser.open(sheet.students)
    form = Form(door.text, "begin")
    if form.controls:  # a button that sends a form
        answer = await browser.post(f"{sheet.students}/new", form.posted)
    else:
        answer = await browser.get(f"{sheet.students}/new")
    if answer.status != 303:
        raise UnreachableError(f"No key was given: {answer.status}")
    return answer.leads_to.partition("?")[0]


def _find(pattern: str, page: str) -> str:
    found = re.search(pattern, page)
    if not found:
        raise UnreachableError(f"A page lacks {pattern}")
    return found[1]
