"""Links to the lab: the rankings of a topic with the labels of one assessor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET
from ireval.experiments.assessors.assessor_comparison import AssessorComparison
from ireval.measure.spelling import Spec
from ireval.ranking.judgements import POOLED, UNJUDGED
from ireval.ranking.labels import TOP_GRADE
from web.state.lab_list import Document, Listed, default_scale
from web.state.lab_state import State, own_choices
from web.state.open_table import with_open_measure

#: Lists with more documents in all would make addresses that are too long.
LONGEST = 60
#: At most this many rankings are side by side.
MOST_LISTS = 4
#: The characters that separate names in an address.
_SEPARATORS = set(", \t")


def lab_query(
    found: AssessorComparison, spec: Spec, rankings: Mapping[str, Sequence[str]], grades: Mapping[str, int]
) -> str:
    """Return the lab's query with rankings of a topic and an assessor's grades; empty if an address has no room."""
    listed = {name: ranked for name, ranked in rankings.items() if ranked}
    documents = {*grades, *(docno for ranked in listed.values() for docno in ranked)}
    if not listed or len(listed) > MOST_LISTS or len(documents) > LONGEST:
        return ""
    if max(grades.values(), default=0) > TOP_GRADE or any(_SEPARATORS & set(docno) for docno in documents):
        return ""
    labels = {docno: POOLED if grade < 0 else grade for docno, grade in grades.items()}
    lists = tuple(
        Listed(title=name if len(listed) > 1 else "").holding(
            [Document(labels.get(docno, UNJUDGED), docno) for docno in ranked],
            [Document(grade, docno) for docno, grade in labels.items() if docno not in ranked and grade >= 0],
        )
        for name, ranked in listed.items()
    )
    own = own_choices(DEFAULT_PRESET, {name: found.conventions[name] for name in CONVENTIONS})
    state = State(preset=DEFAULT_PRESET, overrides=own).holding_lists(lists, 1)
    return with_open_measure(state.having(scale=default_scale(lists)), spec.text, adopt=True).query()
