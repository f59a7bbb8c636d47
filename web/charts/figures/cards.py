"""The list as cards: one for each document, with its label, in a column in the order of the ranks."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from ireval.measure import Computed
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec, parse
from ireval.messages import Figures, Message
from ireval.ranking.judgements import UNJUDGED
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.annotations import figures, number
from web.charts.figures.shapes import Shape, Sheet
from web.state.lab_state import State

#: So many documents have rows of their own. A longer list ends with a row for all others.
MOST_CARDS = 20
#: The top of the first row, and the height of a row; on phones a finger has to hit it.
TOP, PITCH, PITCH_NARROW = 26.0, 38.0, 44.0
#: The class of what lies beyond the ranks that count.
BEYOND = "beyond"


class Card(NamedTuple):
    """A document: its rank (0 if it was not retrieved), lasting key, name, grade (-1 if unjudged) and label.

    ``tone`` is the number of the colour of its label, 0 to 3.
    """

    rank: int
    key: str
    name: str
    grade: int
    tone: int
    chips: tuple[tuple[str, str], ...]


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
        self.count = int(self.computed.score_rank) or len(positions)
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

    @property
    def shown(self) -> list[Card]:
        """The documents that have rows of their own."""
        return self.cards if len(self.cards) <= MOST_CARDS + 1 else self.cards[:MOST_CARDS]

    @lazy_attribute
    def relevant(self) -> frozenset[int]:
        """The ranks of the relevant documents."""
        rel = self.state.conventions["rel"]
        return frozenset(card.rank for card in self.cards if card.grade >= rel)

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
        return Card(rank, f"{crc32(name.encode()):x}", name, grade, tone, ((label, look),))


class Column(NamedTuple):
    """The column of cards on a sheet: its left and right end, the height of a row, and where the rows end."""

    left: float
    right: float
    pitch: float
    bottom: float

    def middle(self, rank: float) -> float:
        """The height of the middle of a rank's row."""
        return TOP + (rank - 0.5) * self.pitch


def draw_cards(sheet: Sheet, cards: CardList, *, least: int = 0) -> Column:
    """Put the column of cards on a sheet. It has room for at least so many rows."""
    pitch = PITCH if sheet.wide else PITCH_NARROW
    left, width = (26.0, 96.0) if sheet.wide else (20.0, 74.0)
    shown = cards.shown
    rest = len(cards.cards) - len(shown)
    column = Column(left, left + width, pitch, TOP + max(len(shown) + bool(rest), least) * pitch)
    for card in shown:
        y = column.middle(card.rank)
        look = cards.look(card, "soft small end")
        sheet.text(f"rank-{card.rank}", "back", (left - 6, y), str(card.rank), look, of=str(card.rank))
        place = (left, y - pitch / 2 + 4, width, pitch - 8)
        look = cards.look(card, "card")
        key, of = f"card-{card.key}", str(card.rank)
        sheet.shapes.append(Shape(key, "card", "card", place, look, of, 0, card.name, card.chips))
    if rest:
        words = sheet.words(Message("figure-more-cards", count=rest))
        sheet.text("rest", "back", (left, column.middle(len(shown) + 1)), words, "soft small")
    return column


def draw_copy(sheet: Sheet, card: Card, at: tuple[float, float, float], prefix: str, look: str = "") -> None:
    """Put a copy of a card on a sheet, which stays where it is; ``at`` is its left end, middle and width."""
    x, y, width = at
    height = (PITCH if sheet.wide else PITCH_NARROW) - 8
    of = str(card.rank) if card.rank else ""
    place = (x, y - height / 2, width, height)
    look = f"card still{'' if card.rank else ' dashed'} {look}".rstrip()
    sheet.shapes.append(Shape(f"{prefix}-{card.key}", "back", "card", place, look, of, 0, card.name, card.chips))
