"""What is known of single measures stands in their files: no other code spells their names or the keys of columns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from ireval import explain
from ireval.measure import Measure, TermBars
from ireval.measure.registry import drawn, measures
from ireval.measure.support import defining_presets
from tests.paths import ROOT

#: Formulas and sheets have their own tests; measures may share columns among themselves.
ELSEWHERE = ("ireval/metrics", "ireval/exercises", "web/sheets")
SOURCES = [
    path
    for folder in ("ireval", "web")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.relative_to(ROOT).as_posix().startswith(ELSEWHERE)
]
NAMES = {name for m in measures().values() for name in (m.name, *m.other_names)}
KEYS = {column.key for m in measures().values() for column in m.columns}
#: Each entry there is about a measure, or about a symbol of its formula.
PER_MEASURE = {"worked_examples", "printed_figures", "guide_rules", "legend_readings"}
#: What is asked for a column or a measure: there any word counts, elsewhere not those that are English as well.
READERS = {"column", "compute", "parse", "score", "scored", "table", "value"}
TABLES = {"cells", "columns", "raw"}
TREC_EVAL = {
    alias for m in measures().values() if "trec_eval" in defining_presets(m) for alias in (m.name, *m.other_names)
}
#: What may be spelled out, and where: at the top of a module, or in one of its functions and classes.
ALLOWED = {
    # What a page or a command shows first, or always.
    "State": {"AP"},
    "USUAL": {"AP"},
    # Those of the experiment by Buckley and Voorhees, and those beside them.
    "STUDIED": {"AP", "P@10", "Rprec", "Bpref", "Bpref(bpref='10-plus-r')", "nDCG", "AP(unjudged='skipped')"},
    "_BY_RANK": {"AP"},
    "RANKINGS_BY": {"P@{depth}"},
    "LISTED": {"AP", "RR", "nDCG@{k}", "P@{k}", "Rprec"},
    # The names that trec_eval prints, in its order.
    **dict.fromkeys(("OFFICIAL", "_SERIES", "_ALL_TREC", "_SET"), TREC_EVAL),
    # The words on a chart of its own.
    "chart": {"DCG", "nDCG"},
    "tables": {"DCG", "nDCG"},
    # R, the number of relevant documents: as an option, a head and a placeholder. P, R and Judged as types.
    "explain_command": {"R"},
    "_queries": {"R"},
    "counts_of": {"R"},
    "BPREF": {"R"},
    "DIVISOR": {"R"},
    "QUANTITIES": {"R"},
    # The parameters of trec_eval by its names, what version 10 added, and G as a measure of it.
    "_LEAST_GAINS": {"ndcg_rel", "Rndcg", "G"},
    "with_parameters": {"11pt_avg", "Utility("},
    "_SINCE_TEN": {"rbp_resid"},
    # What a command or a page has as an example; P is the placeholder of a probability.
    "tests_command": {"P", "AP"},
    "EXAMPLE": {"nDCG@5"},
    # Symbols of formulas.
    "OF_RELEVANCE": {"R", "IG", "IDCG", "ICG"},
    "P": {"P"},
    "R": {"R"},
    "Judged": {"Judged"},
}


def spelled(source: str) -> Iterator[tuple[str, str]]:
    """Every name or key in a source that is no word of a docstring, after what it stands in."""
    for part in ast.parse(source).body:
        place = part.targets[0] if isinstance(part, ast.Assign) else getattr(part, "target", part)
        where = str(getattr(place, "id", getattr(place, "name", "")))
        asked = {id(node) for node in ast.walk(part) for node in asked_for(node)}
        for node in ast.walk(part):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                name = re.split(r"[@(]", node.value)[0]
                plain = re.fullmatch("[a-z]+", node.value) and id(node) not in asked
                if (name in NAMES or node.value in KEYS) and not plain:
                    yield where, node.value


def asked_for(node: ast.AST) -> list[ast.expr]:
    """The key in ``columns["P"]``, the name in ``compute("AP")``."""
    if isinstance(node, ast.Subscript) and getattr(node.value, "attr", getattr(node.value, "id", "")) in TABLES:
        return [node.slice]
    if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in READERS:
        return node.args[:1]
    return []


@pytest.mark.slow
def test_no_other_file_knows_a_measure() -> None:
    known = []
    for path in SOURCES:
        if path.stem not in PER_MEASURE:
            found = spelled(path.read_text("utf-8"))
            known += [(str(path), where, text) for where, text in found if text not in ALLOWED.get(where, ())]
    assert known == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('x = {"AP": "M"}', [("x", "AP")]),
        ('def f(): return t.columns["term"]', [("f", "term")]),
        ('def f(): return parse("judged")', [("f", "judged")]),
        ('def f(): return parse(f"nDCG@{k}")', [("f", "nDCG@")]),
        ('class C: show = "GMAP"', [("C", "GMAP")]),
        ('def f(): return {"judged": True, "sum": 1}', []),
        ('"""AP"""', [("", "AP")]),
    ],
)
def test_the_search_finds_them(source: str, found: list[tuple[str, str]]) -> None:
    assert list(spelled(source)) == found


@pytest.mark.parametrize("labels", ["101003000200003", "0u1n2", "1", "0010"])
@pytest.mark.parametrize("divisor", ["all-relevant", "min-r-k", "relevant-retrieved"])
@pytest.mark.parametrize("bars", drawn(TermBars), ids=lambda pair: pair[0].name)
def test_a_sum_by_its_divisor_is_the_score(bars: tuple[Measure, TermBars], divisor: str, labels: str) -> None:
    explained = explain(labels, "32211", divisor=divisor)
    for spelling in bars[0].variants:
        computed = explained.compute(spelling.format(k=3))
        found = computed.columns[bars[1].total][int(computed.score_rank) - 1] / bars[1].divisor(computed.table)[0]
        assert found == pytest.approx(float(computed.score), nan_ok=True)
