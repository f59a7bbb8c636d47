"""What a chart draws of a measure: the columns that are its lines and bars. A measure declares one of these, or none.

``chart`` is the key of the chart that draws them; it is empty where each measure has a chart of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ireval.measure.table import Table
from ireval.numbers.arrays import Floats


@dataclass(frozen=True)
class RecallCurve:
    """Precision over recall: a point a row, for each rank or for each recall level."""

    chart: ClassVar[str] = "pr"
    recall: str
    precision: str

    @property
    def columns(self) -> tuple[str, ...]:
        """What the chart would give away."""
        return self.recall, self.precision


@dataclass(frozen=True)
class GainCurves:
    """Gains added up down the list: the list's own beside the ideal ones, and the share of these that it has."""

    chart: ClassVar[str] = "gain"
    gain: str
    total: str
    ideal: str
    share: str

    @property
    def columns(self) -> tuple[str, ...]:
        """What the chart would give away."""
        return self.total, self.ideal, self.share


@dataclass(frozen=True)
class TermBars:
    """A mean over the relevant documents: a bar for each, as high as the term that it adds to the sum.

    ``term``, ``total`` and ``score`` are columns, ``divisor`` is what the sum is divided by, shape (..., 1). The column
    ``reason`` says why a document adds what it adds: ``sentence`` has a place for its cell, ``reason_title`` heads it.
    ``noun`` says what a term is, ``adds`` what is added, where that takes a word. With ``line`` the reason is drawn as
    one; with ``judged_only`` documents judged non-relevant are marked, and unjudged ones are skipped.
    """

    chart: ClassVar[str] = ""
    term: str
    total: str
    score: str
    divisor: Callable[[Table], Floats]
    reason: str
    reason_title: str
    sentence: str
    noun: str
    adds: str = ""
    judged_only: bool = False
    line: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """What the chart would give away."""
        return self.term, self.total, self.score, self.reason


Drawing = RecallCurve | GainCurves | TermBars
