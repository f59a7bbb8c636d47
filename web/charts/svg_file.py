"""A drawing as an SVG file, with its title above, and its legend and sentence below."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from web.charts.svg_drawing import WIDTH, Drawing, Key

#: The height above the drawing, and the distance between the lines below it.
HEAD, LINE = 30, 15
#: The margin, and the greatest average width of a letter of size 11, because texts cannot be measured here.
_MARGIN, _LETTER = 12, 6


class Words(NamedTuple):
    """A line of text at its height."""

    y: int
    text: str


class Sheet(NamedTuple):
    """The contents of the file, for its template; ``keys`` are the entries of the legend at their places (x, y)."""

    drawing: Drawing | None
    keys: Sequence[tuple[int, int, Key]]
    lines: Sequence[Words]
    height: int
    width: int = WIDTH
    left: int = _MARGIN
    head: int = HEAD


def sheet(sentence: str, drawing: Drawing | None) -> Sheet:
    """The layout of the file; without a drawing it holds only the sentence."""
    width = drawing.width if drawing else WIDTH
    y = HEAD + (drawing.height + 6 if drawing else 4)
    keys, y = _legend(drawing.legend, y, width) if drawing and drawing.legend else ([], y)
    lines = []
    for text in wrap(sentence, (width - 2 * _MARGIN) // _LETTER + 4):
        y += LINE
        lines.append(Words(y, text))
    return Sheet(drawing, keys, lines, y + 10, width)


def _legend(legend: Sequence[Key], y: int, width: int) -> tuple[list[tuple[int, int, Key]], int]:
    """The entries side by side in as many lines as they need, and the height below them."""
    x, placed = _MARGIN, list[tuple[int, int, Key]]()
    for key in legend:
        wide = key.width + 5 + _LETTER * len(key.text)
        if x > _MARGIN and x + wide > width - _MARGIN:
            x, y = _MARGIN, y + LINE
        placed.append((x, y, key))
        x += wide + 12
    return placed, y + LINE
