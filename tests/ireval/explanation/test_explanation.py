"""An explained list as pages and programs use it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ireval import InputError, explain
from ireval.explanation.calculation import of_cell
from ireval.explanation.curve import curve
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.ranking.judgements import ABSENT, UNJUDGED, Ranking
from tests.ireval.random_lists import AWKWARD, given, presets, typed

FIFTEEN = AWKWARD["the lectures' fifteen"]


def test_unjudged_is_not_non_relevant() -> None:
    ranking = Ranking.one([1, UNJUDGED, 0, UNJUDGED], [0, 2])
    assert [float(x[0]) for x in (ranking.length, ranking.relevant_total(), ranking.relevant_total(2))] == [4, 2, 1]
    assert [ranking.at_rows(4, rel).N for rel in (1, 2)] == [2, 3]


def test_the_lists_of_a_block_are_padded() -> None:
    block = Ranking.block([Ranking.one([1, 0, 2]), Ranking.one([UNJUDGED], [3], size=7)])
    assert block.grades.tolist() == [[1, 0, 2], [UNJUDGED, ABSENT, ABSENT]]
    assert block.unretrieved.tolist() == [[ABSENT], [3]]
    assert block.length.tolist() == [[3], [1]]
    assert block.ideal(retrieved_only=False).tolist() == [[2, 1, 0, 0], [3, 0, 0, 0]]
    assert block.ideal(retrieved_only=True).tolist() == [[2, 1, 0], [0, 0, 0]]


def test_columns_have_none_where_a_cell_is_undefined() -> None:
    columns = explain("nrurunnnrnr", conventions="lillis").columns("Bpref")
    assert columns["contribution"] == [None, 0.75, None, 0.75, None, None, None, None, 0.0, None, 0.0]


@pytest.mark.parametrize(
    ("labels", "options", "measure", "key"),
    [
        ("", {"conventions": "lillis"}, "F", "no-relevant-document"),
        ("00", {"conventions": "lillis"}, "AP", "no-relevant-document"),
        ("00", {"conventions": "lillis"}, "nDCG", "no-relevant-document"),
        ("1", {}, "Accuracy", "undefined-for-measure"),
        ("", {"size": 0}, "Accuracy", "undefined-for-measure"),
        ("01", {"unretrieved": "111"}, "P_at_recall@0.5", "undefined-for-measure"),
        ("01", {}, "P_at_recall(reach='above')@1", "undefined-for-measure"),
        ("01", {}, "alpha_nDCG@5", "no-subtopics"),
    ],
)
def test_an_undefined_score_comes_with_the_reason(labels: str, options: dict[str, Any], measure: str, key: str) -> None:
    explanation = explain(labels, **options)
    table = explanation.table(measure)
    assert explanation.value(measure) is None
    assert table.result == "not defined"
    assert table.reason is not None
    assert table.reason.key == key
    assert table.remark == say(table.reason)
    assert table.final == f"{table.spec} = not defined ({table.remark})"
    assert table.final_latex == ""


def test_reasons_in_words() -> None:
    assert explain("00", conventions="lillis").table("AP").remark == (
        "no document is relevant, so R = 0 and there is nothing to divide by"
    )
    assert explain("00").table("AP").remark == "0 by convention, because no document is relevant"
    assert explain("1").table("alpha_nDCG@5").remark == (
        "no subtopics were judged; give them as subtopics=110,011,000, with one group of 0s and 1s for each document"
    )


@pytest.mark.parametrize("measure", ["AP", "R", "Rprec", "Bpref", "nDCG", "IPrec11", "F"])
def test_a_score_that_only_a_convention_gives_comes_with_the_reason(measure: str) -> None:
    table = explain("00").table(measure)
    assert (table.value, table.reason) == (0, Message("zero-as-nothing-is-relevant"))
    assert explain("10").table(measure).reason is None


def test_a_companion_value_belongs_to_its_score() -> None:
    table = explain("10").table("RBP")
    assert table.reason is not None
    assert table.reason.key == "companion-value"
    assert table.cells["residual"][table.score_row - 1] in table.remark


def test_a_score_that_ignores_the_threshold_of_relevance_needs_no_reason() -> None:
    """nDCG does not depend on the grade at which documents become relevant."""
    table = explain("1", rel=2).table("nDCG")
    assert (table.value, table.remark) == (1, "")


def test_rows_after_the_end_of_the_list_are_marked() -> None:
    lines = list(explain("10", "1", conventions="trec_eval").table("P@3").lines())
    assert [line.endswith("not retrieved") for line in lines] == [False, False, False, False, True, False]


def test_a_table_as_text() -> None:
    assert "\n".join(explain("101", "2").table("R", 2).lines()) == (
        "R: recall\n"
        "rank  found     P  calculation  recall\n"
        "   1      1  1.00          1/3    0.33\n"
        "   2      1  0.50          1/3    0.33\n"
        "   3      2  0.67          2/3    0.67\n"
        "R = 2/3 = 0.67"
    )


def test_discounts_are_printed_from_their_base_on() -> None:
    """The lecture writes them like this, including log2(2) = 1."""
    table = FIFTEEN.explained("lillis").table("IDCG", 1)
    column = table.measure.column("IDCG")
    assert [table.calculation(column, i) for i in range(4)] == [
        "3",
        "3/log2(2) + 3",
        "3/log2(3) + 6",
        "2/log2(4) + 7.9",
    ]


def test_whole_numbers_stay_whole() -> None:
    assert explain("52401").table("CG@5").final == "CG@5 = 1 + 11 = 12"


def test_rounded_cells_are_not_rounded_again() -> None:
    """They keep their decimals even if fewer are requested, because rounding twice can give another result."""
    table = explain("1" * 5, "1" * 6, rounding="carried", decimals=1).table("R", 0)
    assert table.final == "R = 5/11 = 0.5"


@pytest.mark.parametrize("size", [0, 1, 4, -1, float("nan")])
def test_a_collection_contains_at_least_the_known_documents(size: float) -> None:
    with pytest.raises(InputError) as error:
        explain("10u", "12", size=size)
    assert (error.value.field, error.value.key) == ("size", "collection-too-small")
    assert (error.value.values["ranked"], error.value.values["unretrieved"], error.value.values["least"]) == (3, 2, 5)
    assert explain("10u", "12", size=5).value("Accuracy") == pytest.approx(1 / 5)


def test_the_names_of_overrides_are_checked() -> None:
    with pytest.raises(InputError) as error:
        explain("1", discuont="log2-rank")
    assert (error.value.field, error.value.suggestion) == ("discuont", "Did you mean discount?")


def test_a_spelling_and_its_spec_give_the_same_result() -> None:
    explanation = FIFTEEN.explained()
    assert explanation.compute("map") is explanation.compute(parse("AP"))


@given(typed(), presets)
def test_the_curve_agrees_with_the_step_table(listing: Any, preset: str) -> None:
    """Its points are those of the table, and its steps fall from recall 0 to 1."""
    explanation = listing.explained(preset)
    drawn = curve(explanation)
    relevant = explanation.compute("R").table.R[0]
    if drawn is None:
        assert not listing.labels or not relevant
        return
    columns = explanation.columns("R")
    assert drawn.points == list(zip(columns["recall"], columns["P"], strict=True))
    assert sum(drawn.relevant) == columns["found"][-1]
    recalls, precisions = zip(*drawn.staircase, strict=True)
    assert (recalls[0], recalls[-1]) == (0, 1)
    assert list(recalls) == sorted(recalls)
    assert list(precisions) == sorted(precisions, reverse=True)
    assert drawn.eleven == list(zip([i / 10 for i in range(11)], explanation.columns("IPrec11")["P"], strict=True))


def test_a_calculation_that_is_only_a_number_is_printed_once() -> None:
    """``DCG[1] = 1.000``, not ``DCG[1] = 1 = 1.000``."""
    explained = explain("103u0", "21", size=20, conventions="lillis")
    texts: list[str] = []
    for name in ("AP", "DCG@1", "nDCG", "Bpref", "RBP", "RBP(rel=3)", "ERR", "IPrec11"):
        table = explained.table(name)
        cells = [(c.key, i) for c in table.measure.columns for i in range(table.rows) if table.cells[c.key][i]]
        texts += [table.final, *(of_cell(table, *cell).text for cell in cells)]
    assert "DCG[1] = 1.000" in texts
    assert "DCG@1 = 1.000" in texts
    for text in texts:
        assert not re.search(r"= ([\d.]+) = [\d.]+( \(|$)", text), text
