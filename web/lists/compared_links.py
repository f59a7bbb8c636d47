"""Two links to the lab, compared list by list as two systems are over topics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ireval.comparison.comparison import compare
from ireval.comparison.measure_comparison import compare_scores, with_holm
from ireval.comparison.plain_comparison import plain, plain_measure, plain_topics
from ireval.comparison.significance import LEVEL
from ireval.errors import InputError
from ireval.evaluation.several_lists import SeveralLists
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.ranking.judgements import UNJUDGED
from ireval.trec.single_list import docnos
from web.lists.list_titles import tabs
from web.state.address import from_query
from web.state.lab_list import Listed
from web.state.lab_state import State
from web.state.shared_judgements import share

_SYSTEMS = ("A", "B")


def compare_links(a: str, b: str, specs: Sequence[Spec], seed: int) -> dict[str, Any]:
    """What a comparison of two links says, as plain values; the conventions are those of the first.

    Where all documents have names, documents with the same name are the same, and the comparison says why the lists
    differ. Without names each list is scored by itself. Raises ``InputError`` if a link cannot be used.
    """
    first, second = _state(a, "a"), _state(b, "b")
    if len(first.lists) != len(second.lists):
        raise InputError("b", "links-differ-in-lists", a=len(first.lists), b=len(second.lists))
    titles = [tab.full for tab in tabs(first)]
    pairs = [listed for pair in zip(first.lists, second.lists, strict=True) for listed in pair]
    if all(_all_named(listed) for listed in pairs):
        return _by_documents(pairs, titles, first, specs, seed)
    systems = [SeveralLists([x.ranking for x in state.lists], first.conventions) for state in (first, second)]
    compared = with_holm(
        [
            compare_scores(
                spec,
                titles,
                {name: system.score(spec).values for name, system in zip(_SYSTEMS, systems, strict=True)},
                test=first.conventions["test"],
                seed=seed,
            )
            for spec in specs
        ]
    )
    measures = []
    for measure in compared:
        entry = plain_measure(measure)
        for pair, listed in zip(measure.pairs, entry["pairs"], strict=True):
            listed["topics"] = plain_topics(measure, pair)
        measures.append(entry)
    note = say(Message("meaning-of-p"))
    report = {"runs": list(_SYSTEMS), "measures": measures, "overlap": [], "seed": seed, "level": LEVEL, "note": note}
    return report | {"conventions": first.conventions}


def _state(link: str, side: str) -> State:
    query = urlsplit(link.strip()).query if "?" in link else link.strip()
    parts = dict(parse_qsl(query, keep_blank_values=True))
    if not {"labels", "subtopics"} & set(parts):
        raise InputError(side, "link-without-list", side=side)
    reading = from_query({"labels": "", **parts})
    if reading.errors:
        raise reading.errors[0].at(f"{side}.{reading.errors[0].field}")
    return reading.state


def _all_named(listed: Listed) -> bool:
    names = [document.name for document in (*listed.ranked, *listed.missed)]
    return not listed.diverse and all(names) and len(set(names)) == len(names)


def _by_documents(
    pairs: Sequence[Listed], titles: Sequence[str], state: State, specs: Sequence[Spec], seed: int
) -> dict[str, Any]:
    """The comparison of lists whose documents have names, as judgements and runs."""
    shared = share(pairs, "pairs")
    if shared.conflicts:
        conflict = shared.conflicts[0]
        raise InputError("b", "links-disagree-on-document", name=conflict.name)
    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, dict[str, float]]] = {name: {} for name in _SYSTEMS}
    for title, place in zip(_distinct(titles), range(0, len(pairs), 2), strict=True):
        lists = shared.lists[place : place + 2]
        documents = {d.name: d.grade for listed in reversed(lists) for d in (*listed.ranked, *listed.missed)}
        docno = dict(zip(documents, docnos(documents), strict=True))
        qrels[title] = {docno[name]: grade for name, grade in documents.items() if grade != UNJUDGED}
        for name, listed in zip(_SYSTEMS, lists, strict=True):
            runs[name][title] = {docno[d.name]: float(-rank) for rank, d in enumerate(listed.ranked)}
    sizes = {"size": state.size} if state.size else {}
    found = compare(
        qrels, runs, [spec.text for spec in specs], conventions=state.preset, seed=seed, **state.overrides, **sizes
    )
    return plain(found, by_topic=True)


def _distinct(titles: Sequence[str]) -> list[str]:
    """The titles, with a number where one is there again."""
    return [title if titles.index(title) == i else f"{title} ({i + 1})" for i, title in enumerate(titles)]
