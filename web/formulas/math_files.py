"""The files of the math font that pages load: two sizes as scripts, and one as a font for browsers without scripts."""

from __future__ import annotations

from pathlib import Path

from web.formulas import math_font
from web.formulas.formula_signs import formula_signs

FONT, SCRIPT, WIDE_SCRIPT = "STIXTwoMath.woff2", "mathfont.js", "mathfont-wide.js"


def math_files(font: bytes) -> dict[str, bytes]:
    """The files by their names, from the whole ``font``."""
    used = formula_signs()
    small, wide = math_font.subset(font, used), math_font.subset(font, math_font.all_signs(used))
    return {FONT: wide, SCRIPT: math_font.script(small), WIDE_SCRIPT: math_font.script(wide)}


def recipe() -> str:
    """The code and the characters from which the files are made."""
    signs = ",".join(map(str, sorted(formula_signs())))
    return "\n".join(Path(module or "").read_text("utf-8") for module in (__file__, math_font.__file__)) + signs
