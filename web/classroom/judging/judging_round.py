"""A round in which a class judges documents: what each device judges, and all that follows from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ireval.agreement.labels_in_common import Judgements
from ireval.collection import Collection, Document, Topic
from ireval.errors import InputError
from web.classroom.judging.class_agreement import ClassAgreement, KappaChange, class_agreement, kappa_change
from web.classroom.judging.class_rankings import ClassRankings, class_rankings
from web.classroom.judging.judging_bodies import TOP_GRADE, heading_of
from web.classroom.judging.label_spread import SpreadRow, label_spread
from web.classroom.judging.pooled_documents import rankings_of
from web.classroom.judging.shared_documents import judged_by
from web.classroom.judging.stored_assessors import AssessorAndClass, compare_with_assessors
from web.store.library import library

#: The labels that a device can send: the grades of the directive ``judging``.
LABELS = tuple(str(grade) for grade in range(TOP_GRADE + 1))

#: What each device sent: its labels by document.
Answers = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, eq=False)
class JudgingRound:
    """The ``topic`` and the ``documents`` that are judged, and the ``collection`` that they are from.

    ``ranked`` are the rankings to compare, cut after a few documents; if there are none, all systems of the collection
    are compared. It is ``graded`` if the grades of the collection mean what those of the class mean; otherwise only
    relevance (grade 1 or more) is compared.
    """

    topic: Topic
    documents: tuple[Document, ...]
    collection: Collection
    ranked: Mapping[str, tuple[str, ...]]
    graded: bool

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> JudgingRound:
        """The round with this body. Raises ``InputError`` if the collection, or one of its documents, has been deleted.

        It is used in a request, because the collection may have to be read.
        """
        collection = library.find(body["collection"]).collection
        gone = [docno for docno in body["documents"] if docno not in collection.documents]
        if gone:
            raise InputError("documents", "judging-documents-gone", documents=gone, count=len(gone))
        return cls(
            Topic(**body["topic"]),
            tuple(collection.documents[docno] for docno in body["documents"]),
            collection,
            {name: tuple(ranked) for name, ranked in body["rankings"].items()},
            body["graded"],
        )

    @property
    def heading(self) -> str:
        """The topic in a few words: its title or, without one, its description or its number."""
        return heading_of(self.topic)

    def documents_for(self, place: int) -> tuple[Document, ...]:
        """The documents of the device with this place (0, 1, 2 …), in their order; the same in each vote."""
        return tuple(self.documents[index] for index in judged_by(place, len(self.documents)))

    def accepts(self, place: int, docno: str, label: str) -> bool:
        """Whether the device with this place may give this label to this document."""
        return label in LABELS and any(docno == document.docno for document in self.documents_for(place))

    def spread(self, answers: Answers) -> tuple[SpreadRow, ...]:
        """Each document with the labels it got and the share of agreeing pairs; most disagreement first."""
        return label_spread(self.documents, self._judgements(answers))

    def kappa(self, answers: Answers) -> ClassAgreement:
        """The agreement of the class beyond chance, with its calculation."""
        return class_agreement(self._judgements(answers))

    def kappa_change(self, first: Answers, second: Answers) -> KappaChange:
        """How the agreement changed from one vote to another, over the labels of devices that judged in both."""
        return kappa_change(self._judgements(first), self._judgements(second))

    def against_assessors(self, answers: Answers) -> tuple[AssessorAndClass, ...]:
        """The majority of the class and each stored assessor, with the highest agreement first."""
        return compare_with_assessors(self.collection, self._judgements(answers), self.topic.number, self.graded)

    def ranked_again(self, answers: Answers) -> ClassRankings:
        """The systems under the stored labels, and with the labels of the class in their place."""
        number = self.topic.number
        rankings = self.ranked or rankings_of(self.collection.all_runs, number)
        depth = max(map(len, self.ranked.values()), default=0)
        stored = self.collection.qrels.get(number, {})
        return class_rankings(number, stored, rankings, self._judgements(answers), depth)

    def _judgements(self, answers: Answers) -> dict[str, Judgements]:
        """The grades by device, topic and document; without what is not a label of a document of this round."""
        known = {document.docno for document in self.documents}
        found = {
            device: {docno: int(label) for docno, label in sent.items() if docno in known and label in LABELS}
            for device, sent in answers.items()
        }
        return {device: {self.topic.number: grades} for device, grades in found.items() if grades}
