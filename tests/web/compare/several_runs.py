"""A collection with five runs of sixty topics, as if somebody had uploaded it."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

import pytest

from ireval.collection.stored_collection import Collection
from ireval.trec import read_run
from tests.ireval.comparison.sixty_topics import QRELS, RUNS, Run
from web.store.library import library
from web.store.library.library import LibraryEntry

KEY = "sixty"
FIVE: Mapping[str, Run] = {**RUNS, "fourth": RUNS["second"], "fifth": RUNS["first"]}


def run_text(run: Run) -> str:
    """A run as a file."""
    return "".join(f"{topic} Q0 {doc} 0 {score!r} x\n" for topic, mine in run.items() for doc, score in mine.items())


def qrels_text() -> str:
    """The judgements as a file."""
    return "".join(f"{topic} 0 {doc} {grade}\n" for topic, judged in QRELS.items() for doc, grade in judged.items())


def add_collection(monkeypatch: pytest.MonkeyPatch) -> LibraryEntry:
    """Let the library find the collection beside the built-in one."""
    runs = {name: read_run(BytesIO(run_text(run).encode())) for name, run in FIVE.items()}
    entry = LibraryEntry(KEY, "Sixty topics", Collection({}, {}, QRELS, {}, runs))
    find = library.find
    monkeypatch.setattr(library, "find", lambda key: entry if key == KEY else find(key))
    return entry
