"""docs/collections.md: its examples give what it says, and it names the tags and limits that there are."""

from __future__ import annotations

import doctest
import re

from ireval.collection import line_stream, markup, markup_elements, tagged_fields
from tests.documentation.recipes import blocks
from tests.paths import DOCS

PAGE = (DOCS / "collections.md").read_text("utf-8")


def test_its_examples_give_what_it_says() -> None:
    code = "\n".join(block.text for block in blocks("collections.md"))
    test = doctest.DocTestParser().get_doctest(code, {}, "collections.md", None, None)
    assert len(test.examples) > 15
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


def test_it_names_the_tags_of_titles_and_texts() -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith("| TREC, CLEF |"))
    named = {tag.lower() for tag in re.findall(r"`<(\w+)>`", row.split("|")[2])}
    assert named == {"doc", *markup.DOCUMENT_FIELDS}


def test_it_names_the_tags_of_topics() -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith("| TREC, CLEF |"))
    named = {tag.lower() for tag in re.findall(r"`<(\w+)>`", row.split("|")[3])}
    assert named == {"top", "topic", *markup.TOPIC_FIELDS}


def test_it_names_the_limits() -> None:
    limits = (line_stream.LONGEST_LINE, markup_elements.LONGEST_ELEMENT, tagged_fields.LONGEST_ENTRY)
    assert re.findall(r"\d,\d{3},\d{3}", PAGE) == [f"{limit:,}" for limit in limits]
