"""The page about experiments: its commands print what it says, and its figures are the product's."""

from __future__ import annotations

import doctest

from ireval.experiments.repeated_scores import SPREAD
from tests.documentation.recipes import blocks, matches, run
from tests.paths import DOCS, ROOT
from web.experiments.incomplete.form import PARTS
from web.jobs.manager import KEPT

PAGE = "experiments.md"
TEXT = (DOCS / PAGE).read_text("utf-8")


def test_the_command_prints_what_the_page_shows() -> None:
    (command, shown) = [block for block in blocks(PAGE) if block.language in {"sh", "text"}]
    assert matches(run(command.text.strip(), ROOT), shown.text)


def test_the_examples_in_python_run() -> None:
    examples = "\n".join(block.text for block in blocks(PAGE) if block.language == "python")
    parsed = doctest.DocTestParser().get_doctest(examples, {}, PAGE, PAGE, 0)
    assert len(parsed.examples) > 5
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_the_figures_are_those_of_the_product() -> None:
    assert "from the {}th to the {}th percentile".format(*SPREAD) in TEXT
    assert [part for part in PARTS if f"`{part}`" not in TEXT] == []
    assert KEPT == 600 and "for ten minutes" in TEXT
