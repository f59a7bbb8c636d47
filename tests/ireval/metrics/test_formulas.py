"""Formulas: what is declared or printed as LaTeX becomes MathML, and the legend explains it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import product

import pytest
from math_core import LatexToMathML

from ireval import explain
from ireval.contract.cases import choices_of
from ireval.contract.formulas.formula_cases import formulas_of
from ireval.conventions import effective
from ireval.explanation.legend import legend
from ireval.measure import Measure, Params
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.ireval.random_lists import AWKWARD, everything

to_mathml = LatexToMathML()


def converted(latex: str) -> ET.Element:
    """``latex`` as MathML. A conversion that fails raises."""
    text = to_mathml.convert_with_local_state(latex, displaystyle=True)
    return ET.fromstring(re.sub(r"&(?!lt;|gt;|amp;)\w+;", "", text))  # noqa: S314 - made in the line above


@pytest.mark.parametrize("measure", measures().values(), ids=lambda m: m.name)
def test_formulas_and_legends_convert(measure: Measure) -> None:
    for latex in formulas_of(measure):
        assert converted(latex).tag == "math"
    for symbol, words in measure.where:
        assert converted(symbol).tag == "math", words


@pytest.mark.slow
def test_the_latex_of_every_last_line_converts() -> None:
    seen = 0
    for listing in AWKWARD.values():
        for preset, spec in product(("lillis", "blog", "trec_eval"), everything()):
            table = listing.explained(preset).table(spec)
            if table.final_latex:
                seen += 1
                assert table.final_latex.endswith(f"= {table.result}")
                assert "nan" not in table.final_latex
                converted(table.final_latex)
    assert seen > 500


def test_a_fraction_is_a_fraction() -> None:
    latex = AWKWARD["the lectures' fifteen"].explained("lillis").table("AP", 2).final_latex
    assert latex == r"\mathrm{AP} = \frac{1 + 0.67 + 0.50 + 0.40 + 0.33}{10} = 0.29"
    fraction = converted(latex).find(".//mfrac")
    assert fraction is not None
    assert "".join(fraction[1].itertext()) == "10"


@pytest.mark.parametrize(("measure", "convention"), [("DCG", "discount"), ("AP@10", "divisor"), ("Bpref", "bpref")])
def test_formulas_follow_the_conventions(measure: str, convention: str) -> None:
    spec = parse(measure)
    formulas = {
        spec.measure.formula(Params(spec.effective(effective("lillis", {convention: c}))))
        for c in choices_of(convention)
    }
    assert len(formulas) == len(choices_of(convention))


@pytest.mark.parametrize("name", ["DCG", "IDCG", "nDCG"])
@pytest.mark.parametrize(("discount", "base"), [("log2-rank", 2), ("log5-rank", 5), ("log10-rank", 10)])
def test_a_logarithm_of_the_rank_is_printed_with_the_ranks_before_it(name: str, discount: str, base: int) -> None:
    """The case of rank 1, whose logarithm is 0, and of all ranks below the base."""
    table = explain("1", discount=discount).table(name)
    latex = table.measure.formula(table.computed.table.p)
    cases = (
        rf"d_i = \begin{{cases}}1 & \text{{if }} i < {base}\\\log_{{{base}}} i & \text{{if }} i \ge {base}\end{{cases}}"
    )
    assert latex.endswith(cases)
    assert "d_i" in dict(legend(measures()[name], latex))


def test_the_divisor_of_ap_has_its_bounds() -> None:
    for spelling, last in (("AP", "n"), ("AP@3", "k")):
        table = explain("1", divisor="relevant-retrieved").table(spelling)
        latex = table.measure.formula(table.computed.table.p)
        assert rf"\frac{{1}}{{\sum_{{i=1}}^{{{last}}} \mathrm{{rel}}_i}}\sum_{{i=1}}^{{{last}}}" in latex


def identifiers(latex: str) -> set[str]:
    """What a formula names: its identifiers, and names with a hyphen."""
    found = converted(latex).iter()
    return {"".join(x.itertext()) for x in found if x.tag in {"mi", "mtext"}}


@pytest.mark.parametrize("measure", measures().values(), ids=lambda m: m.name)
def test_columns_are_found_in_the_formula(measure: Measure) -> None:
    """The score's column always is; any other symbol that is declared is, as some conventions make the formula."""
    formulas = [*map(identifiers, formulas_of(measure))]
    score = measure.column(measure.score)
    assert all((score.symbol or score.heading or score.key) in names for names in formulas)
    for column in measure.columns:
        assert column.symbol != column.key, "the key needs no symbol"
        if column.symbol:
            assert any(column.symbol in names for names in formulas), column.key


def test_most_columns_are_found_in_their_formula() -> None:
    """What a formula does not name, it contains: sums, and the steps to a term."""
    names = {n: set().union(*map(identifiers, formulas_of(m))) for n, m in measures().items()}
    everywhere = [(m.name, c) for m in measures().values() for c in m.columns]
    missing = {f"{name} {c.key}" for name, c in everywhere if (c.symbol or c.heading or c.key) not in names[name]}
    assert len(missing) < len(everywhere) / 3
    assert not {"AP P", "AP term", "nDCG DCG", "nDCG IDCG", "P found", "F recall", "Bpref above"} & missing
