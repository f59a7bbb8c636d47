"""Which tests run: the quick ones, the default tier, and the thorough tier.

Marks in the test files say where a test belongs, so a file takes its tier along when it is moved. A test without a
mark is quick, and is in the default tier. ``slow`` takes it out of the quick ones, ``thorough`` out of the default
tier. Both may mark a test, a parameter, a file by its ``pytestmark``, or a folder by the ``pytestmark`` in its
``__init__.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT

SLOW, THOROUGH, QUICK = "slow", "thorough", "quick"
#: How many processes share the quick tests.
PROCESSES = 2
#: Of so many random examples a quick run tries one.
SHARE = 10
FEWEST = 5
_PYTESTMARK = re.compile(r"^pytestmark = (\[\n(?:    .*\n)+\]|.*$)", re.MULTILINE)


@dataclass
class Run:
    """The run of tests that is under way."""

    quick: bool = False

    def examples(self, count: int) -> int:
        """How many of ``count`` random examples are tried."""
        return max(FEWEST, count // SHARE) if self.quick else count


RUN = Run()


@cache
def marks_of(path: Path) -> frozenset[str]:
    """The tiers that a file, or one of the folders it is in, is marked with. It is read, and not imported."""
    if not path.is_relative_to(ROOT / "tests"):
        return frozenset()
    source, above = path / "__init__.py" if path.is_dir() else path, marks_of(path.parent)
    if source.suffix != ".py" or not source.is_file():
        return above
    found = _PYTESTMARK.search(source.read_text("utf-8"))
    return above | {mark for mark in (SLOW, THOROUGH) if found and f"pytest.mark.{mark}" in found[1]}


def mark_tiers(items: Sequence[pytest.Item]) -> None:
    """Give tests the marks of their folders, and ``quick`` to those that have neither mark."""
    for item in items:
        for mark in marks_of(item.path):
            item.add_marker(mark)
        if not any(item.get_closest_marker(mark) for mark in (SLOW, THOROUGH)):
            item.add_marker(QUICK)


def without_thorough(
    config: pytest.Config, items: Sequence[pytest.Item]
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests that run, and the thorough ones that do not.

    Thorough tests run where ``-m`` or ``--all`` asks for them, where their file is named, and where there are no other
    tests.
    """
    if config.getoption("markexpr") or config.getoption("--all"):
        return list(items), []
    named = set(named_files(config))
    left_out = {item for item in items if item.get_closest_marker(THOROUGH) and item.path not in named}
    if len(left_out) == len(items):
        return list(items), []
    return [item for item in items if item not in left_out], list(left_out)


def named_files(config: pytest.Config) -> Iterator[Path]:
    """The files that the command names, with or without a test in them."""
    for argument in config.args:
        path = config.invocation_params.dir / argument.partition("::")[0]
        if path.is_file():
            yield path.resolve()


def sampled(values: Iterable[Any], keep: int, name: Callable[[Any], str] = str) -> list[Any]:
    """Parameters of which ``keep`` are in the default tier, spread evenly; the others are thorough."""
    found = list(values)
    kept = {number * len(found) // keep for number in range(keep)}
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=[] if number in kept else [pytest.mark.thorough],
            id=name(value),
        )
        for number, value in enumerate(found)
    ]
