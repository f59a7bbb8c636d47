"""The page about comparing runs: its commands print what it says, and its figures and limits are the product's."""

from __future__ import annotations

import doctest
import re

import pytest

from ireval.comparison.plain_comparison import PLACES
from ireval.comparison.significance import FEWEST_TOPICS
from ireval.conventions import CONVENTIONS
from ireval.messages import Message, say
from tests.documentation.recipes import blocks, matches, run
from tests.paths import DOCS, ROOT
from web.compare import lab_links, linked_comparison, work_limit
from web.compare.comparison_request import PARTS
from web.compare.measures.measure_view import MOST_DRAWN
from web.compare.measures.pair_view import FIRST_TOPICS
from web.server.incoming import named_text

pytestmark = pytest.mark.slow

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


def keys(heading: str) -> list[str]:
    """The first column of the table below a heading."""
    section = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| `")]


def test_the_tests_are_those_of_the_convention() -> None:
    assert keys("The tests") == [f"`{choice.key}`" for choice in CONVENTIONS["test"].choices]


def test_the_parts_of_the_address_are_those_of_the_page() -> None:
    named = [name for key in keys("On the page") for name in re.findall(r"`([\w]+)`", key)]
    assert [name for name in named if name not in CONVENTIONS] == [name for name in PARTS if name not in CONVENTIONS]
    assert f"the first {FIRST_TOPICS} in this order" in TEXT


def test_what_a_p_value_means_is_said_in_the_same_words() -> None:
    assert say(Message("meaning-of-p")) in " ".join(TEXT.replace("\n> ", " ").split())


def test_the_limits_are_those_of_the_interface() -> None:
    for words in (
        f"at most {named_text.LARGEST // 10**6} MB",
        f"a file {named_text.LARGEST_FILE // 10**6} MB",
        f"at most {work_limit.MOST_RUNS} runs",
        f"at most {work_limit.MOST_COMPARISONS:,} comparisons",
        f"at most {work_limit.MOST_DIFFERENCES:,} differences",
        f"more than {work_limit.MOST_OPEN} pairs",
        f"drawn for at most {MOST_DRAWN} runs",
        f"more than {work_limit.MOST_REASONS:,} differences",
        f"at most {work_limit.MOST_MEASURES} measures",
    ):
        assert words in TEXT
    assert f"at most {lab_links.LONGEST} documents" in TEXT
    assert PLACES == 4
    assert linked_comparison.FIRST_RUNS == 4
    assert f"fewer than {FEWEST_TOPICS} of them" in TEXT
