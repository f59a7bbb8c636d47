"""Typst, run on the template beside this file: data goes in as JSON and is never read as markup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import typst

_HERE = Path(__file__).parent
_TEMPLATE = _HERE / "sheet.typ"


def typeset(content: Mapping[str, object]) -> bytes:
    """The template with ``content`` put in, as PDF without a date."""
    data = json.dumps(content, ensure_ascii=False)
    return typst.compile(
        str(_TEMPLATE),
        root=str(_HERE),
        font_paths=_fonts(),
        format="pdf",
        sys_inputs={"data": data},
        timestamp=0,
    )


@cache
def _fonts() -> typst.Fonts:
    """Typst's own fonts and, for signs that these have not, the one that ziafont carries."""
    found = find_spec("ziafont")
    folders = [str(Path(found.origin).parent / "fonts")] if found and found.origin else []
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)
