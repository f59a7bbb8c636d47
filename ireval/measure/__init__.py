"""Measures: their declaration, the tables they compute, their drawings, their spellings, and the registry.

May import ``messages``, ``errors``, ``numbers``, ``ranking`` and ``conventions``. The files in ``metrics`` use
only what is listed here; other packages use ``registry`` and ``spelling`` to find measures.
``tests/ireval/measure`` tests it; the contract tests in ``tests/ireval/metrics`` check every measure.
"""

from ireval.measure.column import Column
from ireval.measure.computation import Computed, run
from ireval.measure.declaration import CUTOFF, GEOMETRIC_FLOOR, Measure, Mistake, Remark, whole_list
from ireval.measure.drawings.drawing import CONTINGENCY, GainCurves, RankCurve, RecallCurve, TermBars
from ireval.measure.drawings.figure_kinds import (
    Lanes,
    Pools,
    Readers,
    Shares,
    Stairs,
    Strips,
    SubtopicLanes,
)
from ireval.measure.params import Params
from ireval.measure.published_source import Publication
from ireval.measure.table import Table

__all__ = [
    "CONTINGENCY",
    "CUTOFF",
    "GEOMETRIC_FLOOR",
    "Column",
    "Computed",
    "GainCurves",
    "Lanes",
    "Measure",
    "Mistake",
    "Params",
    "Pools",
    "Publication",
    "RankCurve",
    "Readers",
    "RecallCurve",
    "Remark",
    "Shares",
    "Stairs",
    "Strips",
    "SubtopicLanes",
    "Table",
    "TermBars",
    "run",
    "whole_list",
]
