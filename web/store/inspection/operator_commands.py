"""The commands of `python -m web.store` that list what takes space, what expires, and which jobs are stuck."""

from __future__ import annotations

import argparse
from typing import Any

from ireval.messages import Message, say
from web.server.settings import Settings
from web.store.inspection.inspection import Inspection
from web.store.inspection.used_space import COLLECTIONS, JOB_FILES, SHEETS

MEGABYTE = 1_000_000
COMMANDS = "space", "largest-sheets", "expiring", "stuck-jobs", "end-job"
#: Days of `expiring`, and sheets of `largest-sheets`, at most.
MOST_DAYS, MOST_SHEETS = 3650, 10_000


def add(commands: Any) -> None:
    """Add the commands to the subcommands of a parser."""
    commands.add_parser("space", help="say how many megabytes sheets, collections and files of jobs take")
    largest = commands.add_parser(
        "largest-sheets", help="list the largest sheets: id, day of publication, students, answers, kB, title"
    )
    largest.add_argument("--most", type=_up_to(MOST_SHEETS), default=20, metavar="N", help="how many; 20 by default")
    expiring = commands.add_parser("expiring", help="list what is deleted soon: kind, id, day, title")
    expiring.add_argument("days", type=_up_to(MOST_DAYS), metavar="DAYS", help="within this number of days")
    commands.add_parser(
        "stuck-jobs", help="list jobs that do not go on: beginning of the id, state, kind, seconds, attempts, reason"
    )
    ending = commands.add_parser("end-job", help="end a job that is stuck; its page says so to those who wait for it")
    ending.add_argument("job", metavar="JOB", help="the beginning of its id; after -- if it begins with a hyphen")


def run(inspection: Inspection, chosen: argparse.Namespace, settings: Settings) -> str:
    """Run a command; returns what it prints."""
    if chosen.command == "space":
        return _space(inspection, settings)
    if chosen.command == "largest-sheets":
        sheets = inspection.largest_sheets(chosen.most)
        lines = [
            f"{s.id}  {s.created:%Y-%m-%d}  {s.students:5d}  {s.answers:7d}  {s.size / 1000:9.1f} kB  {s.title}"
            for s in sheets
        ]
        return "\n".join(lines) or say(Message("no-sheets"))
    if chosen.command == "expiring":
        found = inspection.expiring(chosen.days)
        lines = [f"{row.kind:11}  {row.id}  {row.expires:%Y-%m-%d}  {row.title}" for row in found]
        return "\n".join(lines) or say(Message("nothing-expires", days=chosen.days))
    if chosen.command == "stuck-jobs":
        jobs = inspection.stuck_jobs(settings.job_seconds)
        lines = [f"{j.id}  {j.state:8}  {j.kind}  {j.age:.0f} s  {j.attempt}  {say(Message(j.reason))}" for j in jobs]
        return "\n".join(lines) or say(Message("no-stuck-jobs"))
    ended = inspection.end_job(chosen.job)
    return say(Message("job-ended", id=ended.id, kind=ended.kind))


def _space(inspection: Inspection, settings: Settings) -> str:
    allowed = allowed_space(settings)
    lines = []
    for kind, size in inspection.space().items():
        lines.append(f"{kind:11}  {size / MEGABYTE:.1f} of {allowed[kind] / MEGABYTE:.0f} MB")
    return "\n".join(lines)


def allowed_space(settings: Settings) -> dict[str, int]:
    """The bytes that may be used, by kind."""
    megabytes = {
        SHEETS: settings.sheet_space,
        COLLECTIONS: settings.collection_space,
        JOB_FILES: settings.job_space,
    }
    return {kind: number * MEGABYTE for kind, number in megabytes.items()}


def _up_to(most: int) -> Any:
    def number(text: str) -> int:
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(say(Message("whole-number-wanted", most=most)))
        return int(text)

    return number
