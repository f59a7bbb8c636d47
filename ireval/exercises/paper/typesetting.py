"""Runs Typst on a template in this folder: data goes in as JSON and is never read as markup.

Typst runs in a separate process, because it keeps about 17 MB for each variant until ten more documents are made.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

_HERE = Path(__file__).parent


#: The option that allows the computer's own fonts as well.
FOREIGN = "--foreign-fonts"
#: Seconds between two calls while Typst works.
RHYTHM = 0.2


def nobody_waits(seconds: float) -> None:
    """Ignore the time that Typst has worked."""


def typeset(content: Mapping[str, object], template: str, waiting: Callable[[float], None] = nobody_waits) -> bytes:
    """Return the template, a file in this folder, filled with ``content``, as PDF without a date.

    The computer's own fonts are used only if ``content`` has characters ``lacking`` in the fonts of the packages. While
    Typst works, which does not report its progress, ``waiting`` gets the seconds since it began.
    """
    if find_spec("typst") is None:  # here, as the process below could only fail
        raise ModuleNotFoundError("No module named 'typst'", name="typst")
    data = json.dumps(content, ensure_ascii=False).encode()
    command = [sys.executable, "-I", __file__, template, *([FOREIGN] if content["lacking"] else [])]
    begun = time.monotonic()
    # The data are in a file: sending them would need a thread, which may hang if memory is short.
    with TemporaryFile() as entry:
        entry.write(data)
        entry.seek(0)
        made, status = _run(command, entry, lambda: waiting(time.monotonic() - begun))
    if status:
        raise subprocess.CalledProcessError(status, command)
    return made


def _run(command: Sequence[str], entry: IO[bytes], waiting: Callable[[], None]) -> tuple[bytes, int]:
    """The output and the status of a process that reads a file; ``waiting`` is called regularly until it ends."""
    with subprocess.Popen(command, stdin=entry, stdout=subprocess.PIPE) as process:  # noqa: S603 - no shell
        try:
            while True:
                try:
                    made, _ = process.communicate(timeout=RHYTHM)
                    break
                except subprocess.TimeoutExpired:
                    waiting()
        except BaseException:
            process.kill()
            raise
    return made, process.returncode


def _compiled(data: str, template: str, *, foreign: bool) -> bytes:
    import typst

    found = find_spec("ziafont")  # its font has characters that Typst's own fonts lack
    folders = [str(Path(found.origin).parent / "fonts")] if found and found.origin else []
    return typst.compile(
        str(_HERE / template),
        root=str(_HERE),
        font_paths=typst.Fonts(include_system_fonts=foreign, include_embedded_fonts=True, font_paths=folders),
        format="pdf",
        sys_inputs={"data": data},
        timestamp=0,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(_compiled(sys.stdin.buffer.read().decode(), sys.argv[1], foreign=FOREIGN in sys.argv))
