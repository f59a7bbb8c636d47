"""Comparisons that an address describes completely: runs of a collection, or two links to the lab."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ireval.collection.stored_collection import Collection
from ireval.comparison.comparison import RunComparison, compare
from ireval.errors import InputError
from ireval.trec.runs import Run
from web.compare.compared_links import compare_links
from web.compare.comparison_cache import ComparisonCache
from web.compare.comparison_request import ComparisonRequest
from web.compare.page import ComparePage
from web.compare.work_limit import MOST_RUNS, check_work
from web.store.library import library
from web.store.library.library import BUILT_IN, LibraryEntry

#: The number of runs that are compared if none are chosen.
FIRST_RUNS = 4
_cache = ComparisonCache()


def linked_page(wanted: ComparisonRequest, *, linked: bool = True) -> ComparePage:
    """Return the page for a request; ``linked`` if it has an address. Raises ``InputError`` for an invalid request."""
    if wanted.given.get("a") or wanted.given.get("b"):
        a, b = (wanted.given.get(side, "") for side in "ab")
        return ComparePage(compare_links(a, b, wanted.specs, wanted.seed), wanted, linked, {})
    entry = requested_entry(wanted)
    titles = {number: topic.title for number, topic in entry.collection.topics.items()}
    return ComparePage(_compare_entry(entry, wanted), wanted, linked, titles)


def requested_entry(wanted: ComparisonRequest) -> LibraryEntry:
    """Return the collection of a request; the built-in one if the request names none."""
    return library.find(wanted.given.get(library.FIELD, BUILT_IN))


def chosen_runs(entry: LibraryEntry, wanted: ComparisonRequest) -> list[str]:
    """Return the names of the runs of a request; if it has none, the first ones of the collection."""
    return wanted.runs or list(entry.collection.runs)[:FIRST_RUNS]


def _compare_entry(entry: LibraryEntry, wanted: ComparisonRequest) -> RunComparison:
    """The comparison of a collection's runs, from the cache if possible."""
    stored, names, specs = entry.collection, chosen_runs(entry, wanted), wanted.specs
    if len(names) > MOST_RUNS:
        raise InputError("run", "too-many-runs", count=len(names), most=MOST_RUNS)
    runs = {name: _run(entry, name) for name in names}
    check_work(len(stored.qrels), len(runs), specs, baseline=bool(wanted.baseline))
    texts = [spec.text for spec in specs]
    settings: dict[str, Any] = {"conventions": wanted.preset, "seed": wanted.seed, "baseline": wanted.baseline}
    settings |= wanted.choices
    return _cache.find(
        (entry.key, *names, None, *texts, None, *sorted(settings.items())),
        (stored.qrels, stored.documents, *runs.values()),
        lambda: compare(stored.qrels, runs, texts, size=_size(stored, runs.values()), **settings),
    )


def _size(stored: Collection, runs: Iterable[Run]) -> int | None:
    """The number of documents of a collection; None if some judged or retrieved documents are not among them."""
    documents = stored.documents.keys()
    retrieved = (docno for run in runs for docno in run.groups.docs.tolist())
    judged = (docno for grades in stored.qrels.values() for docno in grades)
    return len(documents) if documents and documents >= {*judged, *retrieved} else None


def _run(entry: LibraryEntry, name: str) -> Run:
    runs = entry.collection.all_runs
    if name not in runs:
        raise InputError("run", "no-such-run", text=name, known=list(runs))
    return runs[name]
