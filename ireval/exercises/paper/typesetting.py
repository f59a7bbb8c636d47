"""Runs Typst on a template in this folder: data goes in as JSON and is never read as markup.

Typst runs in a separate process, because it keeps about 40 MB for each variant until ten more documents are made.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

_HERE = Path(__file__).parent


#: The option that allows the computer's own fonts as well.
FOREIGN = "--foreign-fonts"


def typeset(content: Mapping[str, object], template: str) -> bytes:
    """The template, a file in this folder, filled with ``content``, as PDF without a date.

    The computer's own fonts are used only if ``content`` has characters ``lacking`` in the fonts of the packages.
    """
    if find_spec("typst") is None:  # here, as the process below could only fail
        raise ModuleNotFoundError("No module named 'typst'", name="typst")
    data = json.dumps(content, ensure_ascii=False).encode()
    command = [sys.executable, "-I", __file__, template, *([FOREIGN] if content["lacking"] else [])]
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout  # noqa: S603 - no shell


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
