"""Readers who go down the list: at each rank some of them stop, and the stream of the others gets narrower. Those who
stop and count fill the tank. Used by ERR and RBP.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from ireval.measure.drawings.figure_kinds import Readers
from ireval.messages import Message
from web.charts.figures.cards import FOLDED, Card, CardList, Column, draw_cards
from web.charts.figures.shapes import Sheet
from web.charts.figures.tank import TANK, Piece, Tank, draw_tank


class Row(NamedTuple):
    """Shares of all readers: those who still read when they reach a rank, who stop there, and who count."""

    still: float
    stop: float
    part: float


def draw(sheet: Sheet, cards: CardList, figure: Readers) -> None:
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards)
    left = column.right + (22 if sheet.wide else 10)
    length = sheet.width - left - (62 if sheet.wide else 48)
    words = sheet.words(Message("figure-readers"), Message("figure-readers-narrow"))
    sheet.text("head", "back", (left, 13), words, "soft small")
    sheet.text("head-part", "back", (sheet.width - 1, 13), sheet.words(Message("figure-adds")), "soft small end")
    rows = _rows(cards, figure)
    for card in column.cards:
        if card.rank in cards.row_of:
            _row(sheet, cards, column, card, (left, length, rows[cards.row_of[card.rank]]))
    for fold, middle in column.folds:
        if not fold.relevant and fold.last in cards.row_of:
            row = rows[cards.row_of[fold.last]]
            going = (left, middle - FOLDED / 2, (row.still - row.stop) * length, FOLDED + 0.5)
            sheet.rect(f"stream-{fold.first}", "back", going, cards.look(cards.cards[fold.first - 1], "stream"))
    y = column.bottom + 36
    words = sheet.words(Message("figure-who-counts"), Message("figure-who-counts-narrow"))
    sheet.text("tank-head", "back", (left, y - 12), words, "soft small")
    counted = [Piece(c, rows[cards.row_of[c.rank]].part) for c in cards.counted]
    end = draw_tank(sheet, cards, Tank(left, y, length), counted)
    if figure.below and cards.score and cards.end:
        below = cards.column(figure.below)[cards.count - 1]
        sheet.rect("piece-below", "tank", (end, y, below * length, TANK), "fill pale f3", rank=cards.end)
    sheet.sentence = _sentence(sheet, cards, rows)


def _rows(cards: CardList, figure: Readers) -> list[Row]:
    totals = cards.column(figure.total)
    stops: list[float] = np.broadcast_to(figure.stops(cards.computed.table), len(totals)).tolist()
    parts = [after - before for before, after in pairwise([0.0, *totals])]
    still = accumulate(stops, lambda left, stop: left - stop, initial=1.0)
    return [Row(*row) for row in zip(still, stops, parts, strict=False)]


def _row(sheet: Sheet, cards: CardList, column: Column, card: Card, at: tuple[float, float, Row]) -> None:
    (left, length, row), y = at, column.middle(card.rank)
    going = (row.still - row.stop) * length
    box = (left, y - column.pitch / 2, going, column.pitch + 0.5)
    sheet.rect(f"stream-{card.rank}", "back", box, cards.look(card, "stream"), of=str(card.rank))
    top, height = y - column.pitch / 2 + 7, column.pitch - 14
    stops, counts = (
        (left + going + 1, top, row.stop * length - 1, height),
        (left + going + 1, top, row.part * length - 1, height),
    )
    sheet.rect(f"band-{card.rank}", "row", stops, cards.look(card, "stops"), rank=card.rank)
    sheet.rect(f"count-{card.rank}", "row", counts, cards.look(card, "fill f3"), rank=card.rank)
    if going > 34:
        sheet.text(
            f"still-{card.rank}",
            "top",
            (left + 8, y),
            f"{100 * row.still:.0f}",
            cards.look(card, "soft small"),
            of=str(card.rank),
        )
    if row.part > 0:
        at_end = (sheet.width - 1.0, y)
        sheet.text(
            f"part-{card.rank}", "top", at_end, cards.number(row.part), cards.look(card, "num end"), rank=card.rank
        )


def _sentence(sheet: Sheet, cards: CardList, rows: list[Row]) -> str:
    if cards.score is None:
        return sheet.words(Message("figure-says-undefined", measure=cards.name))
    last = rows[cards.count - 1] if rows else Row(1, 0, 0)
    left, score = f"{100 * (last.still - last.stop):.0f}", cards.figures(cards.score)
    return sheet.words(Message("figure-says-readers", left=left, measure=cards.name, score=score))
