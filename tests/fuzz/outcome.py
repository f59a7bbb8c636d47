"""What became of one input, and what is wrong with that."""

from __future__ import annotations

import logging
import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from tests.paths import ROOT

#: Frames of these files are the fuzzer's own and say nothing of a fault.
OWN = Path(__file__).parent
#: So many of the project's frames tell one fault from another.
FRAMES = 2
_FRAME = re.compile(r'\s*File "(.*)", line \d+, in (.+)')


@dataclass(frozen=True)
class Fault:
    """Something that must not happen. ``where`` tells faults of a kind apart; ``text`` is for people."""

    kind: str
    where: str
    text: str

    @property
    def signature(self) -> tuple[str, str]:
        """What is the same for all inputs that show this fault."""
        return self.kind, self.where


@dataclass(frozen=True)
class Outcome:
    """How an input was answered, in a word such as ``2xx`` or ``refused``, and the faults of that answer."""

    answer: str
    faults: tuple[Fault, ...] = ()


def own_frames(found: traceback.StackSummary) -> str:
    """The last frames of the project itself, innermost first; those of libraries where there is none."""
    ours = [frame for frame in found if _is_ours(Path(frame.filename))]
    chosen = (ours or list(found))[-FRAMES:]
    return " < ".join(f"{_shown(Path(f.filename))}:{f.name}" for f in reversed(chosen))


def exception_fault(kind: str, error: BaseException, trace: TracebackType | None = None) -> Fault:
    """The fault of an exception that somebody let through."""
    where = own_frames(traceback.extract_tb(trace or error.__traceback__))
    text = " ".join(str(error).split())
    return Fault(kind, f"{type(error).__name__} in {where}", text[:300])


def logged_fault(record: logging.LogRecord) -> Fault:
    """The fault of a traceback in the log, where it is text: records lose their exception when they are cleaned."""
    lines = (record.exc_text or record.getMessage()).strip().splitlines()
    frames = [found for line in lines if (found := _FRAME.match(line))]
    ours = [found for found in frames if _is_ours(Path(found[1]))] or frames
    where = " < ".join(f"{_shown(Path(found[1]))}:{found[2]}" for found in reversed(ours[-FRAMES:]))
    return Fault("traceback", f"{lines[-1].partition(':')[0]} in {where}", lines[-1][:300])


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(ROOT) and not file.is_relative_to(OWN) and ".venv" not in file.parts


def _shown(file: Path) -> str:
    return file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
