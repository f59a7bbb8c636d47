"""Counts in a list, mostly for wrong scores: relevant documents at any rank, grades, and unjudged documents.

Counts and scores have the shape (..., 1).
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Table
from ireval.metrics.shared.worked_steps import ratio
from ireval.numbers.arrays import Bools, Floats, anywhere, counts
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import ABSENT


def inside(t: Table) -> Bools:
    """The ranks that hold a document and lie within the cutoff, shape (..., rows)."""
    return np.asarray(t.rank <= np.minimum(t.end, t.length))


def ranks_read(t: Table) -> Floats:
    """Return the cutoff, even if the list is shorter; without a cutoff, the number of documents retrieved."""
    return t.end if t.p.k else t.length


def found_at(t: Table, rank: Floats) -> Floats:
    """Relevant documents down to ``rank``, which may be below the last row."""
    return counts(t.relevant & (t.rank <= rank))


def found_in_list(t: Table) -> Floats:
    """Relevant documents in the whole list, whatever the cutoff."""
    return counts(t.relevant)


def precision_at(t: Table, rank: Floats) -> Worked:
    """Precision at any rank from 1 on, even below the last row; NaN at rank 0."""
    return ratio(t, found_at(t, rank), rank)


def grades_of_relevant(t: Table) -> Floats:
    """The grade of every relevant document, 0 elsewhere, shape (..., rows)."""
    return np.where(t.relevant, t.grades, 0).astype(np.float64)


def any_graded(t: Table) -> Bools:
    """Whether a document within the cutoff has a grade above 1."""
    return anywhere((t.grades > 1) & inside(t))


def unjudged(t: Table) -> Bools:
    """Return which retrieved documents are unjudged, shape (..., documents)."""
    return np.asarray((t.ranking.grades < 0) & (t.ranking.grades > ABSENT))


def unjudged_in_rows(t: Table) -> Bools:
    """Return which ranks have an unjudged document, shape (..., rows)."""
    return np.asarray((t.grades < 0) & (t.grades > ABSENT))
