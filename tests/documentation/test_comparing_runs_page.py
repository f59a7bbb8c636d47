"""The page about comparing runs: its commands print what it says, and its figures and limits are the product's."""

from __future__ import annotations

import doctest

import pytest

from ireval.comparison.plain_comparison import PLACES
from ireval.conventions import CONVENTIONS
from ireval.messages import Message, say
from tests.documentation.recipes import blocks, matches, run
from tests.paths import DOCS, ROOT
from web.compare import lab_links, linked_comparison
from web.compare import sent_files as api

pytest.importorskip("scipy")

PAGE = "comparing-runs.md"
TEXT = (DOCS / PAGE).read_text("utf-8")


def test_the_command_prints_what_the_page_shows() -> None:
    (command, shown) = [block for block in blocks(PAGE) if block.language in {"sh", "text"}][:2]
    assert matches(run(command.text.strip(), ROOT), shown.text)


def test_the_examples_in_python_run() -> None:
    examples = "\n".join(block.text for block in blocks(PAGE) if block.language == "python")
    parsed = doctest.DocTestParser().get_doctest(examples, {}, PAGE, PAGE, 0)
    assert len(parsed.examples) > 10
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_the_tests_are_those_of_the_convention() -> None:
    rows = [line.split("|")[1].strip(" `") for line in TEXT.splitlines() if line.startswith("| `")]
    assert rows == [choice.key for choice in CONVENTIONS["test"].choices]


def test_what_a_p_value_means_is_said_in_the_same_words() -> None:
    assert say(Message("meaning-of-p")) in " ".join(TEXT.replace("\n> ", " ").split())


def test_the_limits_are_those_of_the_interface() -> None:
    for words in (
        f"at most {api.LARGEST // 10**6} MB",
        f"a file {api.LARGEST_FILE // 10**6} MB",
        f"at most {api.MOST_RUNS} runs",
        f"at most {api.MOST_DIFFERENCES:,} differences",
    ):
        assert words in TEXT
    assert f"at most {lab_links.LONGEST} documents" in TEXT
    assert PLACES == 4
    assert linked_comparison.MOST_RUNS == 4
