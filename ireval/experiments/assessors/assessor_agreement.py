"""The agreement of assessors in two views: on all grades, and on whether documents are relevant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from ireval.agreement import COEFFICIENTS, Agreement
from ireval.agreement.agreement import PLACES
from ireval.agreement.all_coefficients import of_all, of_pairs
from ireval.agreement.label_counts import OWN
from ireval.agreement.labels_in_common import Judgements
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The two views by their keys.
VIEWS = ("relevance", "grades")
#: The default coefficient of two assessors.
USUAL = of_pairs()[0].key


@dataclass(frozen=True, eq=False)
class AssessorAgreement:
    """The agreement of assessors: on relevance at grade ``rel`` and above or, if ``rel`` is None, on grades.

    The ``coefficient`` (a key) of each pair of assessors, with its ``marginals``, is over the documents that both
    judged. Each coefficient of all assessors defines the documents that it is over.
    """

    judgements: Mapping[str, Judgements]
    rel: int | None
    coefficient: str = USUAL
    marginals: str = OWN

    @lazy_attribute
    def pairs(self) -> dict[tuple[str, str], Agreement]:
        """The coefficient of each pair of assessors."""
        return self.pairs_by(self.coefficient, self.marginals)

    @lazy_attribute
    def all(self) -> dict[str, Agreement]:
        """The coefficients of all assessors by key; with two labels, without coefficients that use distances."""
        shown = (x for x in of_all() if self.rel is None or not x.graded)
        return {x.key: x.of_judgements(self.judgements, self.rel, OWN, PLACES) for x in shown}

    def pairs_by(self, key: str, marginals: str) -> dict[tuple[str, str], Agreement]:
        """Another coefficient of each pair of assessors."""
        compute = COEFFICIENTS[key].of_judgements
        return {
            (a, b): compute({a: self.judgements[a], b: self.judgements[b]}, self.rel, marginals, PLACES)
            for a, b in combinations(self.judgements, 2)
        }

    @property
    def every_pair(self) -> dict[tuple[str, str], dict[tuple[str, str], Agreement]]:
        """All different coefficients of each pair of assessors in this view, by key and marginals."""
        return {
            (x.key, marginals): self.pairs_by(x.key, marginals)
            for x in of_pairs()
            if self.rel is None or not x.graded
            for marginals in x.titles
        }


def agreement_views(
    judgements: Mapping[str, Judgements], rel: int, coefficient: str = USUAL, marginals: str = OWN
) -> dict[str, AssessorAgreement]:
    """Both views by key; only the view on grades if both are the same, because all grades are 0 or 1."""
    used = {
        grade for mine in judgements.values() for grades in mine.values() for grade in grades.values() if grade >= 0
    }
    binary = rel == 1 and used <= {0, 1}
    rels = {VIEWS[0]: rel, VIEWS[1]: None}
    views = {key: AssessorAgreement(judgements, at, coefficient, marginals) for key, at in rels.items()}
    return {VIEWS[1]: views[VIEWS[1]]} if binary else views
