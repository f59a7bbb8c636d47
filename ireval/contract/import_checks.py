"""The check that a file imports only allowed modules, such as those from which a measure is computed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

from ireval.contract.finding import Finding

#: The packages that a measure may import, and the modules that measures share. Others use measures by the registry.
MEASURES_KNOW = ("ireval.messages", "ireval.measure", "ireval.conventions", "ireval.ranking", "ireval.numbers")
SHARED = "ireval.metrics.shared"
#: Allowed modules outside of the project: for computing, and for types.
LIBRARIES = (
    "__future__", "collections", "dataclasses", "decimal", "enum", "fractions", "functools", "itertools", "math",
    "numpy", "operator", "string", "types", "typing",
)  # fmt: skip
_FIX = f"Use only {', '.join(MEASURES_KNOW)}, {SHARED}, NumPy, and modules of Python that compute, such as math."


def check_imports(path: Path) -> Iterator[Finding]:
    """Every import of a measure file, also one within a function, is of a module that measures may import."""
    yield from imports_outside(path, may_import, "A measure", _FIX)


def imports_outside(path: Path, allowed: Callable[[str], bool], importer: str, fix: str) -> Iterator[Finding]:
    """Yield a finding for each import of a module that is not ``allowed``; messages call the file ``importer``."""
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
    """The full names of the modules that a statement imports; imports may be relative to the project's measures."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parent = {0: "", 1: "ireval.metrics."}.get(node.level, "ireval.")
        base = f"{parent}{node.module or ''}".rstrip(".")
        if may_import(base):
            yield base
        else:  # from ireval import measure
            yield from (f"{base}.{alias.name}" if base.startswith("ireval") else base for alias in node.names)
