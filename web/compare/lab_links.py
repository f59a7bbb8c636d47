"""Links to the lab with the lists of two runs on one topic, side by side."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ireval.comparison.comparison import RunComparison
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET
from ireval.measure.spelling import Spec
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import MOST_RANKS, TOP_GRADE
from web.state.lab_list import Document, Listed, default_scale
from web.state.lab_state import State, own_choices
from web.state.open_table import with_open_measure
from web.state.pin_text import parts_of
from web.state.stored.stored_labels import DEPTH
from web.state.stored.topic_query import query_of

#: The address contains the lists of files that are not stored; with more documents in all it would be too long.
LONGEST = 60
#: The characters that separate names in an address.
_SEPARATORS = set(", \t")


def stored_link(found: RunComparison, spec: Spec, names: tuple[str, str], topic: str, collection: str) -> str:
    """Return the query of the lab for a topic of the collection with this key, with the measure open.

    The lists are as long as the lab can hold. The query is empty for a measure of subtopics, which are not stored.
    """
    if spec.measure.needs_subtopics:
        return ""
    depth = min(max(found.longest(topic)[1], 1), MOST_RANKS)
    parts = {"collection": collection, "topic": topic, "run": names[0], "run2": names[1]}
    parts |= {} if depth == DEPTH else {"depth": str(depth)}
    own = own_choices(DEFAULT_PRESET, {name: found.conventions[name] for name in CONVENTIONS})
    return query_of(**parts, **_shown_parts(spec.text, tuple(own.items())))


@lru_cache(maxsize=64)
def _shown_parts(measure: str, own: tuple[tuple[str, Any], ...]) -> dict[str, str]:
    """The parts of an address that open a measure under conventions."""
    state = with_open_measure(State(preset=DEFAULT_PRESET, overrides=dict(own)), measure, adopt=True)
    return {name: text for name, text in parts_of(state.query()).items() if name != "labels"}


def lab_link(found: RunComparison, spec: Spec, names: tuple[str, str], topic: str) -> str:
    """Return the query of the lab for files that are not stored; empty if an address cannot hold their lists."""
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
    return with_open_measure(
        state.having(arrangement="systems", scale=default_scale(lists)), spec.text, adopt=True
    ).query()
