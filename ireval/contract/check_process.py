"""A measure file checked in a process of its own, which is stopped if the measure does not end.

Nothing that a measure does, such as ending the program, ends the program that checks it.
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

#: How long a check may take. The slowest measure of the project needs a few seconds.
SECONDS = 60.0
_FRAME = re.compile(r'^ +File "(.*)", line (\d+) in ', re.MULTILINE)


@dataclass(frozen=True)
class Report:
    """What checking a file found: ``refused`` says why it could not be loaded, and is empty where it could.

    ``measure`` is the name of the measure, and ``passed`` counts the checks that it passes if nothing is wrong.
    """

    findings: tuple[Finding, ...] = ()
    measure: str = ""
    passed: int = 0
    refused: str = ""

    @property
    def wrong(self) -> bool:
        """Whether something is wrong with the measure."""
        return any(not finding.note for finding in self.findings)

    def as_json(self) -> str:
        """The report as text."""
        return json.dumps(asdict(self))


def read_report(text: str) -> Report:
    """The report in a text that ``Report.as_json`` wrote."""
    found = json.loads(text)
    return Report(**found | {"findings": tuple(Finding(**each) for each in found["findings"])})


def check_file(path: Path, seconds: float = SECONDS) -> Report:
    """Check the measure in a file, for so many seconds at most."""
    with TemporaryDirectory(prefix="ireval-") as folder:
        answer, trace = Path(folder, "answer"), Path(folder, "trace")
        known = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)
        ended = subprocess.run(  # noqa: S603 - Python itself, with paths as arguments
            [sys.executable, "-P", "-m", "ireval.contract.check_worker", path, answer, trace, str(seconds)],
            stdin=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": known},
            check=False,
        )
        if answer.exists():
            return read_report(answer.read_text("utf-8"))
        frames = trace.read_text("utf-8") if trace.exists() else ""
    return Report((_endless(path, frames, seconds) if frames else _ended(ended.returncode),))


def _endless(path: Path, frames: str, seconds: float) -> Finding:
    """What to say of a check that was stopped; ``frames`` says where, innermost first, in letters of ASCII alone."""
    own = str(path.resolve()).encode("ascii", "backslashreplace").decode()
    where = next((f"line {line}" for file, line in _FRAME.findall(frames) if file == own), "compute")
    limit = f"{seconds:g} second{'s' * (seconds != 1)}"
    wrong = f"The measure does not end: it was stopped after {limit}."
    return Finding("endless", where, wrong, "Let every loop end; NumPy computes all ranks at once, without one.")


def _ended(status: int) -> Finding:
    wrong = f"It ends the program that checks it, with exit status {status}."
    return Finding("fails", "the file", wrong, "Take out what ends it.")
