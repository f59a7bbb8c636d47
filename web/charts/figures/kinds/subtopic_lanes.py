"""A lane for each subtopic in the row of each rank. A document fills the lanes of the subtopics that it covers, and a
repetition fills less, as the measure has it. Used by measures of diversity.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

from ireval.measure.drawings.figure_kinds import SubtopicLanes
from ireval.messages import Message
from web.charts.figures.cards import BEYOND, Card, CardList, Column, draw_cards, draw_copy
from web.charts.figures.kinds.lanes import weights_of
from web.charts.figures.shapes import BAR, Sheet
from web.charts.figures.tank import TANK, Piece, Tank, draw_tank

#: Cards show up to so many subtopics.
MOST_CHIPS = 3
#: Colours, which repeat.
COLOURS = 4
_NONE = "s0"
#: The name of the sum of the pieces, where no column has it.
SUM = "sum"
#: The width of a document in the best list, without its subtopics.
_COPY = 38.0


def draw(sheet: Sheet, cards: CardList, figure: SubtopicLanes) -> None:
    """Draw the figure on a sheet."""
    rows = Rows(cards, figure)
    chips = rows.subtopics if 0 < rows.subtopics <= MOST_CHIPS else 0
    width = (50.0 if sheet.wide else 40.0) + 24 * chips if chips else 0.0
    column = draw_cards(sheet, cards, width=width, dress=rows.dressed if chips else None)
    copies = _COPY + 24 * (chips or 2) if rows.ideal_cards and sheet.wide else 0.0
    left = column.right + (16 if sheet.wide else 8)
    end = sheet.width - (copies + 16 if copies else 1)
    lane = (end - (136 if sheet.wide else 44) - left) / max(rows.subtopics, 1)
    _heads(sheet, rows, left, lane)
    for card in column.cards:
        if card.rank in cards.row_of:
            _row(sheet, cards, rows, card, (left, column.middle(card.rank), lane, end))
    if copies:
        _best(sheet, rows, column, copies)
    _tank(sheet, cards, rows, column.bottom + 44)
    sheet.sentence = _sentence(sheet, cards, rows)


class Rows:
    """The numbers of the figure: gains of subtopics, weights and pieces, row by row; and those of the ideal list.

    ``total`` is the sum of the rows that count, and ``whole`` what it is a share of: the ideal list's, if there is one.
    """

    def __init__(self, cards: CardList, figure: SubtopicLanes) -> None:
        table, self.name = cards.computed.table, figure.total or SUM
        self.gains: list[list[float]] = figure.gains(table).tolist()
        self.subtopics = len(self.gains[0]) if self.gains else 0
        self.weight = weights_of(cards, figure, len(self.gains))
        sums = [sum(gains) for gains in self.gains]
        self.gain = cards.column(figure.gain) if figure.gain else sums
        weighed = accumulate(gain * weight for gain, weight in zip(sums, self.weight, strict=True))
        totals = cards.column(figure.total) if figure.total else list(weighed)
        self.part = [after - before for before, after in pairwise([0.0, *totals])]
        self.total = totals[cards.count - 1] if totals else 0.0
        bests = cards.column(figure.ideal_total) if figure.ideal_total else []
        self.ideal_part = [after - before for before, after in pairwise([0.0, *bests])][: cards.count]
        self.whole = bests[cards.count - 1] if bests else 0.0
        if cards.score and self.total:
            self.whole = self.total / cards.score
        self.own = cards.state.subtopics + cards.state.unretrieved_subtopics
        self.ideal_cards = [*self._ideal(cards, figure)] if self.whole else []
        self.count = cards.count

    def _ideal(self, cards: CardList, figure: SubtopicLanes) -> list[Card]:
        if figure.ideal_documents is None:
            return []
        retrieved = {row: cards.cards[rank - 1] for rank, row in cards.row_of.items()}
        known = int(cards.computed.table.ranking.grades.shape[-1])
        order: list[int] = figure.ideal_documents(cards.computed.table).tolist()
        listed = [i for i in order if i >= 0]
        return [retrieved[i] if i < known else cards.missed[i - known] for i in listed]

    def dressed(self, card: Card) -> Card:
        """A document that shows its subtopics."""
        covers = self.covered(card)
        return card._replace(
            chips=tuple((str(j), f"s{tone(j)}" if covers[j - 1] else _NONE) for j in range(1, self.subtopics + 1))
        )

    def covered(self, card: Card) -> tuple[int, ...]:
        """Which subtopics a document covers."""
        return self.own[card.place] if card.place < len(self.own) else (0,) * self.subtopics


def tone(subtopic: int) -> int:
    """The number of a subtopic's colour."""
    return (subtopic - 1) % COLOURS + 1


def _heads(sheet: Sheet, rows: Rows, left: float, lane: float) -> None:
    for j in range(1, rows.subtopics + 1):
        text = sheet.words(Message("figure-subtopic", number=j))
        text = text if sheet.room_for(text, lane) else str(j)
        if sheet.room_for(text, lane) or j in {1, rows.subtopics}:
            sheet.text(f"head-{j:02}", "back", (left + (j - 1) * lane, 13), text, f"small strong tone-{tone(j)}")
    if rows.ideal_cards and sheet.wide:
        words = sheet.words(Message("figure-ideal-list"))
        sheet.text("head-ideal", "back", (sheet.width - 1, 13), words, "soft small end")


def _row(sheet: Sheet, cards: CardList, rows: Rows, card: Card, at: tuple[float, float, float, float]) -> None:
    (left, y, lane, end), row = at, cards.row_of[card.rank]
    weight, gain = rows.weight[row], rows.gain[row]
    inner, of = (lane - min(14.0 if sheet.wide else 5.0, 0.2 * lane)) * weight, str(card.rank)
    for j, filled in enumerate(rows.gains[row], 1):
        x, top = left + (j - 1) * lane, y - BAR / 2
        sheet.rect(f"lane-{card.rank}-{j:02}", "back", (x, top, inner, BAR), cards.look(card, "lane"), of=of)
        if filled:
            look = cards.look(card, f"fill s{tone(j)}")
            sheet.rect(f"gain-{card.key}-{j:02}", "row", (x, top, inner * filled, BAR), look, rank=card.rank)
    if gain:
        text = cards.number(rows.part[row], short=weight == 1)
        if sheet.wide and weight != 1:
            text = f"{cards.number(gain, short=True)}/{cards.number(1 / weight, short=True)} = {text}"
        sheet.text(f"part-{card.key}", "top", (end, y), text, cards.look(card, "num end"), rank=card.rank)


def _best(sheet: Sheet, rows: Rows, column: Column, width: float) -> None:
    """The documents of the best list, from the top."""
    shown = round((column.bottom - column.row(0.5)) / column.pitch)
    for row, card in enumerate(rows.ideal_cards[:shown], 1):
        look = "" if row <= rows.count else BEYOND
        place = (sheet.width - width - 1, column.row(row), width)
        draw_copy(sheet, rows.dressed(card) if rows.subtopics <= MOST_CHIPS else card, place, "ideal", look)


def _tank(sheet: Sheet, cards: CardList, rows: Rows, y: float) -> None:
    length, whole = sheet.width - 2.0, rows.whole or 1.0
    total = cards.number(rows.total, short=True)
    words = sheet.words(
        Message("figure-pieces", name=rows.name, total=total),
        Message("figure-pieces-narrow", name=rows.name, total=total),
    )
    sheet.text("tank-head", "back", (1, y - 12), words, "ink small", rank=cards.end)
    pieces = []
    for card in cards.counted:
        row = cards.row_of[card.rank]
        every = sum(rows.gains[row]) or 1.0
        for j, gain in enumerate(rows.gains[row], 1):
            pieces.append(Piece(card, rows.part[row] * gain / every / whole, f"s{tone(j)}", f"{j:02}"))
    draw_tank(sheet, cards, Tank(1, y, length, under=bool(rows.ideal_part)), pieces)
    if not rows.whole:
        return
    best = cards.number(rows.whole, short=True)
    end = Message("figure-best-possible", total=best) if rows.ideal_part else Message("figure-of-whole", whole=best)
    sheet.text("tank-best", "back", (sheet.width - 1, y - 12), sheet.words(end), "soft small end", rank=cards.end)
    x = 1.0
    for number, part in enumerate(rows.ideal_part, 1):
        width = part / whole * length
        if part > 0:
            sheet.rect(
                f"ideal-part-{number:03}", "back", (x, y + TANK + 4, width - 1, 8), "fill pale f3", of=_of(rows, number)
            )
        x += width


def _of(rows: Rows, number: int) -> str:
    """The rank of a document in the best list; empty if it was not retrieved."""
    card = rows.ideal_cards[number - 1] if number <= len(rows.ideal_cards) else None
    return str(card.rank) if card and card.rank else ""


def _sentence(sheet: Sheet, cards: CardList, rows: Rows) -> str:
    if cards.score is None or not rows.whole:
        return sheet.words(Message("figure-says-no-subtopics"))
    values = {"total": cards.number(rows.total, short=True), "best": cards.number(rows.whole, short=True)}
    said = {**values, "measure": cards.name, "score": cards.figures(cards.score)}
    return sheet.words(Message("figure-says-subtopics" if rows.ideal_part else "figure-says-subtopics-of-whole", said))
