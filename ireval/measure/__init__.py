"""What a measure is: its declaration, the table it computes, what charts draw of it, its spellings, and all there are.

May import ``errors``, ``numbers``, ``ranking`` and ``conventions``. The files in ``metrics`` use this door for all
that they declare with; everything else reaches measures through ``registry`` and ``spelling``.
``tests/ireval/measure`` tests it, the contract tests of ``tests/ireval/metrics`` hold every measure to it.
"""

from ireval.measure.computation import Computed, run
from ireval.measure.declaration import CUTOFF, GEOMETRIC_FLOOR, Column, Measure, Mistake, whole_list
from ireval.measure.drawing import GainCurves, RecallCurve, TermBars
from ireval.measure.table import Params, Table

__all__ = [
    "CUTOFF",
    "GEOMETRIC_FLOOR",
    "Column",
    "Computed",
    "GainCurves",
    "Measure",
    "Mistake",
    "Params",
    "RecallCurve",
    "Table",
    "TermBars",
    "run",
    "whole_list",
]
