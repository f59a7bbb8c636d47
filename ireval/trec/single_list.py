"""One typed list as judgements and a run, for the tools that read files: the same documents in both.

>>> typed = SingleList.of(["a b", "a_b", "c"], [1, UNJUDGED], [2])
>>> typed.qrels, typed.run
({'1': {'a_b': 1, 'c': 2}}, {'1': {'a_b': 2.0, 'a_b-2': 1.0}})
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ireval.errors import InputError
from ireval.ranking.judgements import POOLED, UNJUDGED, Groups

Judged = TypeVar("Judged")

#: What the only topic is called.
TOPIC = "1"


@dataclass(frozen=True)
class SingleList:
    """The documents of a list, ranked ones first, then those not retrieved: docno, grade, and subtopics if judged.

    Whoever reads the files finds the same ranking: scores fall by 1 from rank to rank, so that none are equal.
    """

    docnos: tuple[str, ...]
    grades: tuple[int, ...]
    ranked: int
    groups: Groups = ()

    @classmethod
    def of(
        cls, names: Iterable[str], grades: Sequence[int], unretrieved: Sequence[int] = (), groups: Groups = ()
    ) -> SingleList:
        """From names, which may repeat and have blanks; ``groups`` has one for each document, or is empty."""
        return cls(tuple(docnos(names)), (*grades, *unretrieved), len(grades), groups)

    @property
    def qrels(self) -> dict[str, dict[str, int]]:
        """Topic to docno to grade; unjudged documents are absent, those known from the pool have -1.

        Raises ``InputError`` where nothing is judged.
        """
        judged = {d: -1 if g == POOLED else g for d, g in zip(self.docnos, self.grades, strict=True) if g != UNJUDGED}
        return {TOPIC: _some(judged)}

    @property
    def by_subtopic(self) -> dict[str, dict[str, dict[str, int]]]:
        """Topic to docno to subtopic, from 1, to the grade there: the document's, or 0.

        Raises ``InputError`` where no subtopics were judged.
        """
        if not self.groups:
            raise InputError("subtopics", "No subtopics were judged.", "Give subtopics=110,001, a group a document.")
        both = zip(self.docnos, self.grades, self.groups, strict=True)
        judged = {
            docno: {str(s): max(grade, 1) if covers else 0 for s, covers in enumerate(group, start=1)}
            for docno, grade, group in both
            if grade >= 0
        }
        return {TOPIC: _some(judged)}

    @property
    def run(self) -> dict[str, dict[str, float]]:
        """Topic to docno to score. Raises ``InputError`` where nothing was retrieved."""
        if not self.ranked:
            raise InputError("labels", "The list is empty, so there is no run to write.", "Add a document.")
        return {TOPIC: {docno: float(self.ranked - i) for i, docno in enumerate(self.docnos[: self.ranked])}}


def _some(judged: dict[str, Judged]) -> dict[str, Judged]:
    if not judged:
        raise InputError("labels", "No document is judged, so there are no qrels to write.", "Label a document.")
    return judged


def docnos(names: Iterable[str]) -> list[str]:
    """Names as docnos: one word each, and no two alike.

    >>> docnos(["a", "a", "a-2", "b c", ""])
    ['a', 'a-2', 'a-2-2', 'b_c', 'd5']
    """
    taken: set[str] = set()
    result = []
    for place, name in enumerate(names, start=1):
        word = "".join("_" if unicodedata.category(c)[0] in "CZ" else c for c in name) or f"d{place}"
        docno, again = word, 1
        while docno in taken:
            again += 1
            docno = f"{word}-{again}"
        taken.add(docno)
        result.append(docno)
    return result
