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
