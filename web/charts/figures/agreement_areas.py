"""The figure of kappa: what two assessors did and what chance gives, as areas, and a tank whose first part is chance.

A square stands for all documents. Its columns are as wide as the first assessor gave each label, and each is cut where
the second assessor's labels meet it; by chance, all are cut at the same heights.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import ceil, sqrt
from typing import NamedTuple

from ireval.agreement import Agreement
from ireval.agreement.label_counts import LabelCounts, count_labels
from ireval.agreement.labels_in_common import BINARY, Judgements, shared_judgements
from ireval.messages import Figures, Message, say
from ireval.numbers.expression import fixed
from web.charts.figures import DrawnFigure
from web.charts.figures.figure_markup import still_svg
from web.charts.figures.shapes import Box, Sheet
from web.charts.figures.tank import TANK

#: So many dots are drawn at most; of more documents, a dot stands for several.
MOST_DOTS = 200
#: A square has columns for so many labels at most.
MOST_LABELS = 5
_PLACES = 3


class Areas(NamedTuple):
    """How wide the columns are and how high the parts of each, as shares of a side; and the numbers in the areas."""

    columns: list[float]
    heights: list[list[float]]
    numbers: list[list[float]]


def agreement_figure(counts: LabelCounts, found: Agreement, marginals: str) -> DrawnFigure | None:
    """Return the figure of a kappa without weights; None if there are more than ``MOST_LABELS``, or no documents.

    ``found`` is the agreement that was computed from the counts with these ``marginals``. As a page may have several
    such figures, its shapes have no ids.
    """
    sheets = agreement_sheets(counts, found, marginals)
    if not sheets:
        return None
    title = say(Message("figure-title", measure=found.name))
    return DrawnFigure(title, sheets[0].sentence, *map(still_svg, sheets))


def agreement_of_two(
    judgements: Mapping[str, Judgements], rel: int | None, found: Agreement, marginals: str
) -> DrawnFigure | None:
    """Return the figure of ``found``, the kappa of two assessors; None as for ``agreement_figure``."""
    return agreement_figure(count_labels(shared_judgements(judgements, rel)), found, marginals)


def agreement_sheets(counts: LabelCounts, found: Agreement, marginals: str) -> list[Sheet]:
    """The wide and the narrow drawing; none if there are more than ``MOST_LABELS``, or no documents."""
    if not 2 <= len(counts.labels) <= MOST_LABELS or not found.steps:
        return []
    order = list(range(len(counts.labels)))
    if counts.labels[0].isdigit() or counts.labels == BINARY:
        order.reverse()  # the highest grade comes first
    sheets = [Sheet(wide=wide, comma=False) for wide in (True, False)]
    for sheet in sheets:
        _draw(sheet, counts, found, order, marginals)
    return sheets


def _draw(sheet: Sheet, counts: LabelCounts, found: Agreement, order: list[int], marginals: str) -> None:
    side = 300.0 if sheet.wide else 144.0
    lefts, top = (1.0, sheet.width - side - 1), 64.0
    first, second = counts.assessors
    two, label = len(order) == 2, counts.labels[order[0]]
    label = label if two else ", ".join(counts.labels[j] for j in order)
    cells = [[counts.counts[i][j] for j in order] for i in order]
    rows = [sum(row) for row in cells]
    parts = [[count / (row or 1) for count in line] for row, line in zip(rows, cells, strict=True)]
    seen = Areas([row / counts.total for row in rows], parts, [list(map(float, line)) for line in cells])
    a, b, size = counts.shares(marginals)
    wide, high = [a[j] / size for j in order], [b[j] / size for j in order]
    chance = Areas(wide, [high] * len(wide), [[column * row * counts.total for row in high] for column in wide])
    says = (
        ("figure-says-label", "figure-says-label-above") if two else ("figure-says-labels", "figure-says-labels-above")
    )
    for number, (key, who) in enumerate(zip(says, counts.assessors, strict=True)):
        said = Message(key, assessor=who, label=label)
        sheet.text(f"says-{number}", "back", (1, 13 + 17 * number), sheet.words(said), "soft small")
    did = Message("figure-what-they-did", first=first, second=second)
    heads = (sheet.words(did, Message("figure-what-they-did-narrow")), sheet.words(Message("figure-what-chance-gives")))
    for left, areas, head, key in zip(lefts, (seen, chance), heads, ("seen", "chance"), strict=True):
        sheet.text(f"{key}-head", "back", (left, 50), head, "small strong")
        _square(sheet, (left, top, side, side), areas, key, counts.total)
    if found.value is not None and two:
        level = top + side * high[0]
        sheet.line("level", "top", [(lefts[0], level), (lefts[0] + side, level)], "plumb")
    _tank(sheet, found, top + side + 44)


def _square(sheet: Sheet, box: Box, areas: Areas, key: str, total: int) -> None:
    """A square with an area for each pair of labels; where both assessors gave the same label, it is dark."""
    left, top, side, _ = box
    dots = max(1, ceil(total / MOST_DOTS))
    for column, row in product(range(len(areas.columns)), repeat=2):
        x, y = left + side * sum(areas.columns[:column]), top + side * sum(areas.heights[column][:row])
        area = (x, y, max(0.0, side * areas.columns[column] - 2), max(0.0, side * areas.heights[column][row] - 2))
        same = column == row
        look = ("fill f3" if same else "lane") if key == "seen" else ("dark" if same else "lane")
        name = f"{key}-{column}{row}"
        sheet.rect(name, "row", area, look)
        count = areas.numbers[column][row]
        if key == "seen" and count:
            _dots(sheet, area, ceil(count / dots), name, "doc agreed" if same else "doc")
        text = fixed(count, 0 if count.is_integer() else 1)
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
