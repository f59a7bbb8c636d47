"""The class as one assessor, by the majority of its labels, and its agreement with each stored assessor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ireval.agreement import Agreement, cohens_kappa, majority_labels
from ireval.agreement.agreement import PLACES
from ireval.agreement.labels_in_common import Judgements
from ireval.collection import Collection
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from web.formulas.agreement_steps import StepRows, agreement_steps

#: The lowest relevant grade, if only relevance is compared.
REL = 1


class AssessorAndClass(NamedTuple):
    """The agreement of the class with the assessor ``name``: Cohen's kappa over the documents that both judged.

    ``tied`` are the documents on which the class is divided, so that the lower grade counts. ``rel`` is the lowest
    relevant grade if only relevance is compared, and else None.
    """

    name: str
    agreement: Agreement
    tied: tuple[str, ...]
    rel: int | None

    @property
    def shown(self) -> str:
        """Kappa with its decimals; empty if it is undefined."""
        return "" if self.agreement.value is None else fixed(self.agreement.value, PLACES)

    @property
    def steps(self) -> StepRows:
        """The steps of the calculation."""
        return agreement_steps(self.agreement)

    @property
    def reason(self) -> str:
        """Why there is no kappa; empty if there is one."""
        return say(Message("agreement-not-defined", reason=self.agreement.reason)) if self.agreement.reason else ""


def compare_with_assessors(
    collection: Collection, judgements: Mapping[str, Judgements], topic: str, graded: bool
) -> tuple[AssessorAndClass, ...]:
    """The majority of the class and each assessor who judged the topic, the highest kappa first.

    If the collection has no assessors, its judgements are compared. ``graded`` says whether all grades are compared,
    because they mean the same, or only whether a document is relevant.
    """
    majority = majority_labels(judgements).get(topic, {})
    mine = {topic: {docno: label.grade for docno, label in majority.items()}}
    tied = tuple(docno for docno, label in majority.items() if label.tied)
    rel = None if graded else REL
    people = {name.title(): grades for name, grades in collection.assessors.items() if topic in grades}
    if not people and topic in collection.qrels:
        people = {say(Message("stored-judgements")): collection.qrels}
    each = say(Message("class-as-assessor"))
    found = [
        AssessorAndClass(name, cohens_kappa({each: mine, name: {topic: grades[topic]}}, rel), tied, rel)
        for name, grades in people.items()
    ]
    return tuple(sorted(found, key=_kappa, reverse=True))


def ties_of(compared: Sequence[AssessorAndClass]) -> tuple[str, ...]:
    """The documents on which the class is divided."""
    return compared[0].tied if compared else ()


def _kappa(compared: AssessorAndClass) -> float:
    value = compared.agreement.value
    return -2.0 if value is None else value
