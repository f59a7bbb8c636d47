"""Numbers that are easily guessed. A wrong one earns nothing, whatever its cause.

- A number that a score or cell cannot be: below 0, or above 1 if it is a share.
- A whole number, including 0 and 1.
- A number that the sheet shows.
- A fraction with a small divisor, or of two counts that the sheet shows.
- One of the few numbers that a cause can give: see ``few_numbers``.
- Any number with fewer than two decimals, because guesses hit it too often.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite

import numpy as np

from ireval.diagnosis.target import CellTarget
from ireval.exercises.marking.accepted_numbers import target_of
from ireval.exercises.question.outcomes import COPIED, GUESS, IMPOSSIBLE
from ireval.exercises.question.question import Part, Question, ranking_of
from ireval.explanation.possible_numbers import why_out_of_range
from ireval.messages.message import Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME, is_simple
from ireval.numbers.typed_number import WANTED_PLACES, Typed, typed_or_none

#: In a list this short, the relevant documents can be arranged in only a few ways.
_SHORT = 5
#: Causes with which only the first ranks count.
_OF_A_SHORT_LIST = {f"other-cutoff={_SHORT}"}
#: Causes that do not distinguish the grades of relevant documents.
_WITHOUT_GRADES = {"gain=binary", "inverse-rank-as-gain"}


def kind_of_guess(question: Question, part: Part, number: Typed, *, graded: bool = True) -> str:
    """Return the kind of guess of a wrong number, as a cause for counting; empty if it is certainly not a guess.

    If answers are not ``graded``, only an impossible number is called one.
    """
    if is_impossible(question, part, number.value):
        return IMPOSSIBLE
    if not graded:
        return ""
    if shown_on_sheet(question, part, number.value):
        return COPIED
    few = number.places is not None and number.places < min(WANTED_PLACES, part.places)
    return GUESS if few or (part.places and number.value.is_integer()) else ""


def guess_reason(question: Question, part: Part, guess: str, value: float) -> Message:
    """Return a sentence on why ``value``, which is such a guess, earns nothing."""
    if guess == IMPOSSIBLE:
        return _impossible(question, part, value) or Message("guess")
    return Message("copied-from-sheet" if guess == COPIED else "guess")


def is_easy(question: Question, part: Part, value: float) -> bool:
    """Whether ``value``, a wrong number of some cause, is too easily guessed to earn points."""
    return (
        not isfinite(value)
        or part.places < WANTED_PLACES
        or is_impossible(question, part, value)
        or float(fixed(value, part.places)).is_integer()
        or shown_on_sheet(question, part, value)
        or is_simple(value)
        or _is_of_counts(question, part, value)
    )


def few_numbers(question: Question, part: Part, key: str) -> bool:
    """Whether a cause gives one of few numbers, because it depends only on which of the first ranks are relevant."""
    at_cutoff = 0 < (question.tables[part.table].spec.own.get("k") or 0) <= _SHORT
    return key in _OF_A_SHORT_LIST or (at_cutoff and key in _WITHOUT_GRADES)


def is_impossible(question: Question, part: Part, value: float) -> bool:
    """Whether no list has such a score or cell."""
    return _impossible(question, part, value) is not None


def _impossible(question: Question, part: Part, value: float) -> Message | None:
    """Why no list has such a score or cell; None if one may have it."""
    target, table = target_of(question, part), question.tables[part.table]
    key = target.key if isinstance(target, CellTarget) else table.measure.score
    return why_out_of_range(table, key, value, target.name)


def shown_on_sheet(question: Question, part: Part, value: float) -> bool:
    """Whether the table on the sheet shows the number, with the decimals of the part."""
    return bool(part.places) and fixed(value, part.places) in _shown(question.grid, part.places)


@lru_cache(maxsize=256)
def _shown(grid: object, places: int) -> frozenset[str]:
    rows = getattr(grid, "rows", ())
    numbers = (typed_or_none(cell.text) for row in rows for cell in row if cell.text)
    return frozenset(fixed(number.value, places) for number in numbers if number)


def _is_of_counts(question: Question, part: Part, value: float) -> bool:
    """Whether a number is the quotient of two counts that the sheet shows."""
    table = question.tables[part.table]
    ranking, k = ranking_of(table), table.spec.own.get("k") or 1
    grades, missed = ranking.grades.tobytes(), ranking.unretrieved.tobytes()
    quotients = _quotients(grades, missed, ranking.grades.dtype.str, float(ranking.size), float(k))
    return any(abs(value - x) <= SAME for x in quotients)


@lru_cache(maxsize=256)
def _quotients(grades: bytes, missed: bytes, dtype: str, size: float, k: float) -> frozenset[float]:
    """The quotients of two counts: ranks, judged and relevant documents, the cutoff, the size of the collection."""
    lists = [np.frombuffer(some, dtype) for some in (grades, missed)]
    judged = [np.count_nonzero(x >= 0) for x in lists]
    relevant = [np.count_nonzero(x > 0) for x in lists]
    known = {float(x) for x in (*judged, sum(judged), *relevant, sum(relevant), len(lists[0]), k)} | {size}
    counts = {x for x in known if x > 0}
    return frozenset(a / b for a in counts for b in counts)
