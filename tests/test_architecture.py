"""Imports go one way, read off the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT

SOURCES = sorted([ROOT / "app.py", *(ROOT / "ireval").rglob("*.py"), *(ROOT / "web").rglob("*.py")])
MEASURES_KNOW = {"ireval.measure", "ireval.conventions", "ireval.ranking", "ireval.numbers"}
ONLY_HERE = dict.fromkeys(("sqlalchemy", "alembic", "psycopg", "sqlite3"), "web.store")


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(name: str, source: str, *, package: bool = False) -> Iterator[str]:
    """Every module that a source imports, in full: `from a import b` gives `a` and `a.b`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = name.split(".")[: len(name.split(".")) - node.level + package]
                base = ".".join([*parts, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, *parents: str) -> bool:
    return any(name == parent or name.startswith(parent + ".") for parent in parents)


def fault(importer: str, name: str) -> bool:
    """Whether this module must not import that one."""
    top = name.partition(".")[0]
    if top in ONLY_HERE:
        return not within(importer, ONLY_HERE[top])
    if within(importer, "ireval"):
        if top in {"web", "app", "flask", "werkzeug", "jinja2"}:
            return True
        helper = within(name, "ireval.metrics.shared")
        if within(importer, "ireval.metrics"):
            allowed = helper or name in {"ireval", "ireval.metrics"} or within(name, *MEASURES_KNOW)
            return top == "ireval" and not allowed
        return name.startswith("ireval.metrics.") and not name.endswith("__")
    return within(importer, "web") and top == "app"


@pytest.mark.parametrize("path", SOURCES, ids=module)
def test_imports_go_one_way(path: Path) -> None:
    name = module(path)
    source = path.read_text("utf-8")
    names = set(imported(name, source, package=path.name == "__init__.py"))
    assert sorted(found for found in names if fault(name, found)) == []


@pytest.mark.parametrize(
    ("importer", "source", "wrong"),
    [
        ("ireval.metrics.ap", "from ireval.explanation.explanation import explain", True),
        ("ireval.metrics.ap", "from ..explanation import curve", True),
        ("ireval.metrics.ap", "import ireval.metrics.bpref", True),
        ("ireval.metrics.ap", "from . import bpref", True),
        ("ireval.metrics.ap", "from .shared import gains", False),
        ("ireval.metrics.ap", "from ireval.measure.declaration import Measure", False),
        ("ireval.metrics.ap", "import numpy as np", False),
        ("ireval.measure.spelling", "from ireval.metrics import ap", True),
        ("ireval.measure.spelling", "import flask", True),
        ("ireval.measure.spelling", "from web.state.lab_state import State", True),
        ("web.lab.routes", "from app import create_app", True),
        ("web.lab.routes", "import sqlalchemy", True),
        ("web.store", "import sqlalchemy", False),
        ("web.lab.routes", "from ireval.measure.registry import measures", False),
    ],
)
def test_the_rules_notice(importer: str, source: str, wrong: bool) -> None:
    assert any(fault(importer, name) for name in imported(importer, source)) is wrong


@pytest.mark.parametrize("path", SOURCES, ids=module)
def test_only_one_module_names_htmx_headers(path: Path) -> None:
    if module(path) == "web.server.htmx":
        return
    texts = [
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert not [text for text in texts if text.lower().startswith(("hx-", "http_hx_"))]
