r"""Labels and rankings as lines of text: an assessor, a ranking or some documents on each line.

>>> read_lines("ada: 1 0 2 u\nben: 1120")
(('d1', 'd2', 'd3', 'd4'), {'ada': (1, 0, 2, -1), 'ben': (1, 1, 2, 0)})
>>> read_rankings("A: d2 d1\nB: d1", ["d1", "d2"])
{'A': ('d2', 'd1'), 'B': ('d1',)}
"""

from __future__ import annotations

from collections.abc import Sequence

from ireval.errors import InputError
from ireval.experiments.assessors.label_names import (
    BETWEEN,
    DOCUMENTS,
    LISTS,
    SETS,
    checked_assessor,
    checked_documents,
    in_line,
    numbered,
)
from ireval.ranking.labels import TOP_GRADE, grade_of

MOST_RANKINGS = 6
#: The name of the only ranking.
ONLY_RANKING = "list"
#: The beginning of lines of the Cystic Fibrosis collection; record numbers and scores follow alternately.
_RECORDS = "RD"

Labels = dict[str, tuple[int, ...]]
Rankings = dict[str, tuple[str, ...]]


def read_lines(text: str) -> tuple[tuple[str, ...], Labels]:
    """Read the documents, and the grade of each document from every assessor.

    Raises ``InputError`` with the first line that cannot be read.
    """
    documents: tuple[str, ...] = ()
    rows: Labels = {}
    numbers: dict[str, int] = {}
    for number, line in _lines(text):
        before, colon, after = line.partition(":")
        if colon and before.strip().lower() == DOCUMENTS:
            documents = checked_documents(_words(after), SETS, in_line(number))
            continue
        name = checked_assessor(before if colon else f"assessor {len(rows) + 1}", SETS, in_line(number))
        if name in rows:
            raise InputError(SETS, "assessor-in-two-lines", line=number, name=name, earlier=numbers[name])
        rows[name], numbers[name] = _labels(after if colon else line, number), number
    count = len(documents) or len(next(iter(rows.values()), ()))
    for name, grades in rows.items():
        if len(grades) != count:
            key = "labels-unlike-documents" if documents else "labels-unlike-first-line"
            raise InputError(SETS, key, line=numbers[name], count=len(grades), first=count)
    return documents or checked_documents(numbered(count), SETS, in_line(1)), rows


def read_scores(text: str) -> tuple[tuple[str, ...], Labels]:
    """Read the documents and labels in groups of scores: a group for each document, with a digit for each assessor.

    A document's name may come before its group: in lines that begin with ``RD``, or if a word cannot be a group. Raises
    ``InputError`` with the first line that cannot be read.
    """
    words = [(number, word) for number, line in _lines(text) for word in _words(line)]
    named = any(word == _RECORDS or not _are_labels(word) for _, word in words)
    groups = [both for both in words if both[1] != _RECORDS]
    documents = numbered(len(groups))
    where = in_line(groups[-1][0] if groups else 1)
    if named:
        if len(groups) % 2:
            raise InputError(SETS, "document-without-scores", line=groups[-1][0], docno=groups[-1][1])
        groups, documents = groups[1::2], tuple(word for _, word in groups[::2])
    checked_documents(documents, SETS, where)
    for number, group in groups:
        if not _are_labels(group):
            raise InputError(SETS, "not-scores", line=number, text=group, top=TOP_GRADE)
        if len(group) != len(groups[0][1]):
            values = {"line": number, "text": group, "count": len(group), "first": len(groups[0][1])}
            raise InputError(SETS, "scores-of-other-length", **values)
    columns = zip(*(_grades(group) for _, group in groups), strict=True)
    return documents, {f"score {place}": tuple(column) for place, column in enumerate(columns, 1)}


def read_rankings(text: str, documents: Sequence[str]) -> Rankings:
    """Read rankings of the documents, best first; an empty text means one ranking, in the order of the documents.

    Raises ``InputError`` with the first line that cannot be read.
    """
    found: Rankings = {}
    for number, line in _lines(text):
        before, colon, after = line.partition(":")
        name = checked_assessor(before if colon else f"ranking {len(found) + 1}", LISTS, in_line(number))
        ranked = checked_documents(_words(after if colon else line), LISTS, in_line(number))
        if name in found:
            raise InputError(LISTS, "ranking-twice", line=number, name=name)
        if not ranked:
            raise InputError(LISTS, "ranking-empty", line=number, name=name)
        other = next((docno for docno in ranked if docno not in documents), None)
        if other is not None:
            raise InputError(LISTS, "ranking-of-other-document", line=number, docno=other, first=documents[0])
        found[name] = ranked
    if len(found) > MOST_RANKINGS:
        raise InputError(LISTS, "too-many-rankings", count=len(found), most=MOST_RANKINGS)
    return found or {ONLY_RANKING: tuple(documents)}


def _labels(text: str, line: int) -> tuple[int, ...]:
    words = _words(text)
    wrong = next((word for word in words if (len(words) > 1 and len(word) > 1) or not _are_labels(word)), None)
    if wrong is not None:
        raise InputError(SETS, "not-a-label-in-line", line=line, text=wrong, top=TOP_GRADE)
    if not words:
        raise InputError(SETS, "assessor-without-labels", line=line)
    return _grades("".join(words))


def _are_labels(word: str) -> bool:
    return all(grade_of(character) is not None for character in word)


def _grades(text: str) -> tuple[int, ...]:
    return tuple(grade for character in text if (grade := grade_of(character)) is not None)


def _words(text: str) -> list[str]:
    return [word for word in BETWEEN.split(text) if word]


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that are not empty, with their numbers."""
    return [
        (i, kept)
        for i, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if (kept := line.strip()) and kept[0] != "#"
    ]
