"""Checks a file in a process of its own, which is stopped if it does not end.

Whatever the file does, such as ending its program, the program that started the check goes on.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ireval.contract.finding import Finding

#: The most seconds that a check may take. The slowest file of the project needs a few seconds.
SECONDS = 60.0
WORKER = "ireval.contract.files.check_worker"
_FRAME = re.compile(r'^ +File "(.*)", line (\d+) in ', re.MULTILINE)


@dataclass(frozen=True)
class Report:
    """The result of a check: ``refused`` says why the file could not be loaded, and is empty if it could.

    ``name`` is what the file declares, and ``passed`` counts the checks that it passes if nothing is wrong.
    """

    findings: tuple[Finding, ...] = ()
    name: str = ""
    passed: int = 0
    refused: str = ""

    @property
    def wrong(self) -> bool:
        """Whether something is wrong with the file."""
        return any(not finding.note for finding in self.findings)

    def as_json(self) -> str:
        """The report as text."""
        return json.dumps(asdict(self))


def read_report(text: str) -> Report:
    """Return the report in a text that ``Report.as_json`` wrote."""
    found = json.loads(text)
    return Report(**found | {"findings": tuple(Finding(**each) for each in found["findings"])})


def check_file(path: Path, contract: str, noun: str, seconds: float = SECONDS) -> Report:
    """Check a file against a contract, named as ``module:attribute``, and stop after ``seconds``.

    ``noun`` is what a finding calls the file's contents.
    """
    with TemporaryDirectory(prefix="ireval-") as folder:
        answer, trace = Path(folder, "answer"), Path(folder, "trace")
        known = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)
        ended = subprocess.run(  # noqa: S603 - Python itself, with paths as arguments
            [sys.executable, "-P", "-m", WORKER, contract, path, answer, trace, str(seconds)],
            stdin=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": known},
            check=False,
        )
        if answer.exists():
            return read_report(answer.read_text("utf-8"))
        frames = trace.read_text("utf-8") if trace.exists() else ""
    return Report((_endless(path, frames, seconds, noun) if frames else _ended(ended.returncode),))


def _endless(path: Path, frames: str, seconds: float, noun: str) -> Finding:
    """The finding of a check that was stopped; ``frames`` is its stack in ASCII, innermost call first."""
    own = str(path.resolve()).encode("ascii", "backslashreplace").decode()
    where = next((f"line {line}" for file, line in _FRAME.findall(frames) if file == own), noun)
    limit = f"{seconds:g} second{'s' * (seconds != 1)}"
    wrong = f"The {noun} does not end: it was stopped after {limit}."
    return Finding("endless", where, wrong, "Let every loop end; NumPy computes all ranks at once, without one.")


def _ended(status: int) -> Finding:
    wrong = f"It ends the program that checks it, with exit status {status}."
    return Finding("fails", "the file", wrong, "Take out what ends it.")
