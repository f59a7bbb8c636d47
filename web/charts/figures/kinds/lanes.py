"""A lane for each rank, as wide as the weight of the rank. The gain fills it; the pieces lie end to end in a tank as
long as the ideal list's. Used by cumulated gains.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ireval.explanation.rank_series import weights
from ireval.measure.drawings.figure_kinds import Lanes
from ireval.messages import Message
from ireval.numbers.rounding import SAME
from web.charts.figures.cards import BEYOND, Card, CardList, Column, draw_cards, draw_copy
from web.charts.figures.shapes import BAR, Sheet
from web.charts.figures.tank import TANK, Piece, Tank, draw_tank


def draw(sheet: Sheet, cards: CardList, figure: Lanes) -> None:
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards)
    rows = Rows(cards, figure)
    left, right = column.right + (14 if sheet.wide else 6), sheet.width - (102.0 if sheet.wide else 30)
    numbers = 122.0 if sheet.wide else 40
    room = right - left - numbers
    # The ideal list has no numbers beside its bars, and half the width of the own lanes is enough for it.
    lane = room / rows.top * (0.62 if rows.ideal else 1)
    _heads(sheet, rows, left)
    for card in column.cards:
        if card.rank in cards.row_of:
            _row(sheet, cards, rows, card, (left, column.middle(card.rank), lane))
    if rows.ideal:
        _ideal(sheet, rows, column, right - 6, 0.38 / 0.62 * lane if sheet.wide else 0.38 * room / rows.top)
    y = column.bottom + 44
    _tank(sheet, cards, rows, y)
    sheet.sentence = _sentence(sheet, cards, rows)


class Rows:
    """The numbers of the figure, row by row: gains, weights and pieces, and those of the ideal list.

    ``total`` and ``best`` are the sums of the ``count`` rows that count; ``best`` is 0 without an ideal list.
    """

    def __init__(self, cards: CardList, figure: Lanes) -> None:
        self.name, self.count = figure.total, cards.count
        self.gain, totals = cards.column(figure.gain), cards.column(figure.total)
        self.part = [after - before for before, after in pairwise([0.0, *totals])]
        self.ideal = cards.column(figure.ideal) if figure.ideal else []
        bests = cards.column(figure.ideal_total) if figure.ideal_total else []
        self.ideal_part = [after - before for before, after in pairwise([0.0, *bests])]
        self.weight = weights_of(cards, figure, len(totals))
        self.top = max([*self.gain, *self.ideal, 1e-9])
        self.total, self.best = (sums[self.count - 1] if sums else 0.0 for sums in (totals, bests))
        if figure.share and cards.score and self.total:  # the ideal list may be read at another rank
            self.best = self.total / cards.score
        self.ideal_rows = sum(sum_above < self.best - SAME for sum_above in (0.0, *bests)) if bests else 0
        self.ideal_cards = _by_grade(cards)

    def ideal_card(self, row: int) -> Card | None:
        """The document in a row of the ideal list, if it is known."""
        return self.ideal_cards[row] if row < len(self.ideal_cards) else None


def weights_of(cards: CardList, figure: Lanes, rows: int) -> list[float]:
    """How much a gain of 1 counts in each row."""
    if figure.weight is not None:
        found: list[float] = np.broadcast_to(figure.weight(cards.computed.table), rows).tolist()
        return found
    if figure.discount is None:
        return [1.0] * rows
    own = figure.discount or cards.spec.own.get("discount", cards.state.conventions["discount"])
    return list(weights({**cards.state.conventions, "discount": own}, rows))


def _by_grade(cards: CardList) -> list[Card]:
    """The documents of the ideal list with a gain, by falling grade; of equal ones the first one comes first."""
    known = cards.cards if cards.state.conventions["ideal"] == "retrieved-only" else [*cards.cards, *cards.missed]
    return sorted((card for card in known if card.grade > 0), key=lambda card: -card.grade)


def _heads(sheet: Sheet, rows: Rows, left: float) -> None:
    narrow = Message("figure-lanes-narrow")
    even = min(rows.weight, default=1) == 1
    words = sheet.words(Message("figure-lanes-even") if even else Message("figure-lanes"), narrow)
    sheet.text("head-gain", "back", (left, 13), words, "soft small")
    if rows.ideal:
        words = sheet.words(Message("figure-ideal-list"), Message("figure-ideal-list-narrow"))
        sheet.text("head-ideal", "back", (sheet.width - 1, 13), words, "soft small end")


def _row(sheet: Sheet, cards: CardList, rows: Rows, card: Card, at: tuple[float, float, float]) -> None:
    (x, y, lane), row = at, cards.row_of[card.rank]
    top, weight, gain = y - BAR / 2, rows.weight[row], rows.gain[row]
    width = rows.top * lane * weight
    sheet.rect(f"lane-{card.rank}", "back", (x, top, width, BAR), cards.look(card, "lane"), of=str(card.rank))
    look = cards.look(card, f"fill f{card.tone}")
    sheet.rect(f"gain-{card.key}", "row", (x, top, gain * lane * weight, BAR), look, rank=card.rank)
    if not gain:
        return
    sheet.rect(f"would-{card.key}", "top", (x, top, gain * lane, BAR), "would", rank=card.rank)
    text = cards.number(rows.part[row], short=weight == 1)
    if sheet.wide and weight != 1:
        text = f"{cards.number(gain, short=True)}/{cards.number(1 / weight)} = {text}"
    sheet.text(f"part-{card.key}", "top", (x + width + 7, y), text, cards.look(card, "num"), rank=card.rank)


def _ideal(sheet: Sheet, rows: Rows, column: Column, right: float, lane: float) -> None:
    shown = round((column.bottom - column.row(0.5)) / column.pitch)
    for row, gain in enumerate(rows.ideal[:shown]):
        if not gain:
            continue
        y, card = column.row(row + 1), rows.ideal_card(row)
        beyond = "" if row < rows.count else f" {BEYOND}"
        width, tone = gain * lane * rows.weight[row], card.tone if card else 3
        box, of = (right - width, y - BAR / 2, width, BAR), str(card.rank or "") if card else ""
        sheet.rect(f"best-{row + 1:03}", "back", box, f"fill pale f{tone}{beyond}", of=of)
        if card:
            draw_copy(sheet, card, (right + 6, y, sheet.width - right - 7), "ideal", beyond.strip())


def _tank(sheet: Sheet, cards: CardList, rows: Rows, y: float) -> None:
    length = sheet.width - 2.0
    whole = rows.best or rows.top * sum(rows.weight[: rows.count]) or 1.0
    total = cards.number(rows.total)
    pieces = Message("figure-pieces", name=rows.name, total=total)
    words = sheet.words(pieces, Message("figure-pieces-narrow", name=rows.name, total=total))
    sheet.text("tank-head", "back", (1, y - 12), words, "ink small", rank=cards.end)
    counted = [Piece(c, rows.part[cards.row_of[c.rank]] / whole, f"f{c.tone}") for c in cards.counted]
    draw_tank(sheet, cards, Tank(1, y, length, end=bool(rows.best), under=bool(rows.best)), counted)
    if not rows.best:
        return
    words = sheet.words(Message("figure-best-possible", total=cards.number(rows.best)))
    sheet.text("tank-best", "back", (sheet.width - 1, y - 12), words, "soft small end", rank=cards.end)
    x = 1.0
    for row, part in enumerate(rows.ideal_part[: rows.ideal_rows]):
        card, width = rows.ideal_card(row), part / whole * length
        if part > 0:
            look, of = f"fill pale f{card.tone if card else 3}", str(card.rank or "") if card else ""
            sheet.rect(f"ideal-part-{row + 1:03}", "back", (x, y + TANK + 4, width - 1, 8), look, of=of)
        x += width


def _sentence(sheet: Sheet, cards: CardList, rows: Rows) -> str:
    if rows.ideal and (not rows.best or cards.score is None):
        return sheet.words(Message("figure-says-lanes-without-gain"))
    values = {"total": cards.figures(rows.total), "measure": cards.name}
    if not rows.best:
        return sheet.words(Message("figure-says-lanes-without-ideal", values))
    values |= {"best": cards.figures(rows.best), "score": cards.figures(cards.score or 0.0)}
    return sheet.words(Message("figure-says-lanes", values))
