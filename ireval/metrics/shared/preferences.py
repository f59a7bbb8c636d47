"""The contributions of relevant documents to bpref, also for its geometric mean."""

from __future__ import annotations

from ireval.measure import Column, Table
from ireval.numbers.arrays import Floats, counted

PREFERENCES = (
    Column("above", "judged non-relevant documents down to this rank", whole=True, symbol="n"),
    Column(
        "contribution",
        "what this relevant document adds",
        spelled=True,
        formula=r"\mathrm{contribution}[i] = 1 - \frac{\text{those above that count}}{\text{the divisor}}",
    ),
    Column.running_sum("sum", "sum of the contributions so far", "contribution"),
    Column.quotient("bpref", "the sum so far divided by R", "sum", "R"),
)


def preferences(t: Table) -> Floats:
    """Return bpref at each rank; stores the columns ``PREFERENCES``."""
    above, cap = t.column("above", t.share(counted, t.nonrelevant)), t.p.chosen("bpref").count(t)
    share = t.divided(t.capped(above, cap), cap, none=0)
    contribution = t.column("contribution", t.only(t.relevant, t.as_number(1.0 - share, lambda: above < 1)))
    summed = t.column("sum", t.running_sum(t.where(t.relevant, contribution, 0.0), at=t.relevant, in_full=t.relevant))
    return t.column("bpref", t.ratio(summed, t.R))
