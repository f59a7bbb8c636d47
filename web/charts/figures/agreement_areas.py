"""The figure of kappa: what two assessors did and what chance gives, as areas, and a tank whose first part is chance.

A square stands for all documents. Its columns are as wide as the first assessor gave each label, and each is cut where
the second assessor's labels meet it; by chance, both are cut at the same height.
"""

from __future__ import annotations

from itertools import product
from math import ceil, sqrt
from typing import NamedTuple

from ireval.agreement import Agreement
from ireval.agreement.label_counts import LabelCounts
from ireval.messages import Figures, Message, say
from ireval.numbers.expression import fixed
from web.charts.figures import DrawnFigure
from web.charts.figures.figure_markup import svg
from web.charts.figures.shapes import Box, Sheet
from web.charts.figures.tank import TANK

#: So many dots are drawn at most; of more documents, a dot stands for several.
MOST_DOTS = 200
_PLACES = 3


class Areas(NamedTuple):
    """Shares of all documents: of each column, and of the upper part of each column; and the numbers in the areas."""

    columns: tuple[float, float]
    cuts: tuple[float, float]
    numbers: tuple[tuple[float, float], tuple[float, float]]


def agreement_figure(counts: LabelCounts, found: Agreement, marginals: str) -> DrawnFigure | None:
    """Return the figure of a kappa of two labels; None if there are more labels, or no documents.

    ``found`` is the agreement that was computed from the counts with these ``marginals``.
    """
    if len(counts.labels) != 2 or not found.steps:
        return None
    order = (1, 0) if counts.labels[0].isdigit() else (0, 1)  # of grades, the higher one comes first
    sheets = [Sheet(wide=wide, comma=False) for wide in (True, False)]
    for sheet in sheets:
        _draw(sheet, counts, found, order, marginals)
    title = say(Message("figure-title", measure=found.name))
    return DrawnFigure(title, sheets[0].sentence, *(svg(sheet, lambda _: False) for sheet in sheets))


def _draw(sheet: Sheet, counts: LabelCounts, found: Agreement, order: tuple[int, int], marginals: str) -> None:
    side = 300.0 if sheet.wide else 144.0
    lefts, top = (1.0, sheet.width - side - 1), 64.0
    first, second = counts.assessors
    label = counts.labels[order[0]]
    cells = [[counts.counts[i][j] for j in order] for i in order]
    rows = [sum(row) for row in cells]
    seen = Areas(
        (rows[0] / counts.total, rows[1] / counts.total),
        (cells[0][0] / (rows[0] or 1), cells[1][0] / (rows[1] or 1)),
        ((cells[0][0], cells[0][1]), (cells[1][0], cells[1][1])),
    )
    a, b, size = counts.shares(marginals)
    wide, high = (a[order[0]] / size, a[order[1]] / size), (b[order[0]] / size, b[order[1]] / size)
    number = [[column * row * counts.total for row in high] for column in wide]
    chance = Areas(wide, (high[0], high[0]), ((number[0][0], number[0][1]), (number[1][0], number[1][1])))
    heads = ("figure-what-they-did", "figure-what-chance-gives")
    for left, areas, head, key in zip(lefts, (seen, chance), heads, ("seen", "chance"), strict=True):
        words = Message("figure-what-they-did", first=first, second=second)
        words = words if head == heads[0] else Message("figure-what-chance-gives")
        sheet.text(f"{key}-head", "back", (left, 13), sheet.words(words), "small strong")
        said = Message("figure-says-label", assessor=first, label=label)
        sheet.text(f"{key}-says", "back", (left, 33), sheet.words(said), "soft small")
        said = Message("figure-says-label-above", assessor=second, label=label)
        sheet.text(f"{key}-above", "back", (left, 50), sheet.words(said), "soft small")
        _square(sheet, (left, top, side, side), areas, key, counts.total)
    if found.value is not None:
        level = top + side * chance.cuts[0]
        sheet.line("level", "top", [(lefts[0], level), (lefts[0] + side, level)], "plumb")
    _tank(sheet, found, top + side + 44)


def _square(sheet: Sheet, box: Box, areas: Areas, key: str, total: int) -> None:
    """A square with four areas; where both assessors gave the same label, it is dark."""
    left, top, side, _ = box
    dots = max(1, ceil(total / MOST_DOTS))
    for column, row in product((0, 1), (0, 1)):
        width, cut = side * areas.columns[column], side * areas.cuts[column]
        x = left + (side * areas.columns[0] if column else 0)
        area = (x, top + (cut if row else 0), width - 2, (side - cut if row else cut) - 2)
        same = column == row
        look = ("fill f3" if same else "lane") if key == "seen" else ("dark" if same else "lane")
        name = f"{key}-{column}{row}"
        sheet.rect(name, "row", area, look)
        count = areas.numbers[column][row]
        if key == "seen" and count:
            _dots(sheet, area, ceil(count / dots), name, "doc agreed" if same else "doc")
        text = fixed(count, 0 if float(count).is_integer() else 1)
        if area[2] > 9 * len(text) and area[3] > 16:
            ink, halo = ("on-f3", "halo-f3") if same and key == "seen" else ("ink", "halo-pale" if not same else "")
            at = (x + area[2] / 2, area[1] + area[3] / 2)
            sheet.text(f"{name}-count", "top", at, text, f"{ink} small strong mid {halo}".rstrip())


def _dots(sheet: Sheet, area: Box, count: int, name: str, look: str) -> None:
    """A dot for each document, spread over an area."""
    x, y, width, height = area
    if min(width, height) < 6:
        return
    across = max(1, min(count, round(sqrt(count * width / height))))
    down = ceil(count / across)
    radius = min(3.5, 0.32 * width / across, 0.32 * height / down)
    for number in range(count):
        row, column = divmod(number, across)
        at = (x + (column + 0.5) * width / across, y + (row + 0.5) * height / down, radius)
        sheet.dot(f"{name}-dot-{number:03}", "tank", at, look)


def _tank(sheet: Sheet, found: Agreement, y: float) -> None:
    """The tank: chance takes the first part, and kappa is how full the rest is."""
    observed, expected = (step.value or 0.0 for step in found.steps[:2])
    length, kappa = sheet.width - 2.0, found.value
    sheet.rect("tank", "back", (1, y, length, TANK), "tank-box")
    parts = (("chance", 0.0, min(expected, 1.0), "dark", "ink"), ("beyond", expected, observed, "fill f3", "on-f3"))
    for key, start, end, look, ink in parts:
        width = (end - start) * length
        if width <= 0:
            continue
        sheet.rect(f"piece-{key}", "tank", (1 + start * length, y, width - 1, TANK), look)
        share = Figures(fixed(end - start, _PLACES))
        words = Message("figure-by-chance", share=share) if key == "chance" else Message("figure-beyond", share=share)
        text = sheet.words(words)
        if sheet.room_for(text, width):
            at = (1 + (start + end) / 2 * length, y + TANK / 2)
            sheet.text(f"in-{key}", "top", at, text, f"{ink} small mid")
    x = 1 + observed * length
    sheet.line("observed", "top", [(x, y - 5), (x, y + TANK + 5)], "cut")
    agreed = sheet.words(Message("figure-agreed", share=Figures(fixed(observed, _PLACES))))
    at_end = x > sheet.width / 2
    sheet.text("agreed", "top", (x, y - 13), agreed, "small ink end" if at_end else "small ink")
    values = {"observed": Figures(fixed(observed, _PLACES)), "expected": Figures(fixed(expected, _PLACES))}
    sheet.height = y + TANK + 40
    if kappa is None:
        sheet.sentence = sheet.words(Message("figure-says-no-kappa"))
        return
    start, below = 1 + expected * length, y + TANK + 10
    sheet.line("room", "top", [(start, below - 4), (start, below), (1 + length, below), (1 + length, below - 4)], "cut")
    score = Figures(fixed(kappa, _PLACES))
    text = sheet.words(Message("figure-kappa", name=found.name, kappa=score))
    sheet.text("kappa", "top", (1 + length, below + 16), text, "strong end")
    values |= {"kappa": score}
    if kappa < 0:
        sheet.sentence = sheet.words(Message("figure-says-kappa-below-chance", values, name=found.name))
    else:
        room, filled = (Figures(fixed(share, _PLACES)) for share in (1 - expected, observed - expected))
        sheet.sentence = sheet.words(Message("figure-says-kappa", values, name=found.name, room=room, filled=filled))
