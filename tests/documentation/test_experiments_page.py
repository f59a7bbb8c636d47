"""The page about experiments: its commands print what it says, and its figures are the product's."""

from __future__ import annotations

import doctest

import pytest

from ireval.experiments.repeated_scores import SPREAD
from ireval.experiments.significance_tests.difference_shapes import KEYS
from ireval.experiments.significance_tests.simulated_shares import CLEAR, CONFIDENCE
from ireval.experiments.significance_tests.topic_sampling import MOST_INTERVALS, RESAMPLES
from tests.documentation.recipes import blocks, matches, run
from tests.paths import DOCS, ROOT
from web.experiments.incomplete.form import PARTS
from web.experiments.significance.form import PARTS as PARTS_OF_TESTS
from web.store.jobs.job_records import KEPT_SECONDS

pytestmark = pytest.mark.slow

PAGE = "experiments.md"
TEXT = (DOCS / PAGE).read_text("utf-8")


@pytest.mark.parametrize("place", [0, 1], ids=["incomplete", "tests"])
def test_the_commands_print_what_the_page_shows(place: int) -> None:
    commands, shown = ([block for block in blocks(PAGE) if block.language == kind] for kind in ("sh", "text"))
    assert len(commands) == len(shown) == 2
    assert matches(run(commands[place].text.strip(), ROOT), shown[place].text)


def test_the_examples_in_python_run() -> None:
    examples = "\n".join(block.text for block in blocks(PAGE) if block.language == "python")
    parsed = doctest.DocTestParser().get_doctest(examples, {}, PAGE, PAGE, 0)
    assert len(parsed.examples) > 5
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_the_figures_are_those_of_the_product() -> None:
    assert "from the {}th to the {}th percentile".format(*SPREAD) in TEXT
    assert [part for part in {**PARTS, **PARTS_OF_TESTS} if f"`{part}`" not in TEXT] == []
    assert [key for key in KEYS if f"`{key}`" not in TEXT] == []
    assert f"drawn again {RESAMPLES} times" in TEXT and f"in at most {MOST_INTERVALS:,} experiments" in TEXT
    assert f"its {100 * CLEAR:g} % interval" in TEXT and f"the {100 * CONFIDENCE:g} %\n  interval" in TEXT
    assert KEPT_SECONDS == 600 and "for ten minutes" in TEXT
