"""What `pytest -m quick` runs: no browser, database or other tool, nothing that takes long, on fewer examples."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.paths import ROOT

#: Folders and files that need a browser, a database, another tool, a server's own process, or a new environment.
NEEDY = (
    "tests/browser",
    "tests/endurance",
    "tests/fuzz",
    "tests/peers",
    "tests/web/collections",
    "tests/web/jobs",
    "tests/web/experiments/test_long_experiments.py",
    "tests/web/store",
    "tests/web/operation",
    "tests/web/server/test_http_server.py",
    "tests/web/server/test_proxy.py",
    "tests/web/server/test_shared_rates.py",
    "tests/deployment",
    "tests/test_built_in_collection.py",
    "tests/web/server/test_slow_clients.py",
    "tests/documentation/test_recipes.py",
    "tests/test_package.py",
)
#: Files that take long whatever the number of examples: whole contracts, printed sheets, every measure or step of a
#: lesson on every page.
LONG = (
    "tests/ireval/contract",
    "tests/ireval/conventions/test_declarations.py",
    "tests/ireval/diagnosis",
    "tests/ireval/evaluation",
    "tests/ireval/exercises/exports",
    "tests/ireval/exercises/generator",
    "tests/ireval/exercises/marking",
    "tests/ireval/exercises/paper/test_key_slips.py",
    "tests/ireval/exercises/paper/test_page_division.py",
    "tests/ireval/exercises/paper/test_pdf.py",
    "tests/ireval/exercises/test_blind_guesses.py",
    "tests/ireval/exercises/variants/test_variant.py",
    "tests/ireval/metrics/test_formula_slips.py",
    "tests/ireval/metrics/test_formula_values.py",
    "tests/ireval/metrics/test_kept_contract.py",
    "tests/ireval/metrics/test_mistakes.py",
    "tests/ireval/metrics/test_wrong_steps.py",
    "tests/ireval/trec/test_parts.py",
    "tests/ireval/trec/test_readers.py",
    "tests/test_readme.py",
    "tests/web/compare/test_choices.py",
    "tests/web/compare/test_same_numbers.py",
    "tests/web/downloads/test_lesson_step.py",
    "tests/web/downloads/test_routes.py",
    "tests/web/lab/test_added_discount.py",
    "tests/web/lab/test_routes.py",
    "tests/web/lab/test_sections.py",
    "tests/web/lessons/test_every_mistake.py",
    "tests/web/lessons/test_lessons.py",
    "tests/web/lessons/test_presenter_view.py",
    "tests/web/lessons/test_printed_lesson.py",
    "tests/web/lab/test_lists.py",
    "tests/web/measures",
    "tests/web/server/test_security.py",
    "tests/web/sheets",
    "tests/web/why/test_routes.py",
)
PROCESSES = 2
#: Of so many random examples a quick run tries one.
SHARE = 10
FEWEST = 5


@dataclass
class Run:
    """The run of tests that is under way."""

    quick: bool = False

    def examples(self, count: int) -> int:
        """How many of ``count`` random examples are tried."""
        return max(FEWEST, count // SHARE) if self.quick else count


RUN = Run()


@cache
def is_quick(path: Path) -> bool:
    """Whether the tests of a file are quick; doctests are."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return not any(name == slow or name.startswith(f"{slow}/") for slow in (*NEEDY, *LONG))


def mark_quick(items: list[pytest.Item]) -> None:
    """Give the marker `quick` to all tests that are."""
    for item in items:
        if is_quick(item.path):
            item.add_marker("quick")
