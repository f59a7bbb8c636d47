"""Signs that the fonts for paper have not got, such as Chinese ones and most emoji."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ireval.exercises.sheet.model import Sheet

_MOST_NAMED = 8


def missing_signs(sheet: Sheet) -> str:
    """The signs in a sheet's title and names of documents that the packages' fonts cannot print, each once."""
    lists = [ranked for exercise in sheet.exercises for ranked in (exercise.list, exercise.second) if ranked]
    typed = [sheet.title, *(name for ranked in lists for name in ranked.names)]
    return "".join(dict.fromkeys(c for text in typed for c in text if c.isprintable() and not _has(c)))


def missing_signs_note(signs: str) -> str:
    """What becomes of them, as a sentence."""
    more = f" and {len(signs) - _MOST_NAMED} more" if len(signs) > _MOST_NAMED else ""
    return (
        f"The fonts that come along lack {' '.join(signs[:_MOST_NAMED])}{more}: these signs are printed in a font of "
        "this computer, where it has one, and else as empty boxes."
    )


@cache
def _font() -> Any:
    """DejaVu Sans, which stands behind Typst's own fonts, and has more."""
    import ziafont
    from ziafont.font import Font

    return Font(Path(str(ziafont.__file__)).parent / "fonts" / "DejaVuSans.ttf")


def _has(sign: str) -> bool:
    return sign.isascii() or bool(_font().glyphindex(sign))
