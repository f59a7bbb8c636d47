"""The drawing of a measure: the columns for a chart's lines and bars. A measure declares one drawing or none.

``chart`` is the key of the chart that draws them; it is empty if each measure has its own chart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ireval.measure.table import Table
from ireval.numbers.arrays import Floats


@dataclass(frozen=True)
class RecallCurve:
    """Precision over recall: one point for each row, which is a rank or a recall level."""

    chart: ClassVar[str] = "pr"
    recall: str
    precision: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the chart reveals."""
        return self.recall, self.precision


@dataclass(frozen=True)
class GainCurves:
    """Cumulated gains down the list, down the ideal list, and the ratio of the two.

    ``discount`` is the discount that the measure itself chooses; empty if it follows the convention ``discount``.
    """

    chart: ClassVar[str] = "gain"
    gain: str
    total: str
    ideal: str
    share: str
    discount: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the chart reveals."""
        return self.total, self.ideal, self.share


@dataclass(frozen=True)
class TermBars:
    """A mean over the relevant documents: each has a bar as high as the term that it adds to the sum.

    ``term``, ``total`` and ``score`` are columns; ``divisor`` computes the divisor of the sum, shape (..., 1).
    The column ``reason`` explains the size of a term; ``sentence`` has a gap for its cell, and ``reason_title`` is its
    heading. ``noun`` is a word for a term, and ``adds`` a word for what is added, if needed. With ``line`` the reason
    is drawn as a line; with ``judged_only`` documents judged non-relevant are marked, and unjudged ones are skipped.
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
        """The columns that the chart reveals."""
        return self.term, self.total, self.score, self.reason


@dataclass(frozen=True)
class RankCurve:
    """The score as a curve over the possible ranks of the first relevant document.

    ``value`` computes the curve, shape (rows,), and ``noun`` is its name; ``score`` is a column.
    """

    chart: ClassVar[str] = ""
    score: str
    value: Callable[[Table], Floats]
    noun: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the chart reveals."""
        return (self.score,)


Drawing = RecallCurve | GainCurves | TermBars | RankCurve

#: The key of the chart of the contingency table, for all measures declared as ``two_by_two``.
CONTINGENCY = "contingency"
