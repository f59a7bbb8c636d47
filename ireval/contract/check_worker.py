"""Checks a measure file; as a program, ``check_process`` starts it."""

from __future__ import annotations

import faulthandler
import os
import sys
from pathlib import Path

from ireval.contract.check_process import Report
from ireval.contract.checks import checks_passed, findings
from ireval.contract.measure_file import UnloadableError, load, registered
from ireval.measure.registry import modules


def check(path: Path) -> Report:
    """Load a measure file and check it, in this process and without a limit."""
    try:
        module = load(path)
    except UnloadableError as error:
        return Report(refused=str(error))
    with registered(module):
        found = tuple(findings(module))
    return Report(found, str(module.MEASURE.name), checks_passed(found))


def main(path: str, answer: str, trace: str, seconds: str) -> None:
    """Check a file and write the report to ``answer``; after so many seconds end, with the stack in ``trace``."""
    modules()  # the project's own measures are loaded before the time begins
    with Path(trace).open("w", encoding="utf-8") as stack:
        faulthandler.dump_traceback_later(float(seconds), exit=True, file=stack)
        report = check(Path(path)).as_json()
        faulthandler.cancel_dump_traceback_later()
    unfinished = Path(f"{answer}-")
    unfinished.write_text(report, "utf-8")
    unfinished.rename(answer)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
        sys.stdout.flush()
    except (KeyboardInterrupt, ValueError):  # the measure raised it, or closed the output
        pass
    os._exit(0)  # whatever the measure has started need not end
