"""Lines from the list to the judged documents in order, relevant ones first. Where the line of a relevant document
crosses another one, a document judged non-relevant stands above it.
"""

from __future__ import annotations

from ireval.messages import Message
from web.charts.figures.cards import CardList, Column, draw_copy
from web.charts.figures.shapes import Point, Sheet


def draw_crossings(sheet: Sheet, cards: CardList, column: Column) -> tuple[float, dict[int, float], int]:
    """Put the lines and the sorted cards on a sheet.

    Returns the left end of what may stand beside them, the height of each relevant document's sorted card by rank, and
    the number of crossings.
    """
    start, end = column.right + 5, column.right + (215.0 if sheet.wide else 80)
    width = 96.0 if sheet.wide else 30
    words = sheet.words(Message("figure-sorted"), Message("figure-sorted-narrow"))
    sheet.text("head-sorted", "back", (end + width, 13), words, "soft small end")
    judged = [card for card in column.cards if card.grade >= 0]
    relevant = [card for card in judged if card.rank in cards.relevant]
    others = [card for card in judged if card.rank not in cards.relevant]
    middles = {card.rank: column.row(row) for row, card in enumerate([*relevant, *others], 1)}
    for card in judged:
        look = "way rel" if card.rank in cards.relevant else "way"
        points = [(start, column.middle(card.rank)), (end - 5, middles[card.rank])]
        sheet.line(f"way-{card.key}", "row", points, look, rank=card.rank)
        draw_copy(sheet, card, (end, middles[card.rank], width), "sorted")
    pairs = [(above, card) for card in relevant for above in others if above.rank < card.rank]
    for above, card in pairs:
        from_, to = (column.middle(above.rank), middles[above.rank]), (column.middle(card.rank), middles[card.rank])
        x, y = _crossing((start, end - 5), from_, to)
        radius, key = 4.0 if sheet.wide else 3.2, f"crossing-{above.key}-{card.key}"
        sheet.dot(key, "top", (x, y, radius), "crossing", rank=card.rank, of=f"{card.rank} {above.rank}")
    left = end + width + (24 if sheet.wide else 10)
    return left, {card.rank: middles[card.rank] for card in relevant}, _inversions(cards)


def _inversions(cards: CardList) -> int:
    """How often a document judged non-relevant stands above a relevant one, folded ones included."""
    others = inversions = 0
    for card in cards.cards:
        if card.rank in cards.relevant:
            inversions += others
        elif card.grade >= 0:
            others += 1
    return inversions


def _crossing(ends: Point, one: Point, other: Point) -> Point:
    """Where two lines cross that lead from one x to another; each is given by its height at both."""
    share = (other[0] - one[0]) / (other[0] - one[0] + one[1] - other[1])
    return ends[0] + share * (ends[1] - ends[0]), one[0] + share * (one[1] - one[0])
