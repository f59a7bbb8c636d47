"""Relevance labels as text, in an address or on a command line: one character per rank.

A digit is a grade, ``n`` means grade 0, ``r`` grade 1, ``u`` or ``-`` unjudged, and ``p`` unjudged although the
document was in the pool; letters may be in upper or lower case. ``write_labels`` writes grades as digits and unjudged
as ``u``. Documents that were not retrieved are written in the same way, but must be judged.

>>> read_labels("nR2-")
[0, 1, 2, -1]
>>> write_labels([0, 1, 2, -1])
'012u'

Subtopics are written as one group of 0s and 1s per document: a 1 for each subtopic that the document covers.

>>> read_subtopics("110,001")
[(1, 1, 0), (0, 0, 1)]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ireval.errors import InputError
from ireval.messages import Message, say
from ireval.ranking.judgements import POOLED, UNJUDGED, Ranking

MOST_RANKS = 1000
MOST_UNRETRIEVED = 1000
MOST_SUBTOPICS = 20
#: The highest grade of the widest scale.
TOP_GRADE = 5

_MEANING = {str(g): g for g in range(TOP_GRADE + 1)} | {"n": 0, "r": 1, "u": UNJUDGED, "-": UNJUDGED, "p": POOLED}
_WRITTEN = {g: str(g) for g in range(TOP_GRADE + 1)} | {UNJUDGED: "u", POOLED: "p"}

Group = tuple[int, ...]


def grade_of(character: str) -> int | None:
    """The grade for a character, or ``UNJUDGED`` or ``POOLED``; None if the character is not a label."""
    return _MEANING.get(character.lower())


def describe_grade(grade: int) -> str:
    """A label in words."""
    return say(Message("label-unjudged") if grade < 0 else Message("label-grade", grade=grade))


def read_labels(text: str, field: str = "labels") -> list[int]:
    """The grades of a ranked list, with ``UNJUDGED`` and ``POOLED``. Raises ``InputError`` naming ``field``."""
    if len(text) > MOST_RANKS:
        raise InputError(field, "too-many-documents", count=len(text), most=MOST_RANKS)
    return _grades(text, field)


def read_unretrieved(text: str, field: str = "unretrieved") -> list[int]:
    """The grades of judged documents that were not retrieved, in the order given. Raises ``InputError``."""
    if len(text) > MOST_UNRETRIEVED:
        raise InputError(field, "too-many-documents", count=len(text), most=MOST_UNRETRIEVED)
    grades = _grades(text, field)
    if min(grades, default=0) < 0:
        place = next(i for i, g in enumerate(grades, start=1) if g < 0)
        raise InputError(field, "unretrieved-unjudged", place=place)
    return grades


def check_size(size: float | None, ranked: int, unretrieved: int) -> None:
    """Raise ``InputError`` if a collection of ``size`` documents is smaller than the number of known documents."""
    known = ranked + unretrieved
    if size is not None and not size >= known:
        raise InputError("size", "collection-too-small", size=size, ranked=ranked, unretrieved=unretrieved, least=known)


def write_labels(grades: Sequence[int]) -> str:
    """The characters for ``grades``."""
    return "".join([_WRITTEN[g] if g in _WRITTEN else str(g) for g in grades])


def read_subtopics(text: str, field: str = "subtopics") -> list[Group]:
    """The subtopics that each document covers, separated by commas. Raises ``InputError`` naming ``field``."""
    groups = [part.strip() for part in text.split(",")] if text.strip() else []
    if len(groups) > MOST_RANKS:
        raise InputError(field, "too-many-groups", count=len(groups), most=MOST_RANKS)
    for place, group in enumerate(groups, start=1):
        wrong = next((c for c in group if c not in "01"), None)
        if wrong:
            raise InputError(field, "group-has-other-character", place=place, character=wrong)
        if not group:
            raise InputError(field, "group-empty", place=place)
        if len(group) != len(groups[0]):
            raise InputError(field, "group-of-other-length", place=place, count=len(group), first=len(groups[0]))
    if groups and len(groups[0]) > MOST_SUBTOPICS:
        raise InputError(field, "too-many-subtopics", count=len(groups[0]), most=MOST_SUBTOPICS)
    return [tuple(map(int, group)) for group in groups]


def write_numbers(group: Group) -> str:
    """The numbers of the subtopics that a document covers, from 1; three or more in a row are written as a range.

    >>> write_numbers((1, 0, 1)), write_numbers((0, 1, 1, 1, 0, 1)), write_numbers((0, 0))
    ('1 3', '2\N{EN DASH}4 6', '\N{EN DASH}')
    """
    numbers = [j for j, covered in enumerate(group, start=1) if covered]
    runs = [[j for _, j in run] for _, run in groupby(enumerate(numbers), key=lambda x: x[1] - x[0])]
    spans = [f"{r[0]}\N{EN DASH}{r[-1]}" if len(r) > 2 else " ".join(map(str, r)) for r in runs]
    return " ".join(spans) or "\N{EN DASH}"


def write_subtopics(groups: Sequence[Group]) -> str:
    """The characters for ``groups``."""
    return ",".join("".join(map(str, group)) for group in groups)


def covering(grades: Sequence[int], groups: Sequence[Group], field: str = "subtopics") -> list[int]:
    """The grades of documents with these subtopics; if ``grades`` is empty, 1 if a document covers a subtopic, else 0.

    >>> covering([], [(1, 1), (0, 0)])
    [1, 0]

    Raises ``InputError`` naming ``field`` if grades and groups contradict each other.
    """
    if not grades:
        return [int(any(group)) for group in groups]
    if groups and len(groups) != len(grades):
        raise InputError(field, "groups-unlike-documents", groups=len(groups), documents=len(grades))
    for place, (grade, group) in enumerate(zip(grades, groups, strict=False), start=1):
        if grade < 1 and any(group):
            key = "non-relevant-covers-subtopic" if grade == 0 else "unjudged-covers-subtopic"
            raise InputError(field, key, place=place)
    return list(grades)


def check_alike(groups: Sequence[Group], unretrieved: Sequence[Group]) -> None:
    """Raise ``InputError`` if ranked documents have more or fewer subtopics than those not retrieved."""
    if groups and unretrieved and len(groups[0]) != len(unretrieved[0]):
        count, ranked = len(unretrieved[0]), len(groups[0])
        raise InputError("unretrieved_subtopics", "subtopics-of-parts-differ", count=count, ranked=ranked)


def read_ranking(
    labels: str,
    unretrieved: str = "",
    size: float | None = None,
    subtopics: str = "",
    unretrieved_subtopics: str = "",
) -> Ranking:
    """The list that these texts describe. Raises ``InputError`` if a part is invalid or contradicts another part."""
    groups, missed_groups = read_subtopics(subtopics), read_subtopics(unretrieved_subtopics, "unretrieved_subtopics")
    check_alike(groups, missed_groups)
    ranked = covering(read_labels(labels), groups)
    missed = covering(read_unretrieved(unretrieved), missed_groups, "unretrieved_subtopics")
    check_size(size, len(ranked), len(missed))
    return Ranking.one(ranked, missed, size, groups or None, missed_groups or None)


def _grades(text: str, field: str) -> list[int]:
    try:
        return [_MEANING[character] for character in text.lower()]
    except KeyError:
        place, character = next((i, c) for i, c in enumerate(text, start=1) if grade_of(c) is None)
        raise InputError(field, "not-a-label", place=place, character=character, top=TOP_GRADE) from None
