"""The comparison that a form or an address describes: the judgements of several assessors, and rankings to score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import numpy as np
from werkzeug.datastructures import MultiDict

from ireval.agreement.all_coefficients import of_pairs
from ireval.agreement.coefficient import Coefficient, checked_marginals
from ireval.agreement.label_counts import OWN
from ireval.agreement.labels_in_common import Judgements
from ireval.collection import Topic
from ireval.collection.stored_collection import Collection
from ireval.conventions import DEFAULT_PRESET, effective
from ireval.errors import InputError, nearest
from ireval.experiments.assessors.assessor_agreement import USUAL
from ireval.experiments.assessors.assessor_comparison import USUAL_MEASURES, AssessorComparison, compare_assessors
from ireval.experiments.assessors.label_lines import read_rankings
from ireval.experiments.assessors.label_matrix import SORTS
from ireval.experiments.assessors.label_sets import ranked_runs, read_label_sets, write_rankings
from ireval.trec.rank_order import rank_rows, usual_order
from ireval.trec.runs import Run
from web.store.library import library

#: The layouts of pasted labels: a line for each assessor, or a group of labels for each document.
FORMATS = ("assessors", "documents")
#: The parts that say how the comparison is shown.
_SHOWN = ("sort", "pair", "kappa", "marginals")
MOST_RUNS = 8
USUAL_RUNS = 4
#: The most documents times assessors whose judgements are compared.
MOST_LABELS = 40_000

Given = MultiDict[str, str]


@dataclass(frozen=True, eq=False)
class Study:
    """A comparison of assessors, with the choices of its page.

    ``parts`` are those of its address. ``rank`` gives the documents of a run for a topic, best first. ``entry`` is the
    collection it is about, None for pasted labels.
    """

    found: AssessorComparison
    parts: Sequence[tuple[str, str]]
    rank: Callable[[str, str], Sequence[str]]
    sort: str
    pair: tuple[str, str]
    kappa: Coefficient
    marginals: str
    entry: library.LibraryEntry | None = None

    @property
    def topics(self) -> Mapping[str, Topic]:
        """The topics of the collection by number; empty for pasted labels."""
        return self.entry.collection.topics if self.entry else {}

    def title_of(self, docno: str) -> str:
        """The title of a document; empty if it is not known."""
        document = self.entry.collection.documents.get(docno) if self.entry else None
        return document.title if document else ""

    def query(self, **changed: str) -> str:
        """Return the query of the page's address, with some parts changed; empty parts are left out."""
        parts = [(name, text) for name, text in self.parts if name not in changed]
        return urlencode([*parts, *((name, text) for name, text in changed.items() if text)])


def study_of(given: Given) -> Study:
    """Return the comparison that a form or an address describes. Raises ``InputError`` if something cannot be used."""
    chosen = _chosen(given)
    preset = chosen.get("conventions", DEFAULT_PRESET)
    overrides: dict[str, Any] = {"rel": chosen["rel"]} if "rel" in chosen else {}
    sort = given.get("sort") or SORTS[0]
    if sort not in SORTS:
        raise InputError("sort", "not-one-of", name="Sorted by", text=sort, hint=nearest(sort, SORTS))

    def compared(judgements: Mapping[str, Judgements], runs: Mapping[str, Run], topics: Sequence[str] = ()) -> Any:
        measures = chosen.get("measures", USUAL_MEASURES)
        return compare_assessors(judgements, runs, measures, topics=topics, conventions=preset, **overrides)

    if given.get(library.FIELD):
        return _of_collection(library.find(given[library.FIELD]), given, chosen, sort, compared)
    return _of_labels(given, chosen, sort, compared)


def _chosen(given: Given) -> dict[str, str]:
    """The measures, conventions and grade that differ from their defaults. Raises ``InputError`` for invalid ones."""
    found = {name: text for name in ("measures", "conventions", "rel") if (text := given.get(name, "").strip())}
    preset = found.get("conventions", DEFAULT_PRESET)
    in_force = effective(preset, {"rel": found["rel"]} if "rel" in found else {})["rel"]  # before anything is read
    usual = {"measures": USUAL_MEASURES, "conventions": DEFAULT_PRESET}
    if in_force == effective(preset, {})["rel"]:
        usual["rel"] = found.get("rel", "")
    return {name: text for name, text in found.items() if text != usual.get(name)}


def usual_runs(collection: Collection) -> list[str]:
    """Return the names of the runs that are compared if none are chosen."""
    return list(collection.runs)[:USUAL_RUNS]


def _of_collection(
    entry: library.LibraryEntry, given: Given, chosen: Mapping[str, str], sort: str, compared: Callable[..., Any]
) -> Study:
    collection, known = entry.collection, entry.collection.all_runs
    if len(collection.assessors) < 2:
        raise InputError(library.FIELD, "collection-without-assessors", title=entry.title)
    names = list(dict.fromkeys(given.getlist("run"))) or usual_runs(collection)
    if len(names) > MOST_RUNS:
        raise InputError("run", "too-many-rankings", count=len(names), most=MOST_RUNS)
    for name in names:
        if name not in known:
            raise InputError("run", "not-one-of", name="Ranking", text=name, hint=nearest(name, known))
    if not names:
        raise InputError(library.FIELD, "collection-without-runs")
    topic = given.get("topic", "")
    if topic and not any(topic in mine for mine in collection.assessors.values()):
        judged = {topic for mine in collection.assessors.values() for topic in mine}
        raise InputError("topic", "not-one-of", name="Topic", text=topic, hint=nearest(topic, judged))
    count = sum(len(g) for mine in collection.assessors.values() for t, g in mine.items() if topic in {"", t})
    if count > MOST_LABELS:
        raise InputError("topic", "too-many-labels-side-by-side", count=count, most=MOST_LABELS)
    runs = {name: known[name] for name in names}
    found = compared(collection.assessors, runs, [topic] if topic else [])
    parts = [(library.FIELD, entry.key), *([("topic", topic)] if topic else [])]
    parts += [("run", name) for name in names if names != usual_runs(collection)]
    rank = _ranks(runs, found.conventions)
    shown = _shown(given, found, sort)
    return Study(found, [*parts, *chosen.items(), *shown], rank, sort, _pair(given, found), *_kappa(given), entry)


def _of_labels(given: Given, chosen: Mapping[str, str], sort: str, compared: Callable[..., Any]) -> Study:
    how = given.get("format") or FORMATS[0]
    if how not in FORMATS:
        raise InputError("format", "not-one-of", name="Labels", text=how, hint=nearest(how, FORMATS))
    sets = read_label_sets(given.get("sets", ""), given.get("model", ""), by_document=how == FORMATS[1])
    rankings = read_rankings(given.get("lists", ""), sets.documents)
    found = compared(sets.judgements, ranked_runs(rankings))
    written = write_rankings(rankings, sets.documents)
    parts = [("sets", sets.text), *([("lists", written)] if written else []), *chosen.items()]
    shown = _shown(given, found, sort)
    return Study(found, [*parts, *shown], lambda run, _: rankings[run], sort, _pair(given, found), *_kappa(given))


def _shown(given: Given, found: AssessorComparison, sort: str) -> list[tuple[str, str]]:
    """The parts of the address that say how the comparison is shown and differ from their defaults."""
    usual = {"sort": SORTS[0], "pair": "1-2", "kappa": USUAL, "marginals": OWN}
    kappa, marginals = _kappa(given)
    pair = given.get("pair", "") if _pair(given, found) else ""
    values = {"sort": sort, "pair": pair, "kappa": kappa.key, "marginals": marginals}
    return [(name, values[name]) for name in _SHOWN if values[name] and values[name] != usual[name]]


def _pair(given: Given, found: AssessorComparison) -> tuple[str, str]:
    """The two assessors whose kappa is calculated, from their numbers: ``1-2``."""
    text, names = given.get("pair") or "1-2", found.assessors
    first, _, second = text.partition("-")
    known = {str(place): name for place, name in enumerate(names, 1)}
    if first not in known or second not in known or first == second:
        raise InputError("pair", "no-such-pair", text=text, count=len(names))
    return known[first], known[second]


def _kappa(given: Given) -> tuple[Coefficient, str]:
    """The coefficient of two assessors, and the choice of whose labels the chance agreement is computed from."""
    key, known = given.get("kappa") or USUAL, {x.key: x for x in of_pairs()}
    if key not in known:
        raise InputError("kappa", "not-one-of", name="Kappa", text=key, hint=nearest(key, known))
    return known[key], checked_marginals(given.get("marginals") or OWN)


def _ranks(runs: Mapping[str, Run], conventions: Mapping[str, Any]) -> Callable[[str, str], list[str]]:
    """A function that returns the documents of a run for a topic, best first; empty if the run lacks the topic."""
    order = usual_order(conventions["ties"], conventions["scores"])

    def ranked(name: str, topic: str) -> list[str]:
        run = runs[name]
        if topic not in run.topics:
            return []
        place = run.topics.index(topic)
        rows = rank_rows(run, order).by_rank(np.arange(len(run.scores)))
        return [run.groups.docs[row] for row in rows[run.groups.starts[place] : run.groups.starts[place + 1]].tolist()]

    return ranked
