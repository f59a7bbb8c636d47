"""Which tests `pytest -m quick` runs: all but those of browsers, databases, other tools, and what takes long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.paths import ROOT

#: Folders and files that need a browser, a database, a server or another tool, or that take seconds.
NOT_QUICK = (
    "tests/browser",
    "tests/peers",
    "tests/web/store",
    "tests/web/sheets",
    "tests/web/downloads/test_routes.py",
    "tests/web/lists",
    "tests/web/measures",
    "tests/web/why",
    "tests/web/server/test_http_server.py",
    "tests/web/server/test_proxy.py",
    "tests/documentation/test_recipes.py",
    "tests/ireval/contract",
    "tests/ireval/conventions/test_declarations.py",
    "tests/ireval/diagnosis",
    "tests/ireval/exercises/exports",
    "tests/ireval/exercises/generator",
    "tests/ireval/exercises/marking",
    "tests/ireval/exercises/paper",
    "tests/ireval/exercises/variants",
    "tests/ireval/evaluation/test_evaluation.py",
    "tests/ireval/evaluation/test_missing_topics.py",
    "tests/ireval/measure/test_computation.py",
    "tests/ireval/metrics/test_contract.py",
    "tests/ireval/metrics/test_formula_slips.py",
    "tests/ireval/metrics/test_formula_values.py",
    "tests/ireval/metrics/test_kept_contract.py",
    "tests/ireval/metrics/test_mistakes.py",
    "tests/ireval/metrics/test_properties.py",
    "tests/ireval/metrics/test_subtopics.py",
    "tests/ireval/metrics/test_textbook.py",
    "tests/ireval/metrics/test_textbook_diversity.py",
    "tests/ireval/metrics/test_wrong_steps.py",
    "tests/ireval/metrics/test_wrong_values.py",
    "tests/ireval/trec/test_readers.py",
    "tests/ireval/explanation/test_switchboard.py",
    "tests/web/lab/test_routes.py",
    "tests/web/server/test_forgery.py",
    "tests/web/server/test_security.py",
    "tests/test_package.py",
    "tests/test_readme.py",
)


def is_quick(path: Path) -> bool:
    """Whether the tests of a file are quick; doctests are."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return not any(name == slow or name.startswith(f"{slow}/") for slow in NOT_QUICK)


def mark_quick(items: list[pytest.Item]) -> None:
    """Give the marker `quick` to all tests that are."""
    for item in items:
        if is_quick(item.path):
            item.add_marker("quick")
