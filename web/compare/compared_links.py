"""Compares two links to the lab list by list, as two systems are compared topic by topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ireval.comparison.comparison import RunComparison, compare
from ireval.comparison.measure_comparison import MeasureComparison, compare_scores, with_holm
from ireval.comparison.plain_comparison import plain, plain_measure, plain_topics
from ireval.comparison.significance import LEVEL
from ireval.errors import InputError
from ireval.evaluation.several_lists import SeveralLists
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.ranking.judgements import UNJUDGED
from ireval.trec.single_list import docnos
from web.state.address import from_query, with_own_list
from web.state.lab_list import Listed, default_scale
from web.state.lab_state import State
from web.state.open_table import with_open_measure
from web.state.shared_judgements import share
from web.state.texts.list_titles import query_title, tabs

_SYSTEMS = ("A", "B")


@dataclass(frozen=True, eq=False)
class LinkComparison:
    """Two links, compared list by list: ``measures`` with their pairs, and the two lists of each topic.

    ``whole`` is the comparison with its documents; it is None if documents have no names, so that each list is scored
    """

    measures: tuple[MeasureComparison, ...]
    seed: int
    state: State
    lists: Mapping[str, tuple[Listed, Listed]]
    whole: RunComparison | None

    def plain(self) -> dict[str, Any]:
        """Return the comparison as plain values, for JSON."""
        if self.whole:
            return plain(self.whole, by_topic=True)
        measures = []
        for measure in self.measures:
            entry = plain_measure(measure)
            for pair, listed in zip(measure.pairs, entry["pairs"], strict=True):
                listed["topics"] = plain_topics(measure, pair)
            measures.append(entry)
        report = {"runs": list(_SYSTEMS), "measures": measures, "overlap": [], "seed": self.seed, "level": LEVEL}
        return report | {"note": say(Message("meaning-of-p")), "conventions": self.state.conventions}

    def lab_query(self, spec: Spec, topic: str) -> str:
        """The query of the lab with both lists of a topic, and the measure open."""
        lists = tuple(replace(x, title=name) for x, name in zip(self.lists[topic], _SYSTEMS, strict=True))
        state = replace(self.state.holding_lists(lists, 1), arrangement="systems", pinned=None, cover=(), step=None)
        return with_open_measure(state.having(scale=default_scale(lists)), spec.text, adopt=True).query()


def compare_links(a: str, b: str, specs: Sequence[Spec], seed: int) -> LinkComparison:
    """Compare two links under the conventions of the first.

    If ``b`` is empty, ``a`` has both systems, as pairs of lists. If all documents have names, documents
    with the same name are the same, and the comparison says why the lists differ. Otherwise each list is scored on its
    own. Raises ``InputError`` if a link cannot be used.
    """
    first = _state(a, "a")
    if not b.strip() and first.arrangement == "pairs":
        titles = [query_title(first, i) for i in range(len(first.lists) // 2)]
        pairs = list(first.lists[: 2 * len(titles)])
    else:
        second = _state(b, "b")
        if len(first.lists) != len(second.lists):
            raise InputError("b", "links-differ-in-lists", a=len(first.lists), b=len(second.lists))
        titles = _topic_titles(first)
        pairs = [listed for pair in zip(first.lists, second.lists, strict=True) for listed in pair]
    topics = _distinct(titles)
    lists = dict(zip(topics, zip(pairs[::2], pairs[1::2], strict=True), strict=True))
    if all(_all_named(listed) for listed in pairs):
        whole = _by_documents(pairs, topics, first, specs, seed)
        return LinkComparison(whole.measures, seed, first, lists, whole)
    systems = [SeveralLists([x.ranking for x in half], first.conventions) for half in (pairs[::2], pairs[1::2])]
    test, family = first.conventions["test"], first.conventions["family"]
    compared = with_holm([_by_lists(spec, topics, systems, test, seed) for spec in specs], family)
    return LinkComparison(tuple(compared), seed, first, lists, None)


def _by_lists(
    spec: Spec, topics: Sequence[str], systems: Sequence[SeveralLists], test: str, seed: int
) -> MeasureComparison:
    """The comparison of two systems in one measure, with each list scored on its own."""
    scored = dict(zip(_SYSTEMS, (system.score(spec) for system in systems), strict=True))
    why = {topics[place]: clause for scores in scored.values() for place, clause in scores.left_out.items()}
    values = {name: scores.values for name, scores in scored.items()}
    return compare_scores(spec, topics, values, test=test, seed=seed, why=why)


def _state(link: str, side: str) -> State:
    if not link.strip():
        raise InputError(side, "no-link-to-compare", side=side)
    query = urlsplit(link.strip()).query if "?" in link else link.strip()
    parts = dict(parse_qsl(query, keep_blank_values=True))
    if not {"labels", "subtopics", "collection"} & set(parts):
        raise InputError(side, "link-without-list", side=side)
    reading = from_query(with_own_list(parts))
    if reading.errors:
        raise reading.errors[0].at(f"{side}.{reading.errors[0].field}")
    return reading.state


def _all_named(listed: Listed) -> bool:
    names = [document.name for document in (*listed.ranked, *listed.missed)]
    return not listed.diverse and all(names) and len(set(names)) == len(names)


def _by_documents(
    pairs: Sequence[Listed], topics: Sequence[str], state: State, specs: Sequence[Spec], seed: int
) -> RunComparison:
    """The comparison of lists whose documents have names, as judgements and runs."""
    shared = share(pairs, "pairs")
    if shared.conflicts:
        conflict = shared.conflicts[0]
        raise InputError("b", "links-disagree-on-document", name=conflict.name)
    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, dict[str, float]]] = {name: {} for name in _SYSTEMS}
    for title, place in zip(topics, range(0, len(pairs), 2), strict=True):
        lists = shared.lists[place : place + 2]
        documents = {d.name: d.grade for listed in reversed(lists) for d in (*listed.ranked, *listed.missed)}
        docno = dict(zip(documents, docnos(documents), strict=True))
        qrels[title] = {docno[name]: grade for name, grade in documents.items() if grade != UNJUDGED}
        for name, listed in zip(_SYSTEMS, lists, strict=True):
            runs[name][title] = {docno[d.name]: float(-rank) for rank, d in enumerate(listed.ranked)}
    sizes: dict[str, Any] = {"size": state.size} if state.size else {}
    return compare(
        qrels, runs, [spec.text for spec in specs], conventions=state.preset, seed=seed, **state.overrides, **sizes
    )


def _topic_titles(state: State) -> list[str]:
    """The titles of the lists: each is the list of a topic, even if the link shows it as the list of a system."""
    if state.arrangement == "systems":
        return [listed.title or f"Query {i}" for i, listed in enumerate(state.lists, 1)]
    return [tab.full for tab in tabs(state)]


def _distinct(titles: Sequence[str]) -> list[str]:
    """The titles, with a number added to those that occur again."""
    return [title if titles.index(title) == i else f"{title} ({i + 1})" for i, title in enumerate(titles)]
