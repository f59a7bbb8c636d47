"""The glossary as the product reads it: all of the document, each term with an address of its own."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest

from ireval import explain
from ireval.glossary import glossary, readers_terms, term_named
from tests.documentation.test_glossary import TERMS


def score(measure: str, labels: str) -> float:
    """The score of a list of labels."""
    value = explain(labels).value(measure)
    assert value is not None
    return float(value)


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


def test_each_term_of_readers_has_an_example_of_one_sentence() -> None:
    for term in readers_terms():
        assert term.example[0].isupper() or not term.example[0].isalpha() or term.example.startswith("trec_eval"), term
        assert term.example.endswith((".", "”.")), term
        assert len(re.findall(r"\. [A-Z]", term.example)) == 0, f"{term.name}: more than one sentence"
        assert len(term.example) < 140, term
    examples = [term.example for term in readers_terms()]
    assert len(set(examples)) == len(examples)


#: What each example with a calculated number says, calculated here: the number as printed, and how it comes about.
CALCULATED: dict[str, dict[str, float]] = {
    "run": {"50,000": 50 * 1000},
    "rank": {"1/3": score("RR", "001")},
    "relevant": {"three": sum(grade > 0 for grade in (1, 0, 2, 0, 1))},
    "non-relevant": {"two": sum(grade == 0 for grade in (1, 0, 2, 0, 1))},
    "observed agreement": {"0.8": 8 / 10},
    "expected agreement": {"0.5": 0.5 * 0.5 + 0.5 * 0.5},
    "observed disagreement": {"0.2": 1 - 8 / 10},
    "expected disagreement": {"0.5": 2 * 0.5 * 0.5},
    "Cohen's kappa": {"0.6": (0.8 - 0.5) / (1 - 0.5)},
    "weighted kappa": {"twice": abs(0 - 2) / abs(1 - 2), "four times": (0 - 2) ** 2 / (1 - 2) ** 2},
    "pooled kappa": {"half": (6 + 4) / 20},
    "score": {"0.5": score("P", "1010")},
    "mean": {"0.4": (0.2 + 0.6) / 2},
    "Kendall's tau": {"1/3": (2 - 1) / 3, "0.333": (2 - 1) / 3},
    "step table": {"1/1": score("P@1", "101"), "1/2": score("P@2", "101"), "2/3": score("P@3", "101")},
    "gain": {"7": 2**3 - 1, "1": 2**1 - 1},
    "success": {"0": score("Success@3", "00010"), "1": score("Success@5", "00010")},
    "discount": {"2": math.log2(3 + 1)},
    "rounding": {"0.67": round(2 / 3, 2)},
    "contingency table": {"0.6": 3 / (3 + 2), "0.75": 3 / (3 + 1)},
    "p-value": {"0.03": 3 / 100},
    "effect size": {"0.5": 0.1 / 0.2},
    "overlap": {"0.5": len({"d2", "d3"}) / len({"d1", "d2", "d3", "d4"})},
}
#: Numbers in words, and numbers that an example only quotes: a mistake, a key, a choice of numbers.
WORDS = {"half": 0.5, "two": 2, "three": 3, "twice": 2, "four times": 4}
QUOTED = {"cause", "stage", "pin", "predict", "possible cause"}


def test_the_numbers_of_the_examples_are_right() -> None:
    for name, numbers in CALCULATED.items():
        for text, value in numbers.items():
            assert re.search(rf"(?<![\d.]){re.escape(text)}(?![\d])", term_named(name).example), (name, text)
            printed = WORDS[text] if text in WORDS else float(Fraction(text.replace(",", "")))
            places = len(text.partition(".")[2]) if "." in text else 9
            assert printed == pytest.approx(value, abs=0.5 * 10**-places), (name, text)


def test_every_example_with_a_decimal_is_calculated() -> None:
    with_decimals = {term.name for term in readers_terms() if re.search(r"\d\.\d", term.example)}
    given = {"equal scores", "recall level"}  # a number that is only assumed
    assert with_decimals - QUOTED - given <= set(CALCULATED)
