"""Files that visitors order through the JSON interface, and what becomes of each."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import closing
from functools import cache

from ireval.exercises import make_sheet
from ireval.exercises.exports.platform_files import export
from tests.endurance.chaos.chaos_browser import PATIENCE, ChaosBrowser
from tests.endurance.chaos.scenario_figures import ScenarioFigures
from tools.rehearse.http_client import Answer, UnreachableError

SHEET, VARIANTS = make_sheet(7, 1), 30  # enough that a worker has to make the file
LONGEST = 90.0  # seconds after which a file that was promised counts as lost
LOOKS = 0.4  # seconds between two looks
ORDER = json.dumps({"format": "moodle", "variants": VARIANTS, "sheet": json.loads(SHEET.to_json())})


@cache
def expected() -> str:
    """The file."""
    return export(SHEET, "moodle", VARIANTS).data.decode()


async def order(browser: ChaosBrowser, figures: ScenarioFigures) -> None:
    """Order a file, wait for it, and ask for it once more. Raises ``UnreachableError`` if it was not promised."""
    with closing(browser):
        answer = await browser.post_json("/api/v1/sheets", ORDER)
        if answer.status != 202:
            raise UnreachableError(f"an order: status {answer.status}")
        figures.ordered += 1
        location, cut, end = answer.leads_to, False, time.monotonic() + LONGEST
        while time.monotonic() < end:
            await asyncio.sleep(LOOKS)
            try:
                answer = await browser.get(location, PATIENCE)
            except UnreachableError:
                cut = True
                continue
            if answer.status not in {202, 429, 503}:
                break
        _note(answer, figures, was_cut=cut)
        if answer.status == 200 and _state(answer) is None:
            again = await browser.get(location, PATIENCE)
            figures.doubled += again.status == 200 and _state(again) is None


def _note(answer: Answer, figures: ScenarioFigures, *, was_cut: bool) -> None:
    state = _state(answer)
    if answer.status == 200 and state is None:
        figures.ended += 1
        if answer.text != expected():
            figures.lost_jobs.append("a file is not the one that was ordered")
    elif state == "delivered" and was_cut:
        figures.ended += 1  # on the connection that was cut off
        figures.repeated += 1
    else:
        figures.lost_jobs.append(f"a file: status {answer.status}, {state or answer.text[:100]}")


def _state(answer: Answer) -> str | None:
    """The state that an answer tells in place of a file."""
    if answer.headers.get("content-type", "").startswith("application/json"):
        return str(json.loads(answer.text).get("state", ""))
    return None
