"""The sheet of the exam, as its owner makes it: published, with a roster, and deleted in the end."""

from __future__ import annotations

import csv
import html
import io
import random
import re
from typing import Self
from urllib.parse import urlsplit

from ireval.exercises import make_sheet
from tools.rehearse.http_client import Answer, Browser
from tools.rehearse.play import browser

EXERCISES = 2
WARM = 12  # pages
TITLE = "Rehearsal of an exam (may be deleted)"
OWNER_PATIENCE = 120.0  # seconds: a roster of thousands is entered in one go


class SetUpError(Exception):
    """The exam could not be set up: at this step, with what the page said."""

    def __init__(self, step: str, status: int, reason: str) -> None:
        super().__init__(f"{step}: status {status}. {reason}")
        self.step, self.status, self.reason = step, status, reason


class Exam:
    """A published sheet with a roster: ``students`` is the path of its pages, ``keys`` are those of its students."""

    def __init__(self, owner: Browser, token: str, students: str, own: str) -> None:
        self._owner, self._token, self._own = owner, token, own
        self.students = students
        self.keys: list[str] = []

    @classmethod
    async def publish(cls, address: str, students: int) -> Self:
        """Publish a sheet that is submitted once, and enter so many students. Raises ``SetUpError``."""
        owner = browser(address, random.Random(0))  # noqa: S311
        start = urlsplit(address).path.rstrip("/")
        page = _checked("the first page", await owner.get(f"{start}/sheets/recover", OWNER_PATIENCE))
        token = _find(r'name="csrf_token" value="([^"]+)"', page.text)
        content = make_sheet(42, EXERCISES, conventions="lillis", title=TITLE).to_json().decode()
        form = {"csrf_token": token, "sheet": content, "mode": "exam"}
        sent = await owner.post(f"{start}/sheets/publish", form, OWNER_PATIENCE)
        links = await owner.get(_checked("publishing", sent, 303).leads_to)
        paths = (_find(rf'id="{name}-link" [^>]*?value="https?://[^/"]+([^"]+)"', links.text) for name in LINKS)
        exam = cls(owner, token, *paths)
        try:
            await exam._enter(students)
        except BaseException:
            await exam.delete()
            raise
        return exam

    async def _enter(self, students: int) -> None:
        form = {"csrf_token": self._token, "seats": str(students), "after": "0"}
        _checked("the roster", await self._owner.post(f"{self._own}/roster", form, OWNER_PATIENCE), 303)
        table = _checked("the list of keys", await self._owner.get(f"{self._own}/roster.csv", OWNER_PATIENCE))
        rows = csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff")))
        self.keys = [row["key"] for row in rows]

    async def warm_up(self) -> None:
        """Open pages as the owner may do before, so that the server has read its own files."""
        for key in self.keys[:WARM]:
            await self._owner.get(f"{self.students}/{key}", OWNER_PATIENCE)

    async def submissions(self) -> int:
        """How many students have submitted, as the roster has it."""
        table = _checked("the list of keys", await self._owner.get(f"{self._own}/roster.csv", OWNER_PATIENCE))
        rows = csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff")))
        return sum(bool(row["submitted"]) for row in rows)

    async def delete(self) -> None:
        """Delete the sheet with everything that belongs to it."""
        form = {"csrf_token": self._token, "sure": "yes"}
        _checked("the deletion", await self._owner.post(f"{self._own}/delete", form, OWNER_PATIENCE))
        self._owner.close()


LINKS = "student", "owner"


def _checked(step: str, answer: Answer, status: int = 200) -> Answer:
    if answer.status != status:
        found = re.search(r'role="alert"[^>]*>(.*?)</', answer.text) or re.search(r"<h1>(.*?)</h1>", answer.text)
        reason = html.unescape(re.sub("<[^>]+>", "", found[1])) if found else ""
        raise SetUpError(step, answer.status, " ".join(reason.split()))
    return answer


def _find(pattern: str, page: str) -> str:
    found = re.search(pattern, page)
    if not found:
        raise SetUpError("a page", 200, f"It lacks {pattern}.")
    return found[1]
