"""The figure of a measure: cards, rows and a tank. A measure's file names a kind, and the columns that it is drawn of.

In every kind, the ranked list is a column of cards. A row shows what its rank does to its card, the piece that results
falls into a tank, and the score is how full the tank is. A measure that declares a ``drawing`` and no figure has the
figure that corresponds to the drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ireval.measure.drawings.drawing import Drawing, RankCurve, RecallCurve, TermBars
from ireval.measure.table import Table
from ireval.numbers.arrays import Floats


@dataclass(frozen=True)
class Lanes:
    """A lane for each rank, as wide as the weight of the rank; the gain fills it. The pieces lie end to end.

    ``gain`` and its running sum ``total`` are columns. ``ideal`` and ``ideal_total`` are the same for the ideal list,
    empty without one; then the tank has no end. ``share`` is the column of the quotient of both, if there is one.
    ``discount`` is the discount that the measure itself chooses, empty if it follows the convention ``discount``, None
    without a discount. A measure with other weights computes them by ``weight``, shape (..., ranks).
    """

    gain: str
    total: str
    ideal: str = ""
    ideal_total: str = ""
    share: str = ""
    discount: str | None = ""
    weight: Callable[[Table], Floats] | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the figure reveals."""
        return tuple(filter(None, (self.gain, self.total, self.ideal, self.ideal_total, self.share)))


@dataclass(frozen=True, kw_only=True)
class SubtopicLanes(Lanes):
    """A lane for each subtopic in the row of each rank; a document fills the lanes of the subtopics that it covers.

    ``gains`` computes how far, 1 for a whole lane, shape (..., ranks, subtopics). If ``gain`` or ``total`` is
    empty, it is the sum of the gains. Without an ideal list, the tank has room for what the score is a share of.
    ``ideal_documents`` computes the documents of the ideal list, shape (..., ranks): counted from 0, the retrieved ones
    first; -1 for none.
    """

    gains: Callable[[Table], Floats]
    ideal_documents: Callable[[Table], NDArray[np.intp]] | None = None


@dataclass(frozen=True)
class Strips:
    """A strip for each relevant document, filled as far as its term; the tank is the mean of the strips.

    ``term`` is the column of the terms, ``divisor`` computes the number of strips, shape (..., 1): those of documents
    that were not found stay empty. ``cells`` computes into how many cells a strip is divided, shape (..., ranks) or
    (..., 1). With ``crossings`` lines lead to the judged documents in order, relevant ones first: where two of them
    cross, a document judged non-relevant stands above a relevant one.
    """

    term: str
    divisor: Callable[[Table], Floats]
    cells: Callable[[Table], Floats] | None = None
    crossings: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the figure reveals."""
        return (self.term,)


@dataclass(frozen=True)
class Pools:
    """A cut divides the documents into four pools; a tank is a share of some of them.

    Each tank has a name, the pools that fill it, and the pools that it has room for: "tp", "fp", "fn", "tn", and
    "short" for ranks down to the cutoff at which there is no document.
    """

    tanks: tuple[tuple[str, str, str], ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class FirstRank:
    """What is left of 1 at each rank, until the first relevant document is reached."""

    score: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the figure reveals."""
        return (self.score,)


@dataclass(frozen=True)
class Stairs:
    """The precision at each rank over recall, with stairs that never dip: the highest precision further on."""

    columns: tuple[str, ...]


@dataclass(frozen=True)
class Readers:
    """Readers go down the list; at each rank some of them stop. Those who stop and count fill the tank.

    ``total`` is the column of the sum of those who count. ``stops`` computes the share of all readers who stop at a
    rank, shape (..., ranks); ``below`` is the column of what is added for what lies below the list.
    """

    total: str
    stops: Callable[[Table], Floats]
    below: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the figure reveals."""
        return (self.total, self.below) if self.below else (self.total,)


@dataclass(frozen=True)
class Shares:
    """A bar for each rank, as long as the value of the measure down to the rank."""

    score: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the figure reveals."""
        return (self.score,)


Figure = Lanes | SubtopicLanes | Strips | Pools | FirstRank | Stairs | Readers | Shares


def figure_of(drawing: Drawing | None, score: str) -> Figure:
    """The figure that corresponds to a drawing, and otherwise bars of the column of the score."""
    match drawing:
        case TermBars():
            return Strips(drawing.term, drawing.divisor)
        case RankCurve():
            return FirstRank(drawing.score)
        case RecallCurve():
            return Stairs(drawing.columns)
    return Shares(score)
