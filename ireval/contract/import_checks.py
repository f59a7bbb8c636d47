"""The check that a file imports nothing but what it may know, such as what a measure is computed from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

from ireval.contract.finding import Finding

#: The rooms that a measure may import, and what measures share. Others reach measures through the registry.
MEASURES_KNOW = ("ireval.messages", "ireval.measure", "ireval.conventions", "ireval.ranking", "ireval.numbers")
SHARED = "ireval.metrics.shared"
#: Outside of the project: what computes, and what describes types.
LIBRARIES = (
    "__future__", "collections", "dataclasses", "decimal", "enum", "fractions", "functools", "itertools", "math",
    "numpy", "operator", "string", "types", "typing",
)  # fmt: skip
_FIX = f"Use only {', '.join(MEASURES_KNOW)}, {SHARED}, NumPy, and modules of Python that compute, such as math."


def check_imports(path: Path) -> Iterator[Finding]:
    """Every import of a measure file, also one within a function, is of something that measures may know."""
    yield from imports_outside(path, may_import, "A measure", _FIX)


def imports_outside(path: Path, allowed: Callable[[str], bool], importer: str, fix: str) -> Iterator[Finding]:
    """The imports of a file of modules that are not ``allowed``; messages call the file an ``importer``."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        wrong = [name for name in _imported(node) if not allowed(name)]
        if wrong:
            where = f"line {getattr(node, 'lineno', 0)}"
            yield Finding("import", where, f"{importer} may not import {', '.join(dict.fromkeys(wrong))}.", fix)


def may_import(name: str) -> bool:
    """Whether a measure may import a module of this name."""
    if name.partition(".")[0] == "ireval":
        return any(name == room or name.startswith(f"{room}.") for room in (*MEASURES_KNOW, SHARED))
    return name.partition(".")[0] in LIBRARIES


def _imported(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports, in full: those of the project's measures may be relative."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parent = {0: "", 1: "ireval.metrics."}.get(node.level, "ireval.")
        base = f"{parent}{node.module or ''}".rstrip(".")
        if may_import(base):
            yield base
        else:  # from ireval import measure
            yield from (f"{base}.{alias.name}" if base.startswith("ireval") else base for alias in node.names)
