"""Files of test collections: judgements (qrels), runs, topics and documents, in the formats of TREC and CLEF.

May import ``messages``, ``errors``, ``numbers`` and ``ranking``; ``paste``, ``evaluation`` and the downloads use it.
``tests/ireval/trec`` tests it, ``tests/test_architecture.py`` keeps its imports so. Each module is imported when it
is first used, so that a command starts with what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ireval.trec.id_lists import read_id_lists
    from ireval.trec.markup import Document, Topic, read_documents, read_topics
    from ireval.trec.qrels import Qrels, read_qrels
    from ireval.trec.reading.file_error import FileError
    from ireval.trec.reading.source import LIMIT
    from ireval.trec.runs import Run, read_run
    from ireval.trec.writer import write_qrels, write_run

__all__ = [
    "LIMIT",
    "Document",
    "FileError",
    "Qrels",
    "Run",
    "Topic",
    "read_documents",
    "read_id_lists",
    "read_qrels",
    "read_run",
    "read_topics",
    "write_qrels",
    "write_run",
]

_MODULES = {
    "LIMIT": "reading.source",
    "Document": "markup",
    "FileError": "reading.file_error",
    "Qrels": "qrels",
    "Run": "runs",
    "Topic": "markup",
    "read_documents": "markup",
    "read_id_lists": "id_lists",
    "read_qrels": "qrels",
    "read_run": "runs",
    "read_topics": "markup",
    "write_qrels": "writer",
    "write_run": "writer",
}


def __getattr__(name: str) -> Any:
    """Import what the package offers when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found
