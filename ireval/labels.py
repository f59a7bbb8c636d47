"""How relevance labels are written in an address or on a command line: one character a rank.

A digit is a grade, ``n`` is 0, ``r`` is 1, ``u`` or ``-`` is unjudged; letters in either case. Written back, grades are
digits and unjudged is ``u``. Documents that were not retrieved are written alike, but always judged.

>>> read_labels("nR2-")
[0, 1, 2, -1]
>>> write_labels([0, 1, 2, -1])
'012u'
"""

from __future__ import annotations

from collections.abc import Sequence

from ireval.errors import InputError
from ireval.judgements import UNJUDGED

MOST_RANKS = 1000
MOST_UNRETRIEVED = 1000
#: The highest grade of the widest scale.
TOP_GRADE = 5

_MEANING = {str(g): g for g in range(TOP_GRADE + 1)} | {"n": 0, "r": 1, "u": UNJUDGED, "-": UNJUDGED}
_HELP = f"Write one character a document: a grade from 0 to {TOP_GRADE}, n for 0, r for 1, u or - for unjudged."


def read_labels(text: str, field: str = "labels") -> list[int]:
    """The grades of a ranked list, ``UNJUDGED`` among them. Raises ``InputError`` naming ``field``."""
    if len(text) > MOST_RANKS:
        message = f"{len(text):,} documents are more than the {MOST_RANKS:,} a list may have."
        raise InputError(field, message, "Shorten it.")
    return [_grade(c, i, field) for i, c in enumerate(text, start=1)]


def read_unretrieved(text: str, field: str = "unretrieved") -> list[int]:
    """The grades of judged documents that the list missed, in the order given. Raises ``InputError``."""
    if len(text) > MOST_UNRETRIEVED:
        raise InputError(
            field, f"{len(text):,} documents are more than the {MOST_UNRETRIEVED:,} allowed here.", "Shorten it."
        )
    grades = [_grade(c, i, field) for i, c in enumerate(text, start=1)]
    if UNJUDGED in grades:
        place = grades.index(UNJUDGED) + 1
        raise InputError(
            field,
            f"Document {place} of those not retrieved is unjudged, and then it counts nowhere.",
            "Leave it out, or give it a grade.",
        )
    return grades


def check_size(size: float | None, ranked: int, unretrieved: int) -> None:
    """Raise ``InputError`` where a collection of ``size`` documents is too small for those that are known."""
    known = ranked + unretrieved
    if size is not None and not size >= known:
        raise InputError(
            "size",
            f"A collection of {size} documents cannot hold the {ranked} ranked "
            f"and {unretrieved} judged ones that were not retrieved.",
            f"Give {known} or more, or leave it empty.",
        )


def write_labels(grades: Sequence[int]) -> str:
    """The characters for ``grades``."""
    return "".join("u" if g == UNJUDGED else str(g) for g in grades)


def _grade(character: str, place: int, field: str) -> int:
    try:
        return _MEANING[character.lower()]
    except KeyError:
        what = "The label" if field == "labels" else "The grade"
        raise InputError(field, f"{what} at place {place} is “{character}”, which is not a label.", _HELP) from None
