"""The last cases of single measures, each by hand and on many lists: points of curves, subtopics, top grades."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import cast

import pytest

from ireval import evaluate
from ireval.conventions import PRESETS, effective
from ireval.evaluation.results import Evaluation
from ireval.evaluation.several_lists import SeveralLists
from ireval.messages import say
from tests.ireval.random_lists import Typed, diverse, examples, given, st, typed

# ---- Interpolation ---------------------------------------------------------------------------------------------------


def test_a_non_relevant_first_rank_is_no_point_at_recall_0() -> None:
    """Relevant documents at ranks 3, 8 and 15: points (1/3, 1/3), (2/3, 1/4) and (1, 1/5)."""
    points = Typed("001000010000001").explained("mir").columns("IPrec11")["P"]
    assert points == pytest.approx([1 / 3] * 4 + [1 / 4] * 3 + [1 / 5] * 4)


def by_definition(labels: str, missed: int) -> list[Fraction]:
    """The eleven points: the best of the points from r_j to r_j+1, else of all from r_j on; 0 without any."""
    there = [i for i, c in enumerate(labels, start=1) if c == "1"]
    total = len(there) + missed
    points = [(Fraction(n, total), Fraction(n, i)) for n, i in enumerate(there, start=1)]
    found = []
    for j in range(11):
        beyond = [(r, p) for r, p in points if r >= Fraction(j, 10)]
        within = [(r, p) for r, p in beyond if r <= Fraction(j + 1, 10)]
        found.append(max((p for _, p in within or beyond), default=Fraction(0)))
    return found


@pytest.mark.parametrize("length", range(1, 9))
def test_every_short_list_has_the_points_of_the_definition(length: int) -> None:
    for labels, missed in itertools.product(map("".join, itertools.product("01", repeat=length)), (0, 1, 7)):
        if "1" in labels or missed:
            explained = Typed(labels, "1" * missed).explained("mir")
            expected = [float(p) for p in by_definition(labels, missed)]
            assert explained.columns("IPrec11")["P"] == pytest.approx(expected), labels
            assert explained.value("IPrec@0") == pytest.approx(expected[0])


def test_the_averaged_curves_follow() -> None:
    lists = SeveralLists([Typed("001000010000001").ranking, Typed("01").ranking], effective("mir"))
    assert lists.average_curve is not None
    assert lists.average_curve[0] == pytest.approx((1 / 3 + 1 / 2) / 2)


# ---- Subtopics -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "score"), [("thesis", 0.375), ("ir_measures", 0.75), ("trec_eval", 0.75)])
def test_subtopics_that_no_document_covers(preset: str, score: float) -> None:
    """Two documents on the first two of four subtopics: precisions 1/2 and 1, and for the thesis 0 and 0 as well."""
    assert Typed(subtopics="1100,0100").explained(preset).value("P_IA@2") == score
    judged = {"a": {"1": 1, "2": 1, "3": 0, "4": 0}, "b": {"1": 0, "2": 1, "3": 0}}
    alone = {"a": {"1": 1}}
    run = {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}}
    result = cast("Evaluation", evaluate({"1": judged, "2": alone}, run, "P_IA@2", conventions=preset))
    assert result.scores["P_IA@2"].values.tolist() == [score, 0.5]


@given(diverse(), st.sampled_from(["P_IA@3", "P_IA", "StRecall@2", "ERR_IA@4", "ERR_IA(norm='none')"]))
@examples(60)
def test_more_subtopics_that_nobody_covers_lower_a_mean_over_all_of_them_only(listing: Typed, name: str) -> None:
    if not listing.subtopics:
        return
    groups, missed = (
        ",".join(f"{g}0" for g in text.split(",")) if text else ""
        for text in (listing.subtopics, listing.unretrieved_subtopics)
    )
    wider = Typed(listing.labels, listing.unretrieved, None, groups, missed)
    count = len(listing.subtopics.split(",")[0])
    assert wider.explained().value(name) == pytest.approx(listing.explained().value(name))
    before, after = (x.explained("thesis").value(name) for x in (listing, wider))
    assert after == pytest.approx((before or 0) * count / (count + 1))


# ---- ERR -------------------------------------------------------------------------------------------------------------


def test_grades_above_the_top_grade_are_said_to_count_as_the_top_grade() -> None:
    explained = Typed("35").explained()
    table = explained.table("ERR")
    assert explained.columns("ERR")["G"] == [7, 15]
    assert table.remark == "a grade above the top grade 4 counts as 4"
    assert table.final.endswith("(a grade above the top grade 4 counts as 4)")
    assert explained.table("ERR@1").remark == ""  # grade 5 is below the cutoff
    assert Typed("34", "5").explained().table("ERR").remark == ""  # it was not retrieved
    assert explained.table("ERR(top='5')").remark == explained.table("ERR(top='judged')").remark == ""
    assert explained.columns("ERR(top='judged')")["G"] == [7, 31]


def test_a_run_with_a_grade_above_the_top_grade_is_scored_and_the_topic_named() -> None:
    qrels, run = {"1": {"a": 5}, "2": {"a": 4}, "3": {"a": 9}}, {t: {"a": 1.0} for t in "123"}
    result = cast("Evaluation", evaluate(qrels, run, ["ERR@10", "AP"]))
    assert result.scores["ERR@10"].values.tolist() == [15 / 16] * 3
    assert [say(note) for note in result.notes] == ["ERR@10, topics 1, 3: a grade above the top grade 4 counts as 4."]


@given(typed(), st.sampled_from(["4", "judged", "1", "2", "3", "5"]), st.none() | st.integers(1, 6))
@examples(40)
def test_err_says_it_where_it_happens(listing: Typed, top: str, k: int | None) -> None:
    table = listing.explained().table(f"ERR(top='{top}')" + (f"@{k}" if k else ""))
    high = max([0, *listing.grades[:k]]) > (9 if top == "judged" else int(top))
    assert bool(table.remark) == high


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_count_subtopics_as_their_source_does(preset: str) -> None:
    assert effective(preset)["subtopic_count"] == ("all" if preset == "thesis" else "covered")
