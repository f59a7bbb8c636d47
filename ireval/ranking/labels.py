"""How relevance labels are written in an address or on a command line: one character a rank.

A digit is a grade, ``n`` is 0, ``r`` is 1, ``u`` or ``-`` is unjudged, ``p`` is unjudged although it was in the pool;
letters in either case. Written back, grades are digits and unjudged is ``u``. Documents that were not retrieved are
written alike, but always judged.

>>> read_labels("nR2-")
[0, 1, 2, -1]
>>> write_labels([0, 1, 2, -1])
'012u'

Subtopics are written as one group of 0s and 1s a document: which of them it covers.

>>> read_subtopics("110,001")
[(1, 1, 0), (0, 0, 1)]
"""

from __future__ import annotations

from collections.abc import Sequence

from ireval.errors import InputError
from ireval.ranking.judgements import POOLED, UNJUDGED, Ranking

MOST_RANKS = 1000
MOST_UNRETRIEVED = 1000
MOST_SUBTOPICS = 20
#: The highest grade of the widest scale.
TOP_GRADE = 5

_MEANING = {str(g): g for g in range(TOP_GRADE + 1)} | {"n": 0, "r": 1, "u": UNJUDGED, "-": UNJUDGED, "p": POOLED}
_HELP = f"Write one character a document: a grade from 0 to {TOP_GRADE}, n for 0, r for 1, u or - for unjudged."
_WRITTEN = {UNJUDGED: "u", POOLED: "p"}

Group = tuple[int, ...]


def grade_of(character: str) -> int | None:
    """The grade that a character stands for, ``UNJUDGED`` among them; None where it is no label."""
    return _MEANING.get(character.lower())


def describe_grade(grade: int) -> str:
    """A label in words."""
    return "unjudged" if grade < 0 else f"grade {grade}"


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
    if min(grades, default=0) < 0:
        place = next(i for i, g in enumerate(grades, start=1) if g < 0)
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
    return "".join(_WRITTEN.get(g) or str(g) for g in grades)


def read_subtopics(text: str, field: str = "subtopics") -> list[Group]:
    """The subtopics that each document covers, separated by commas. Raises ``InputError`` naming ``field``."""
    groups = [part.strip() for part in text.split(",")] if text.strip() else []
    if len(groups) > MOST_RANKS:
        message = f"{len(groups):,} groups are more than the {MOST_RANKS:,} documents allowed."
        raise InputError(field, message, "Shorten it.")
    for place, group in enumerate(groups, start=1):
        wrong = next((c for c in group if c not in "01"), None)
        if wrong or not group:
            what = f"has “{wrong}” in it" if wrong else "is empty"
            raise InputError(field, f"Group {place} {what}.", "Write one 0 or 1 a subtopic, such as 110,011,000.")
        if len(group) != len(groups[0]):
            raise InputError(
                field,
                f"Group {place} has {len(group)} subtopics, the first one has {len(groups[0])}.",
                "Give every document a 0 or 1 for every subtopic.",
            )
    if groups and len(groups[0]) > MOST_SUBTOPICS:
        message = f"{len(groups[0])} subtopics are more than the {MOST_SUBTOPICS} allowed."
        raise InputError(field, message, "Leave out some.")
    return [tuple(map(int, group)) for group in groups]


def write_subtopics(groups: Sequence[Group]) -> str:
    """The characters for ``groups``."""
    return ",".join("".join(map(str, group)) for group in groups)


def covering(grades: Sequence[int], groups: Sequence[Group], field: str = "subtopics") -> list[int]:
    """The grades of documents with these subtopics: those given, else 1 for any that covers a subtopic.

    >>> covering([], [(1, 1), (0, 0)])
    [1, 0]

    Raises ``InputError`` naming ``field`` where grades and groups contradict each other.
    """
    if not grades:
        return [int(any(group)) for group in groups]
    if groups and len(groups) != len(grades):
        raise InputError(
            field,
            f"{len(groups)} groups of subtopics for {len(grades)} documents.",
            "Give one group a document, separated by commas.",
        )
    for place, (grade, group) in enumerate(zip(grades, groups, strict=False), start=1):
        if grade < 1 and any(group):
            how = "judged 0" if grade == 0 else "unjudged"
            message = f"Document {place} is {how}, but covers a subtopic."
            raise InputError(field, message, "Give it a grade of 1 or more, or only 0s here.")
    return list(grades)


def check_alike(groups: Sequence[Group], unretrieved: Sequence[Group]) -> None:
    """Raise ``InputError`` where ranked documents have other subtopics than those not retrieved."""
    if groups and unretrieved and len(groups[0]) != len(unretrieved[0]):
        raise InputError(
            "unretrieved_subtopics",
            f"{len(unretrieved[0])} subtopics here, but {len(groups[0])} for the ranked documents.",
            "Give every document a 0 or 1 for every subtopic.",
        )


def read_ranking(
    labels: str,
    unretrieved: str = "",
    size: float | None = None,
    subtopics: str = "",
    unretrieved_subtopics: str = "",
) -> Ranking:
    """A list as it is typed, whole. Raises ``InputError`` for a part that cannot be used, or parts at odds."""
    groups, missed_groups = read_subtopics(subtopics), read_subtopics(unretrieved_subtopics, "unretrieved_subtopics")
    check_alike(groups, missed_groups)
    ranked = covering(read_labels(labels), groups)
    missed = covering(read_unretrieved(unretrieved), missed_groups, "unretrieved_subtopics")
    check_size(size, len(ranked), len(missed))
    return Ranking.one(ranked, missed, size, groups or None, missed_groups or None)


def _grade(character: str, place: int, field: str) -> int:
    grade = grade_of(character)
    if grade is None:
        what = "The label" if field == "labels" else "The grade"
        raise InputError(field, f"{what} at place {place} is “{character}”, which is not a label.", _HELP)
    return grade
