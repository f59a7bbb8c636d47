"""Checks a file against a contract; as a program, ``check_process`` starts it."""

from __future__ import annotations

import faulthandler
import os
import sys
from pathlib import Path
from pkgutil import resolve_name

from ireval.contract.files.check_process import Report
from ireval.contract.files.declared_file import Contract, UnloadableError, load


def check(path: Path, contract: Contract) -> Report:
    """Load a file and check it, in this process and without a limit."""
    try:
        module = load(path, contract)
    except UnloadableError as error:
        return Report(refused=str(error))
    with contract.added(module):
        found = tuple(contract.findings(module))
    return Report(found, contract.name(getattr(module, contract.declared)), contract.passed(found))


def main(contract: str, path: str, answer: str, trace: str, seconds: str) -> None:
    """Check a file and write the report to ``answer``; stop after ``seconds``, with the stack in ``trace``.

    The contract is named as ``module:attribute``.
    """
    known: Contract = resolve_name(contract)
    known.modules()  # the project's own files are loaded before the time begins
    with Path(trace).open("w", encoding="utf-8") as stack:
        faulthandler.dump_traceback_later(float(seconds), exit=True, file=stack)
        report = check(Path(path), known).as_json()
        faulthandler.cancel_dump_traceback_later()
    unfinished = Path(f"{answer}-")
    unfinished.write_text(report, "utf-8")
    unfinished.rename(answer)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
        sys.stdout.flush()
    except (KeyboardInterrupt, ValueError):  # the checked file raised it, or closed the output
        pass
    os._exit(0)  # without waiting for threads that the checked file has started
