"""A typed list as judgements and a run, with the same document numbers in both, for tools that read files.

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

#: The name of the only topic.
TOPIC = "1"


@dataclass(frozen=True)
class SingleList:
    """The documents of a list, first the ranked ones, then the others: docno, grade, and subtopics if judged.

    Scores fall by 1 from rank to rank, so that every tool reads the same ranking from the files.
    """

    docnos: tuple[str, ...]
    grades: tuple[int, ...]
    ranked: int
    groups: Groups = ()

    @classmethod
    def of(
        cls, names: Iterable[str], grades: Sequence[int], unretrieved: Sequence[int] = (), groups: Groups = ()
    ) -> SingleList:
        """A list from names, which may repeat and contain spaces; ``groups`` has one for each document, or is empty."""
        return cls(tuple(docnos(names)), (*grades, *unretrieved), len(grades), groups)

    @property
    def qrels(self) -> dict[str, dict[str, int]]:
        """Topic to docno to grade; unjudged documents are absent, except that those from the pool have grade -1.

        Raises ``InputError`` if no document is judged.
        """
        judged = {d: -1 if g == POOLED else g for d, g in zip(self.docnos, self.grades, strict=True) if g != UNJUDGED}
        return {TOPIC: _require_judged(judged)}

    @property
    def by_subtopic(self) -> dict[str, dict[str, dict[str, int]]]:
        """Topic to docno to subtopic (numbered from 1) to the grade for it: the document's grade, or 0.

        Raises ``InputError`` if no subtopics were judged.
        """
        if not self.groups:
            raise InputError("subtopics", "no-subtopics-judged")
        both = zip(self.docnos, self.grades, self.groups, strict=True)
        judged = {
            docno: {str(s): max(grade, 1) if covers else 0 for s, covers in enumerate(group, start=1)}
            for docno, grade, group in both
            if grade >= 0
        }
        return {TOPIC: _require_judged(judged)}

    @property
    def run(self) -> dict[str, dict[str, float]]:
        """Topic to docno to score. Raises ``InputError`` if nothing was retrieved."""
        if not self.ranked:
            raise InputError("labels", "no-run-to-write")
        return {TOPIC: {docno: float(self.ranked - i) for i, docno in enumerate(self.docnos[: self.ranked])}}


def _require_judged(judged: dict[str, Judged]) -> dict[str, Judged]:
    if not judged:
        raise InputError("labels", "no-qrels-to-write")
    return judged


def docnos(names: Iterable[str]) -> list[str]:
    """Names as docnos, each a single word, all different.

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
