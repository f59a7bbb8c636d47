"""The agreement that is computed from a table of counts, which is typed, pasted or given by a program.

>>> book = table_agreement([[300, 20], [10, 70]], marginals="pooled")
>>> for step in book.steps:
...     print(step.calculation.text)
observed = (300 + 70)/400 = 0.925
expected = 630/800*630/800 + 170/800*170/800 = 0.665
kappa = (0.925 - 0.665)/(1 - 0.665) = 0.776
"""

from __future__ import annotations

from collections.abc import Sequence

from ireval.agreement.agreement import PLACES, Agreement
from ireval.agreement.all_coefficients import of_table
from ireval.agreement.coefficient import checked_marginals
from ireval.agreement.label_counts import OWN, LabelCounts
from ireval.agreement.typed_counts import checked_counts, numbered_labels, read_counts


def table_agreement(
    counts: str | Sequence[Sequence[int]] | LabelCounts,
    coefficient: str = "cohen",
    *,
    labels: Sequence[str] = (),
    marginals: str = OWN,
    places: int = PLACES,
) -> Agreement:
    """A coefficient of a square table: a row for each label of one assessor, a column for each label of the other.

    ``counts`` is a list of rows, or text as ``read_counts`` reads it. ``coefficient`` is a key such as ``cohen``.
    ``labels`` are the names of the rows and columns; names that are numbers are grades. ``marginals`` is ``own`` or
    ``pooled``, and ``places`` the number of decimals in the calculations. Raises ``InputError`` if something cannot be
    used.
    """
    chosen = of_table(coefficient)
    if isinstance(counts, str):
        counts = read_counts(counts)
    if not isinstance(counts, LabelCounts):
        rows = tuple(map(tuple, counts))
        counts = checked_counts(tuple(labels) or numbered_labels(len(rows)), rows)
    return chosen.compute(counts, checked_marginals(marginals), places)
