"""The agreement of assessors in two views: on all grades, and on whether documents are relevant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from ireval.agreement import Agreement, cohens_kappa, fleiss_kappa
from ireval.agreement.labels_in_common import Judgements
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The two views by their keys.
VIEWS = ("relevance", "grades")


@dataclass(frozen=True, eq=False)
class AssessorAgreement:
    """How far assessors agree. With ``rel`` only relevant at that grade and above or not counts, without it the grade.

    Cohen's kappa of each two assessors is over the documents that both judged, Fleiss' over those that all judged.
    """

    judgements: Mapping[str, Judgements]
    rel: int | None

    @lazy_attribute
    def pairs(self) -> dict[tuple[str, str], Agreement]:
        """Cohen's kappa of each two assessors."""
        return {
            (a, b): cohens_kappa({a: self.judgements[a], b: self.judgements[b]}, self.rel)
            for a, b in combinations(self.judgements, 2)
        }

    @lazy_attribute
    def all(self) -> Agreement:
        """Fleiss' kappa of all assessors."""
        return fleiss_kappa(self.judgements, self.rel)


def agreement_views(judgements: Mapping[str, Judgements], rel: int) -> dict[str, AssessorAgreement]:
    """Both views; only that on all grades where it says the same, because grades are 0 and 1 alone."""
    used = {
        grade for mine in judgements.values() for grades in mine.values() for grade in grades.values() if grade >= 0
    }
    binary = rel == 1 and used <= {0, 1}
    views = {VIEWS[0]: AssessorAgreement(judgements, rel), VIEWS[1]: AssessorAgreement(judgements, None)}
    return {VIEWS[1]: views[VIEWS[1]]} if binary else views
