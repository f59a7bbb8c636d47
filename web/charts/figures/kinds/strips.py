"""A strip for each relevant document, filled as far as its term; the tank is the mean of the strips. Used by AP, bpref
and other means over the relevant documents.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ireval.measure.drawings.figure_kinds import Strips
from ireval.messages import Message
from web.charts.figures.cards import TOP, Card, CardList, Column, draw_cards
from web.charts.figures.kinds.crossings import draw_crossings
from web.charts.figures.shapes import BAR, Sheet
from web.charts.figures.tank import TANK, Piece, Tank, draw_tank

#: Empty strips that are drawn one by one; more of them become one.
MOST_EMPTY = 4
#: Cells of a strip; a strip of more is one bar.
MOST_CELLS = 40
_EMPTY_PITCH = 30.0


class Room(NamedTuple):
    """Where the strips are: their left end, their length, and their middles by rank."""

    left: float
    length: float
    middles: dict[int, float]


def draw(sheet: Sheet, cards: CardList, figure: Strips) -> None:
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards)
    terms = cards.column(figure.term)
    divisor = int(figure.divisor(cards.computed.table)[0]) if terms and cards.score is not None else 0
    counted = [card for card in cards.cards if card.rank in cards.relevant and card.rank <= cards.end]
    room, crossed = _room(sheet, cards, figure, column)
    cells = _cells(cards, figure, len(terms))
    for card in counted:
        if card.rank in room.middles:
            row = cards.row_of[card.rank]
            _strip(sheet, cards, room, card, (terms[row], cells[row]))
    missing = max(divisor - len(counted), 0)
    bottom = max([column.bottom, *(y + column.pitch / 2 for y in room.middles.values())])
    bottom = _empty(sheet, room, column, missing, bottom)
    y = bottom + 36
    if divisor:
        mean, narrow = Message("figure-mean", count=divisor), Message("figure-mean-narrow", count=divisor)
        is_narrow = figure.crossings and not sheet.wide  # the lines leave no room for a tank beside them
        left, length = (1.0, sheet.width - 2.0) if is_narrow else (room.left, room.length)
        sheet.text("tank-head", "back", (left, y - 12), sheet.words(mean, narrow), "soft small")
        pieces = [Piece(card, terms[cards.row_of[card.rank]] / divisor) for card in counted]
        end = draw_tank(sheet, cards, Tank(left, y, length), pieces)
        if not figure.crossings:
            sheet.line("mean", "top", [(end, TOP - 4), (end, y + TANK + 5)], "plumb", rank=cards.end)
    sheet.sentence = _sentence(sheet, cards, (divisor, missing), crossed if figure.crossings else None)


def _room(sheet: Sheet, cards: CardList, figure: Strips, column: Column) -> tuple[Room, int]:
    """Where the strips are, and how many crossings lead to them."""
    left, crossed = column.right + (20 if sheet.wide else 10), 0
    middles = dict(column.middles)
    if figure.crossings:
        left, middles, crossed = draw_crossings(sheet, cards, column)
    else:
        words = (
            sheet.words(Message("figure-strips"), Message("figure-strips-narrow"))
            if figure.cells
            else sheet.words(Message("figure-strips-of-terms"), Message("figure-strips-of-terms-narrow"))
        )
        sheet.text("head", "back", (left, 13), words, "soft small")
    right = sheet.width - (46.0 if not sheet.wide else 118 if figure.cells else 62)
    return Room(left, right - left, middles), crossed


def _cells(cards: CardList, figure: Strips, rows: int) -> list[int]:
    """Into how many cells the strip of each row is divided."""
    if figure.cells is None:
        return [1] * rows
    cells = np.broadcast_to(figure.cells(cards.computed.table), rows).tolist()
    return [int(count) if 1 <= count <= MOST_CELLS else 1 for count in cells]


def _strip(sheet: Sheet, cards: CardList, room: Room, card: Card, row: tuple[float, int]) -> None:
    (term, count), y = row, room.middles[card.rank]
    width = room.length / count
    for number in range(count):
        share = min(1.0, max(0.0, term * count - number))
        x, inner = room.left + number * width, width - (2 if count > 1 else 0)
        key = f"strip-{card.key}-{number:02}"
        sheet.rect(key, "row", (x, y - BAR / 2, inner, BAR), "fill f0 cell", rank=card.rank)
        sheet.rect(f"{key}-full", "row", (x, y - BAR / 2, inner * share, BAR), "fill f3 cell", rank=card.rank)
    text = cards.number(term, short=not sheet.wide)
    if sheet.wide and count > 1:
        text = f"{cards.number(term * count, short=True)}/{count} = {text}"
    sheet.text(f"term-{card.key}", "top", (sheet.width - 1, y), text, "num end", rank=card.rank)


def _empty(sheet: Sheet, room: Room, column: Column, count: int, bottom: float) -> float:
    """Draw the strips of documents that were not found; returns where they end."""
    words = sheet.words(Message("figure-not-found"))
    listed = [words] * count
    if count > MOST_EMPTY:
        listed = [sheet.words(Message("figure-many-not-found", count=count))]
    for number, text in enumerate(listed):
        top = bottom + 6 + number * _EMPTY_PITCH
        y, width = top + _EMPTY_PITCH / 2, column.right - column.left
        sheet.rect(f"missed-{number}", "back", (column.left, top + 3, width, _EMPTY_PITCH - 6), "empty")
        sheet.text(f"missed-{number}-name", "back", (column.left + width / 2, y), text, "soft small mid")
        sheet.rect(f"missed-{number}-strip", "back", (room.left, y - BAR / 2, room.length - 2, BAR), "empty")
        sheet.text(f"missed-{number}-term", "back", (sheet.width - 1, y), "0", "num end")
    return bottom + (6 + len(listed) * _EMPTY_PITCH if listed else 0)


def _sentence(sheet: Sheet, cards: CardList, counts: tuple[int, int], crossings: int | None) -> str:
    count, missing = counts
    if not count or cards.score is None:
        return sheet.words(Message("figure-says-no-strips"))
    values = {"measure": cards.name, "score": cards.figures(cards.score), "count": count}
    if crossings is not None:
        said = {name: values[name] for name in ("measure", "score")}
        return sheet.words(Message("figure-says-crossings", said, crossings=crossings))
    if not missing:
        return sheet.words(Message("figure-says-strips-all-found", values))
    return sheet.words(Message("figure-says-strips", values, missing=missing))
