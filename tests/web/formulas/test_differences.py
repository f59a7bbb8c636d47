"""Terms of formulas that differ are marked, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from itertools import permutations
from typing import Any

import pytest

from ireval.conventions import CONVENTIONS, effective
from ireval.measure import Params
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec
from tests.web.switchboard.test_routes import html5lib, marked_in
from web.formulas.differences import equations, mark_differences
from web.formulas.mathml import mathml


def listed() -> list[Spec]:
    return [spec for _, spec in variants({"k": 5, "level": 0.3, "beta": 1}, effective(), subtopics=True)]


def written(spec: Spec, **changed: Any) -> str:
    return spec.measure.formula(Params(spec.effective(effective() | changed)))


def letters(markup: str) -> str:
    return re.sub(r"<[^>]*>|\s", "", unescape(markup))


#: What changes a formula, or what one of its symbols means.
SEEN = ("discount", "gain", "ideal", "ideal_cut", "divisor", "bpref", "interpolation", "subtopic_count")


@pytest.mark.parametrize("spec", listed(), ids=str)
def test_equations_are_the_formula(spec: Spec) -> None:
    for preset in ("lillis", "mir", "trec_eval"):
        latex = spec.measure.formula(Params(spec.effective(effective(preset))))
        parts = equations(latex)
        assert letters("".join(parts)) == letters(mathml(latex, block=True))
        assert len(parts) == 1 + latex.count(r"\quad") + latex.count(r"\qquad")
    assert "0,9" in "".join(equations("0.9 + 1", comma=True)).replace("<mn>", "").replace("</mn>", "")


@pytest.mark.parametrize("spec", listed(), ids=str)
def test_every_choice_that_a_formula_knows_is_marked(spec: Spec) -> None:
    for name in set(SEEN) & set(spec.measure.conventions) - set(spec.own):
        for one, other in permutations([c.key for c in CONVENTIONS[name].choices], 2):
            here, there = (written(spec, **{name: choice}) for choice in (one, other))
            symbols = spec.measure.symbols_of([name])
            pages = [mark_differences(here, (there,), symbols), mark_differences(there, (here,), symbols)]
            # AP without a cutoff has no k for min(R, k): those two are one formula, and one score
            assert any("differs" in e for page in pages for e in page) == (here != there or name != "divisor")
            assert letters("".join(pages[0])) == letters(mathml(here, block=True))


def marks(latex: str, *others: str, symbols: frozenset[str] = frozenset()) -> list[str]:
    page = "".join(mark_differences(latex, others, symbols))
    parsed = html5lib.HTMLParser(namespaceHTMLElements=False).parseFragment(page)
    return marked_in(parsed)


def test_only_the_term_is_marked() -> None:
    r, found = r"\frac{1}{R}\sum_i x_i", r"\frac{1}{\sum_i \mathrm{rel}_i}\sum_i x_i"
    assert (marks(r, found), marks(found, r)) == (["R"], ["∑ireli"])
    assert marks(r, r) == []
    assert marks(r, r, symbols=frozenset({"N"})) == []
    assert marks("a + b + c", "a + b") == ["+c"]
    assert marks("a + b", "a + b + c") == []
    assert marks("a + b + c", "a + d + c", "e + b + c") == ["a+b"]
    assert marks(r"\mathrm{DCG}[i]/\mathrm{IDCG}[i]", symbols=frozenset({"IDCG"})) == ["IDCG"]
