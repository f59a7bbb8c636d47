"""Links to the lab with the lists of two runs on one topic, side by side."""

from __future__ import annotations

from ireval.comparison.comparison import RunComparison
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET
from ireval.measure.spelling import Spec
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE
from web.state.lab_list import Document, Listed
from web.state.lab_state import State, default_scale, own_choices
from web.state.open_table import showing

#: Lists with more documents in all would make addresses that are too long.
LONGEST = 60
#: The characters that separate names in an address.
_SEPARATORS = set(", \t")


def lab_link(found: RunComparison, spec: Spec, names: tuple[str, str], topic: str) -> str:
    """The query of the lab for a topic, with the measure open; empty if an address cannot hold the lists."""
    if max(found.longest(topic)) > LONGEST:
        return ""
    grades, rankings = found.grades(topic), [found.ranking(name, topic) for name in names]
    documents = {*grades, *(docno for ranking in rankings for docno in ranking)}
    if spec.measure.needs_subtopics or not all(rankings) or len(documents) > LONGEST:
        return ""
    if max(grades.values(), default=0) > TOP_GRADE or any(_SEPARATORS & set(docno) for docno in documents):
        return ""
    lists = tuple(
        Listed(title=name).holding(
            [Document(grades.get(docno, UNJUDGED), docno) for docno in ranking],
            [Document(grade, docno) for docno, grade in grades.items() if docno not in ranking],
        )
        for name, ranking in zip(names, rankings, strict=True)
    )
    own = own_choices(DEFAULT_PRESET, {name: found.conventions[name] for name in CONVENTIONS})
    state = State(preset=DEFAULT_PRESET, overrides=own).holding_lists(lists, 1)
    return showing(state.having(arrangement="systems", scale=default_scale(lists)), spec.text, adopt=True).query()
