"""Running sums that start from the rounded cell above: ``2/log2(6) + 9.8`` where the cell is 9.759."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ireval.diagnosis.causes import Cause
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.measure import Mistake
from ireval.messages.message import Figures, Message
from ireval.numbers.expression import Expr, Num, fixed
from ireval.numbers.rounding import SAME, half_up
from ireval.numbers.worked_number import Worked

#: The decimals to which the cell above may be rounded.
PLACES = (1, 2)
#: How the keys of these causes begin.
FROM_SHOWN_CELL = "from-shown-cell"


def from_shown_cells(target: ScoreTarget | CellTarget) -> Iterator[Cause]:
    """The values of a running sum if only the cell above is rounded to few decimals."""
    table = target.table
    if isinstance(target, ScoreTarget):
        if table.score_row < 1:
            return
        cell = CellTarget(table, table.measure.score, table.score_row - 1, table.computed.table.p.values)
    else:
        cell = target
    added, right = cell.addition, cell.value
    if cell.row < 1 or added is None or right is None or table.computed.table.p.rounding.mode == "carried":
        return
    above = float(table.computed.columns[cell.key][cell.row - 1])
    name = f"{cell.key}[{table.row_labels[cell.row - 1]}]"
    for places in PLACES:
        shown = float(half_up(np.asarray(above), places))
        value = right - above + shown
        if abs(value - right) > SAME:
            message = Message("from-shown-cell", cell=name, places=places, shown=Figures(fixed(shown, places)))
            wrong = _calculated(value, added + Num(shown, places))
            yield Cause("rounding", f"{FROM_SHOWN_CELL}={places}", message, value, of=table.computed, mistake=wrong)


def _calculated(value: float, calculation: Expr) -> Mistake:
    """A mistake that gives ``value`` by a calculation."""
    wrong = Worked(np.array([value]), lambda _: calculation)
    return Mistake(FROM_SHOWN_CELL, "", "", lambda _: wrong)
