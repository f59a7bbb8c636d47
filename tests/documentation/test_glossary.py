"""Every term of the glossary is there once, and the product uses it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from tests.paths import ROOT

ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE
)
TERMS = [term for term, *_ in ROWS if term not in {"Term", "---"}]


@cache
def product() -> str:
    """All that the product says: its templates, and the texts in its code."""
    files = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "lessons").glob("*.md"),
        *(ROOT / "ireval").rglob("*.py"),
        *(ROOT / "web").rglob("*.py"),
    ]
    return " ".join(path.read_text("utf-8") for path in files).lower()


@pytest.mark.parametrize("term", TERMS)
def test_the_product_uses_the_term(term: str) -> None:
    assert re.search(rf"\b{re.escape(term.lower())}s?\b", product())


def test_each_term_is_explained_once() -> None:
    assert len(TERMS) > 50
    assert [term for term, count in Counter(TERMS).items() if count > 1] == []


def test_no_word_is_both_used_and_avoided_for_the_same() -> None:
    for term, _, avoided in ROWS:
        assert term not in {word.strip() for word in avoided.split(",")}
