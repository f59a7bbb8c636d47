"""Which grade is the best: 1 in Cranfield's judgements, where 4 is the lowest; elsewhere the highest one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.collection.upload.old_judgements import THREE_FIELDS
from ireval.errors import InputError
from ireval.messages import Message
from ireval.trec.qrels import Qrels

FIELD = "grades"
HIGH_BEST, LOW_BEST = "high-best", "low-best"
#: If 1 is the best grade, this grade, and every grade below 1, means a document of no interest.
_NONE = 5
#: The fewest different grades that show that the order may be reversed.
_FEW = 3


def graded(qrels: Qrels, form: str, order: str) -> Qrels:
    """The judgements with higher grades for more relevant documents.

    If 1 is the best, grades from 1 to 4 become 4 to 1, and all other grades 0. Raises ``InputError`` if ``order`` is
    empty although the file has Cranfield's form and either order is possible, and for grades above 5 if the order is
    to be reversed.
    """
    if order not in {"", HIGH_BEST, LOW_BEST}:
        raise InputError(FIELD, "no-such-join", text=order, known=[HIGH_BEST, LOW_BEST])
    highest = int(qrels.grades.max(initial=0))
    if order == LOW_BEST:
        if highest > _NONE:
            raise InputError(FIELD, "grades-above-5", highest=highest)
        turned = np.where(qrels.grades > 0, _NONE - qrels.grades, 0).astype(qrels.grades.dtype)
        return replace(qrels, grades=turned)
    if not order and form == THREE_FIELDS and highest > 1:
        raise InputError(FIELD, "which-grade-is-best", highest=highest)
    return qrels


def doubtful_grades(qrels: Qrels, order: str) -> Message | None:
    """A note if the order of the grades may be reversed: several from 1 to 5, and no 0. None if nothing is doubtful."""
    found = set(qrels.grades.tolist())
    positive = {grade for grade in found if grade > 0}
    if order or 0 in found or len(positive) < _FEW or max(positive) > _NONE:
        return None
    return Message("grades-may-be-reversed", lowest=min(positive), highest=max(positive))
