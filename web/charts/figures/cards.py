"""The list as cards: one for each document, with its label, in a column in the order of the ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from zlib import crc32

import numpy as np

from ireval.measure import Computed
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec, parse
from ireval.messages import Figures, Message
from ireval.ranking.judgements import UNJUDGED
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.annotations import figures, number
from web.charts.figures.folding import Fold, folded
from web.charts.figures.shapes import Shape, Sheet
from web.state.lab_state import State

#: The top of the first row, and the height of a row; on phones a finger has to hit it.
TOP, PITCH, PITCH_NARROW = 26.0, 38.0, 44.0
#: The height of a row that stands for several documents.
FOLDED = 24.0
#: The class of what lies beyond the ranks that count.
BEYOND = "beyond"


class Card(NamedTuple):
    """A document: its rank (0 if it was not retrieved), lasting key, name, grade (-1 if unjudged) and label.

    ``tone`` is the number of the colour of its label, 0 to 3; ``place`` is its place among all documents of the state,
    counted from 0.
    """

    rank: int
    key: str
    name: str
    grade: int
    tone: int
    chips: tuple[tuple[str, str], ...]
    place: int


class CardList:
    """The list of a state, with the open measure's columns.

    ``row_of`` leads from ranks to rows of the columns; ranks of documents that the measure skips have none. ``end`` is
    the last rank that counts for the score, 0 if none does.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.spec: Spec = parse(state.show)
        self.computed: Computed = state.explanation.compute(self.spec)
        positions = self.computed.positions.tolist()
        self.row_of = {place + 1: row for row, place in enumerate(positions) if place >= 0}
        measure, table = self.computed.measure, self.computed.table
        end = self.computed.score_rank if measure.axis == "rank" else np.max(table.end, initial=0)
        self.count = int(end) or len(positions)
        self.end = max((rank for rank, row in self.row_of.items() if row < self.count), default=0)

    @lazy_attribute
    def cards(self) -> list[Card]:
        """The documents of the list, in its order."""
        return [self._card(i + 1, i, grade) for i, grade in enumerate(self.state.grades)]

    @lazy_attribute
    def missed(self) -> list[Card]:
        """The judged documents that were not retrieved."""
        first = len(self.state.grades)
        return [self._card(0, first + i, grade) for i, grade in enumerate(self.state.unretrieved)]

    @lazy_attribute
    def relevant(self) -> frozenset[int]:
        """The ranks of the relevant documents."""
        rel = self.state.conventions["rel"]
        return frozenset(card.rank for card in self.cards if card.grade >= rel)

    @property
    def counted(self) -> list[Card]:
        """The documents at ranks that count and have a row in the columns."""
        return [card for card in self.cards if card.rank in self.row_of and card.rank <= self.end]

    def column(self, key: str) -> list[float]:
        """The cells of a column, 0 where a cell is undefined."""
        return [0.0 if cell != cell else cell for cell in self.computed.columns[key].tolist()]

    def look(self, card: Card, look: str) -> str:
        """Classes of a shape that belongs to a document, with that of what lies beyond the ranks that count."""
        return look if card.rank <= self.end else f"{look} {BEYOND}"

    def number(self, value: float, *, short: bool = False) -> str:
        """A number with the decimals of the state; if it is to be ``short``, a whole number has none."""
        return number(self.state, value, short=short and abs(value - round(value)) < 1e-9)

    def figures(self, value: float) -> Figures:
        """A number for a sentence."""
        return figures(self.state, value)

    @lazy_attribute
    def name(self) -> str:
        """The name of the open measure, with its cutoff, as the panel has it."""
        state = self.state
        listed = variants(state.values, state.conventions, subtopics=state.diverse)
        return next((label for label, spec in listed if spec.spelling == state.show), self.spec.spelling)

    @property
    def score(self) -> float | None:
        """The score; None if it is undefined."""
        value = float(self.computed.score)
        return None if value != value else value

    def _card(self, rank: int, place: int, grade: int) -> Card:
        name = self.state.called[place]
        label = "\N{EN DASH}" if grade == UNJUDGED else "p" if grade < 0 else str(grade)
        tone = max(0, min(grade, 3)) if self.state.scale > 1 else 3 * (grade > 0)
        look = "gu" if grade < 0 else f"g{tone}"
        return Card(rank, f"{crc32(name.encode()):x}", name, grade, tone, ((label, look),), place)


class Column(NamedTuple):
    """The column of cards on a sheet: its left and right end, the height of a row, and where the rows end.

    ``cards`` are the documents that have rows of their own, ``middles`` the middle of each row by rank; ``folds`` are
    the rows that stand for several documents, each with its middle.
    """

    left: float
    right: float
    pitch: float
    bottom: float
    cards: list[Card]
    middles: Mapping[int, float]
    folds: list[tuple[Fold, float]]

    def middle(self, rank: int) -> float:
        """The height of the middle of a rank's row."""
        return self.middles[rank]

    def row(self, number: float) -> float:
        """The height of the middle of a row, counted from 1, in a list beside the cards, in which nothing is folded."""
        return TOP + (number - 0.5) * self.pitch

    def below(self, rank: int) -> float:
        """The height of the lower edge of the row that has a rank."""
        own = [middle + self.pitch / 2 for other, middle in self.middles.items() if other <= rank]
        return max([TOP, *own, *(middle + FOLDED / 2 for fold, middle in self.folds if fold.first <= rank)])


def draw_cards(
    sheet: Sheet, cards: CardList, *, least: int = 0, width: float = 0.0, dress: Callable[[Card], Card] | None = None
) -> Column:
    """Put the column of cards on a sheet. It has room for at least so many rows; ``dress`` changes what cards show."""
    pitch = PITCH if sheet.wide else PITCH_NARROW
    left, usual = (26.0, 96.0) if sheet.wide else (20.0, 74.0)
    width, y = width or usual, TOP
    shown, middles, folds = list[Card](), dict[int, float](), list[tuple[Fold, float]]()
    for row in folded([card.rank in cards.relevant or card.grade > 0 for card in cards.cards], cards.end, sheet.wide):
        if isinstance(row, Fold):
            folds.append((row, y + FOLDED / 2))
            y += FOLDED
        else:
            shown.append(cards.cards[row - 1])
            middles[row] = y + pitch / 2
            y += pitch
    column = Column(left, left + width, pitch, max(y, TOP + least * pitch), shown, middles, folds)
    for card in shown:
        y = column.middle(card.rank)
        look = cards.look(card, "soft small end")
        sheet.text(f"rank-{card.rank}", "back", (left - 6, y), str(card.rank), look, of=str(card.rank))
        place = (left, y - pitch / 2 + 4, width, pitch - 8)
        look = cards.look(card, "card")
        key, of = f"card-{card.key}", str(card.rank)
        chips = dress(card).chips if dress else card.chips
        sheet.shapes.append(Shape(key, "card", "card", place, look, of, 0, card.name, chips))
    for fold, y in folds:
        _draw_fold(sheet, cards, column, fold, y)
    return column


def _draw_fold(sheet: Sheet, cards: CardList, column: Column, fold: Fold, y: float) -> None:
    """A thin row that stands for several documents, with their number."""
    of, key = " ".join(map(str, range(fold.first, fold.last + 1))), f"fold-{fold.first:03}"
    sheet.rect(key, "back", (column.left, y - FOLDED / 2 + 4, column.right - column.left, FOLDED - 8), "fold", of=of)
    values = {"count": fold.last - fold.first + 1}
    if fold.relevant:
        rest = Message("figure-rest", values, relevant=fold.relevant)
        text = sheet.words(rest, Message("figure-rest-narrow", values))
    elif any(card.grade < 0 for card in cards.cards[fold.first - 1 : fold.last]):
        text = sheet.words(Message("figure-fold-unjudged", values), Message("figure-fold-unjudged-narrow", values))
    else:
        text = sheet.words(Message("figure-fold", values), Message("figure-fold-narrow", values))
    sheet.text(f"{key}-words", "top", (column.left + 8, y), text, "soft small", of=of)


def draw_copy(sheet: Sheet, card: Card, at: tuple[float, float, float], prefix: str, look: str = "") -> None:
    """Put a copy of a card on a sheet, which stays where it is; ``at`` is its left end, middle and width."""
    x, y, width = at
    height = (PITCH if sheet.wide else PITCH_NARROW) - 8
    of = str(card.rank) if card.rank else ""
    place = (x, y - height / 2, width, height)
    look = f"card still{'' if card.rank else ' dashed'} {look}".rstrip()
    sheet.shapes.append(Shape(f"{prefix}-{card.key}", "back", "card", place, look, of, 0, card.name, card.chips))
