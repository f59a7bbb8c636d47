"""The 3-point average: interpolated precision at recall 0.2, 0.5 and 0.8.

>>> from ireval import explain
>>> explain("101003000200003", "32211").columns("IPrec3")["P"]
[0.6666666666666666, 0.3333333333333333, 0.0]
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Stairs
from ireval.metrics.shared.recall_levels import formula, mean_at, mistakes, straight_lines

LEVELS = np.array([0.2, 0.5, 0.8])

MEASURE = mean_at(LEVELS)(
    name="IPrec3",
    title="3-point average",
    sentence="The mean of the interpolated precisions at the recall levels 0.2, 0.5 and 0.8.",
    formula=lambda p: formula(
        p, r"\frac{1}{3}\bigl(P_{\mathrm{int}}(0.2)+P_{\mathrm{int}}(0.5)+P_{\mathrm{int}}(0.8)\bigr)"
    ),
    order=68,
    source="TREC; trec_eval up to version 8",
    variants={"IPrec3": "3-pt"},
    aliases=("3pt", "3pt_avg"),
    tool_names={"trec_eval": ("3-pt_avg",)},
    unchecked_tools=("trec_eval",),
    figure=Stairs(("r", "P")),
    mistakes=(*mistakes(LEVELS), straight_lines(LEVELS)),
)
