"""The gain of a document, and the ideal list. Each choice has its words and its computation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ireval.conventions.parameter import Choice, Parameter
from ireval.numbers.arrays import Floats, Grades
from ireval.ranking.judgements import Ranking


@dataclass(frozen=True, kw_only=True)
class Gain(Choice):
    """A gain: ``worth`` returns the gains for an array of grades (floats of at least 0).

    If ``any_order``, a higher grade may have a lower gain than a lower grade, and grade 0 may have a gain.
    """

    worth: Callable[[Floats], Floats]
    any_order: bool = False

    @classmethod
    def of_grades(cls, gains: Mapping[int, float]) -> Gain:
        """The gain with these values for grades; every other grade is its own gain."""

        def worth(grades: Floats) -> Floats:
            found = grades.copy()
            for grade, gain in gains.items():
                found[grades == grade] = gain
            return found

        text = ",".join(f"{grade}={gain:g}" for grade, gain in gains.items())
        return cls(text, text, f"Grades are worth: {text}.", worth=worth, any_order=True)

    def __str__(self) -> str:
        return self.key


@dataclass(frozen=True)
class IdealDocuments(Choice):
    """The documents of the ideal list: all judged documents, or the retrieved ones if ``retrieved_only``.

    If ``alike``, the ideal list instead has the best document at every rank of the ranking.
    """

    retrieved_only: bool = False
    alike: bool = False

    def grades(self, ranking: Ranking, cutoff: int | None) -> Grades:
        """The grades of the ideal list, shape (..., any). An ``alike`` list ends with the ranking or at the cutoff."""
        ideal = ranking.ideal(retrieved_only=self.retrieved_only)
        if not self.alike:
            return ideal
        end = np.minimum(ranking.length, cutoff or np.inf)
        ranks = np.arange(1, ranking.grades.shape[-1] + 1)
        return np.where(ranks <= end, ideal[..., :1], 0).astype(ideal.dtype)


@dataclass(frozen=True)
class IdealEnd(Choice):
    """The end of the ideal list: the cutoff if ``cut``; without a cutoff, the end of the ranking if ``with_list``.

    If ``never_longer``, it also ends with a ranking that is shorter than the cutoff.
    """

    cut: bool = True
    with_list: bool = False
    never_longer: bool = False

    def is_whole(self, cutoff: int | None) -> bool:
        """Whether the whole ideal list counts."""
        return not (self.with_list or (self.cut and cutoff))

    def effect(self, cutoff: int | None) -> tuple[bool, ...]:
        """What it does to a list with this cutoff. Two ends with equal effects do not differ."""
        return (self.cut, self.is_whole(cutoff), self.never_longer, self.with_list and not cutoff)

    @property
    def rank(self) -> str:
        """The LaTeX of the rank of the ideal list that is compared with rank i of the ranking."""
        return "i" if self.cut else "m"


GAIN = Parameter(
    "gain",
    "Gain",
    "What is a document of each grade worth?",
    "linear",
    (
        Gain(
            "linear",
            "the grade",
            "A document is worth its grade.",
            "used the grade as the gain",
            "The gain is the grade.",
            worth=lambda grades: grades,
        ),
        Gain(
            "exponential",
            "2^grade - 1",
            "A document is worth 2 to the power of its grade, minus 1.",
            "used 2^grade - 1 as the gain",
            "The gain is 2^grade - 1.",
            worth=lambda grades: np.exp2(grades) - 1,
        ),
        Gain(
            "binary",
            "1 if relevant",
            "A document of grade 1 or more is worth 1.",
            "counted 1 for every relevant document, whatever its grade",
            "The gain is 1 for every relevant document.",
            worth=lambda grades: np.minimum(grades, 1),
        ),
    ),
    in_formula=True,
)
IDEAL = Parameter(
    "ideal",
    "Ideal list",
    "Which documents are in the ideal list?",
    "all-judged",
    (
        IdealDocuments(
            "all-judged",
            "all judged",
            "All judged documents, including those that were not retrieved.",
            "made the ideal list of all judged documents, retrieved or not",
            "The ideal list contains all judged documents, retrieved or not.",
        ),
        IdealDocuments(
            "retrieved-only",
            "retrieved only",
            "Only the retrieved documents, in the best order.",
            "made the ideal list of the retrieved documents only",
            "The ideal list contains the retrieved documents only.",
            retrieved_only=True,
        ),
        IdealDocuments(
            "best-everywhere",
            "the best grade at every rank",
            (
                "The best grade of the query at every rank of the ranking, as if enough documents had it "
                "(LlamaIndex before 0.12.3)."
            ),
            "made an ideal list with the best grade at every rank of the ranking",
            "The ideal list has the best grade at every rank of the ranking.",
            alike=True,
        ),
    ),
    in_formula=True,
)
IDEAL_CUT = Parameter(
    "ideal_cut",
    "Ideal list ends",
    "Where does the ideal list end?",
    "whole",
    (
        IdealEnd(
            "whole",
            "at the cutoff, if any",
            "At the cutoff; without a cutoff the whole ideal list counts.",
            "used the ideal list down to the cutoff, or all of it without a cutoff",
            "The ideal list ends at the cutoff; without a cutoff all of it counts.",
        ),
        IdealEnd(
            "list-end",
            "where the ranking ends",
            "At the cutoff; without a cutoff where the ranking ends.",
            "ended the ideal list where the ranking ends",
            "The ideal list ends where the ranking ends.",
            with_list=True,
        ),
        IdealEnd(
            "shorter",
            "with the ranking, or at the cutoff",
            "Where the ranking ends, or at the cutoff if that comes first (Elasticsearch).",
            "ended the ideal list where the ranking ends, before the cutoff",
            "The ideal list ends where the ranking ends, or at the cutoff if that comes first.",
            with_list=True,
            never_longer=True,
        ),
        IdealEnd(
            "uncut",
            "with its last document",
            "The whole ideal list counts, whatever the cutoff.",
            "used the whole ideal list, whatever the cutoff",
            "The whole ideal list counts, whatever the cutoff.",
            cut=False,
        ),
    ),
    in_formula=True,
)
