"""Every term of the glossary is there once, and the product uses it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.paths import DOCS, ROOT

TEXT = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| [^|]*\|$", TEXT, re.MULTILINE)
TERMS = [term for term, *_ in ROWS if term not in {"Term", "---"}]


@pytest.mark.slow
def test_the_product_and_its_documentation_use_each_term() -> None:
    """In what readers see: pages without their comments, messages, lessons, and the other documents."""
    files = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "lessons").glob("*.md"),
        *(path for top in ("ireval", "web") for path in (ROOT / top / "messages").rglob("*.toml")),
        *(path for path in DOCS.glob("*.md") if path.name != "glossary.md"),
    ]
    seen = re.sub(r"\{#.*?#\}", "", " ".join(path.read_text("utf-8") for path in files), flags=re.DOTALL).lower()
    assert [term for term in TERMS if not re.search(rf"\b{re.escape(term.lower())}s?\b", seen)] == []


def test_each_term_is_explained_once() -> None:
    assert len(TERMS) > 50
    assert [term for term, count in Counter(TERMS).items() if count > 1] == []


def test_no_word_is_both_used_and_avoided_for_the_same() -> None:
    for term, _, avoided in ROWS:
        assert term not in {word.strip() for word in avoided.split(",")}


def test_a_model_may_judge_wherever_an_assessor_may() -> None:
    """An assessor is a person or a language model; no term of judgements says that only a person gives a grade."""
    meanings = {term: meaning for term, meaning, _ in ROWS}
    assert "a language model" in meanings["assessor"]
    told = [term for term, meaning in meanings.items() if re.search(r"grade from|label.* gave|judged by", meaning)]
    assert {"judged", "unjudged"} <= set(told)
    assert [term for term in told if re.search(r"\b(person|people|human)", meanings[term])] == []


def test_unjudged_is_the_opposite_of_judged() -> None:
    meanings = {term: meaning for term, meaning, _ in ROWS}
    assert meanings["judged"] == "with a grade from an assessor"
    assert meanings["unjudged"].startswith("without a grade from an assessor")
