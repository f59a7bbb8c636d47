r"""Labels that several assessors gave to the documents of one list, as people type or paste them.

>>> sets = read_label_sets("documents: h7 h9\nada: 1u", '{"h9": 1, "h7": 1}')
>>> print(sets.text)
documents: h7 h9
ada: 1u
model: 11
>>> sets.judgements
{'ada': {'1': {'h7': 1}}, 'model': {'1': {'h7': 1, 'h9': 1}}}
>>> read_label_sets("2210 1111", by_document=True).labels["score 4"]
(0, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ireval.errors import InputError
from ireval.experiments.assessors.label_lines import ONLY_RANKING, read_lines, read_scores
from ireval.experiments.assessors.label_names import DOCUMENTS, MODEL, SETS, checked_documents, numbered
from ireval.experiments.assessors.model_labels import is_json, read_model_labels
from ireval.messages import Message
from ireval.ranking.judgements import POOLED, UNJUDGED
from ireval.ranking.labels import write_labels
from ireval.trec.plain_dicts import run_of
from ireval.trec.runs import Run
from ireval.trec.single_list import TOPIC

MOST_ASSESSORS = 30


@dataclass(frozen=True)
class LabelSets:
    """The ``labels`` of each assessor by name: a grade for each of the ``documents``.

    If an assessor gave a document no grade, its label is ``UNJUDGED`` or ``POOLED``.
    """

    documents: tuple[str, ...]
    labels: Mapping[str, tuple[int, ...]]

    @property
    def text(self) -> str:
        """The same sets as lines that ``read_label_sets`` reads."""
        named = [] if self.documents == numbered(len(self.documents)) else [f"{DOCUMENTS}: {' '.join(self.documents)}"]
        return "\n".join([*named, *(f"{name}: {write_labels(grades)}" for name, grades in self.labels.items())])

    @property
    def judgements(self) -> dict[str, dict[str, dict[str, int]]]:
        """The grades by assessor, topic (there is only one) and document, without unjudged documents; -1 for pooled."""
        return {
            name: {
                TOPIC: {
                    docno: -1 if grade == POOLED else grade
                    for docno, grade in zip(self.documents, grades, strict=True)
                    if grade != UNJUDGED
                }
            }
            for name, grades in self.labels.items()
        }


def read_label_sets(text: str, model: str = "", *, by_document: bool = False) -> LabelSets:
    """Read label sets: a line for each assessor, JSON, or with ``by_document`` a group of scores for each document.

    ``model`` is further JSON about the same documents. Raises ``InputError`` with the first line or place that cannot
    be read.
    """
    as_json = read_model_labels(text, SETS) if is_json(text) else {}
    documents, rows = ((), {}) if as_json else read_scores(text) if by_document else read_lines(text)
    given = [(SETS, name, grades) for name, grades in as_json.items()]
    given += [(MODEL, *one) for one in (read_model_labels(model, MODEL) if model.strip() else {}).items()]
    documents = documents or tuple(dict.fromkeys(docno for _, _, grades in given for docno in grades))
    checked_documents(documents, given[-1][0] if given else SETS, Message("nothing"))
    labels = dict(rows)
    for field, name, grades in given:
        if name in labels:
            raise InputError(field, "assessor-twice", name=name)
        other = next((docno for docno in grades if docno not in documents), None)
        if other is not None:
            raise InputError(field, "label-of-other-document", name=name, docno=other, first=documents[0])
        labels[name] = tuple(grades.get(docno, UNJUDGED) for docno in documents)
    return _checked(LabelSets(documents, labels))


def ranked_runs(rankings: Mapping[str, Sequence[str]]) -> dict[str, Run]:
    """Rankings of the only topic as runs; scores fall by 1 from rank to rank."""
    scores = {name: {docno: float(len(r) - i) for i, docno in enumerate(r)} for name, r in rankings.items()}
    return {name: run_of({TOPIC: mine}, name) for name, mine in scores.items()}


def write_rankings(rankings: Mapping[str, Sequence[str]], documents: Sequence[str]) -> str:
    """Rankings as lines that ``read_rankings`` reads; empty if the only ranking is the order of the documents."""
    if dict(rankings) == {ONLY_RANKING: tuple(documents)}:
        return ""
    return "\n".join(f"{name}: {' '.join(ranked)}" for name, ranked in rankings.items())


def _checked(sets: LabelSets) -> LabelSets:
    if len(sets.labels) < 2:
        raise InputError(SETS, "too-few-label-sets", count=len(sets.labels))
    if len(sets.labels) > MOST_ASSESSORS:
        raise InputError(SETS, "too-many-assessors", count=len(sets.labels), most=MOST_ASSESSORS)
    idle = next((name for name, grades in sets.labels.items() if max(grades, default=UNJUDGED) < 0), None)
    if idle is not None:
        raise InputError(SETS, "assessor-judged-nothing", name=idle)
    return sets
