"""A figure as an SVG file of its own: its shapes, its title above and its sentence below, without controls."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from web.charts.figures.figure_style import file_style

#: The height above the figure, the distance between lines below it, and the greatest average width of a letter.
HEAD, LINE = 34, 17
_MARGIN, _LETTER = 12, 7
#: What belongs to a page alone.
_OF_PAGES = frozenset({"id", "data-of", "data-since", "tabindex", "role", "aria-label", "aria-hidden", "translate"})
#: Shapes that only a page shows: what a finger hits, what is shown when marked, and what a step has not reached.
_UNSEEN = frozenset({"hit", "would", "ahead", "grips"})


class FigureFile(NamedTuple):
    """The contents of the file, for its template; ``lines`` are pairs of a height and a text."""

    title: str
    sentence: str
    style: Markup
    shapes: Markup
    lines: list[tuple[int, str]]
    width: int
    height: int
    head: int = HEAD
    left: int = _MARGIN


def figure_file(title: str, sentence: str, drawing: str) -> FigureFile:
    """Return the file of a drawing that was made for a page. What a step has not reached is not in it."""
    svg = ET.fromstring(drawing)  # noqa: S314 -- our own markup
    width, height = (round(float(side)) for side in svg.get("viewBox", "").split()[2:])
    _strip(svg)
    shapes = Markup("").join(Markup(ET.tostring(each, "unicode")) for each in svg)  # noqa: S704 -- escaped by ET
    y, lines = HEAD + height, list[tuple[int, str]]()
    for text in wrap(sentence, width // _LETTER, break_on_hyphens=False):
        y += LINE
        lines.append((y, text))
    style = Markup(file_style())  # noqa: S704 -- our own style sheet
    return FigureFile(title, sentence, style, shapes, lines, width + 2 * _MARGIN, y + 12)


def _strip(element: ET.Element) -> None:
    for name in _OF_PAGES & set(element.attrib):
        del element.attrib[name]
    for child in list(element):
        if _UNSEEN & set((child.get("class") or "").split()):
            element.remove(child)
        else:
            _strip(child)
