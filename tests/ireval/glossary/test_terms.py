"""The glossary as the product reads it: all of the document, each term with an address of its own."""

from __future__ import annotations

import pytest

from ireval.glossary import glossary, term_named
from tests.documentation.test_glossary import TERMS

FOUND = [term for terms in glossary().values() for term in terms]


def test_every_row_of_the_document_is_a_term_in_its_section() -> None:
    assert [term.name for term in FOUND] == TERMS
    assert list(glossary())[:2] == ["Lists and judgements", "Measures"]
    assert all(term.meaning and term.section in glossary() for term in FOUND)


def test_addresses_are_plain_and_unlike_each_other() -> None:
    slugs = [term.slug for term in FOUND]
    assert len(set(slugs)) == len(slugs)
    assert all(slug.replace("-", "").isalnum() and slug == slug.lower() for slug in slugs)
    assert term_named("sheet's id").slug == "sheets-id"


def test_a_term_is_found_whatever_its_case() -> None:
    assert term_named("Ideal List") is term_named("ideal list")
    assert term_named("qrels").other_words == "answer file, gold standard"
    with pytest.raises(KeyError):
        term_named("gold standard")
