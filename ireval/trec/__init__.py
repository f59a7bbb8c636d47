"""Files of judgements (qrels) and runs in the formats of TREC.

May import ``messages``, ``errors``, ``numbers`` and ``ranking``; ``collection``, ``paste``, ``evaluation`` and the
downloads use it. ``tests/ireval/trec`` tests it, ``tests/test_architecture.py`` keeps its imports so. Each module is
imported when it is first used, so that a command starts with what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ireval.trec.id_lists import read_id_lists
    from ireval.trec.qrels import Qrels, read_qrels
    from ireval.trec.reading.file_error import FileError
    from ireval.trec.reading.source import LIMIT
    from ireval.trec.runs import Run, read_run
    from ireval.trec.writer import write_qrels, write_run

__all__ = [
    "LIMIT",
    "FileError",
    "Qrels",
    "Run",
    "read_id_lists",
    "read_qrels",
    "read_run",
    "write_qrels",
    "write_run",
]

_MODULES = {
    "LIMIT": "reading.source",
    "FileError": "reading.file_error",
    "Qrels": "qrels",
    "Run": "runs",
    "read_id_lists": "id_lists",
    "read_qrels": "qrels",
    "read_run": "runs",
    "write_qrels": "writer",
    "write_run": "writer",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used. Raises ``AttributeError`` for any other name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found
