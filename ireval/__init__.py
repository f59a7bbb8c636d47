"""ireval: evaluation measures for information retrieval, computed as tables with all calculations.

``evaluate`` scores runs, ``explain`` shows one list rank by rank, ``reproduce`` finds how a published score was
computed, and ``trec`` reads and writes TREC's files. Each is imported when it is first used, so that a command imports
only what it needs.

>>> from ireval import evaluate
>>> evaluate({"1": {"a": 1, "b": 0}}, {"1": {"b": 2.5, "a": 1.5}}, measures="AP").mean
{'AP': 0.5}
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ireval import trec
    from ireval.errors import InputError
    from ireval.evaluation.evaluation import evaluate
    from ireval.explanation.explanation import explain
    from ireval.reproduction.reproduction import reproduce

__all__ = ["InputError", "evaluate", "explain", "reproduce", "trec"]

_MODULES = {
    "InputError": "ireval.errors",
    "evaluate": "ireval.evaluation.evaluation",
    "explain": "ireval.explanation.explanation",
    "reproduce": "ireval.reproduction.reproduction",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used. Raises ``AttributeError`` for any other name."""
    if name in _MODULES:
        found: Any = getattr(import_module(_MODULES[name]), name)
    elif name == "trec":
        found = import_module("ireval.trec")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
