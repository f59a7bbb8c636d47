"""Characters that the fonts for paper do not have, such as Chinese characters and most emoji."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.messages.message import Message

_MOST_NAMED = 8


def missing_signs(sheet: Sheet) -> str:
    """The characters in a sheet's texts and document names that the included fonts cannot print, each once."""
    lists = [ranked for exercise in sheet.exercises for ranked in (exercise.list, exercise.second) if ranked]
    typed = [sheet.title, sheet.intro, *(name for ranked in lists for name in ranked.names)]
    return signs_without_font([*typed, *(text for exercise in sheet.exercises for text in _texts(exercise))])


def signs_without_font(texts: Iterable[str]) -> str:
    """The characters in these texts that the included fonts cannot print, each once."""
    return "".join(dict.fromkeys(c for text in texts for c in text if c.isprintable() and not _has(c)))


def _texts(exercise: Exercise) -> list[str]:
    """The owner's texts in an exercise."""
    options = [text for option in exercise.options for text in (option.text, option.feedback)]
    return [exercise.text, exercise.answer, exercise.hint, *options]


def missing_signs_note(signs: str) -> Message:
    """A note that names these characters, and says how they are printed."""
    named: list[str | Message] = list(signs[:_MOST_NAMED])
    if len(signs) > _MOST_NAMED:
        named.append(Message("more-signs", count=len(signs) - _MOST_NAMED))
    return Message("signs-missing", signs=named)


@cache
def _font() -> Any:
    """DejaVu Sans, the font that Typst uses for characters that its own fonts do not have."""
    import ziafont
    from ziafont.font import Font

    return Font(Path(str(ziafont.__file__)).parent / "fonts" / "DejaVuSans.ttf")


def _has(sign: str) -> bool:
    return sign.isascii() or bool(_font().glyphindex(sign))
