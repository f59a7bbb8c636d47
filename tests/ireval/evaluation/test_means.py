"""Over which topics a mean is: every topic for which the measure is defined, with the score that the list has alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from click.testing import CliRunner

from ireval import evaluate, explain
from ireval.cli.program import main
from ireval.conventions import effective
from ireval.evaluation.results import Evaluation
from ireval.evaluation.several_lists import SeveralLists
from ireval.measure.spelling import Spec, parse
from tests.ireval.random_lists import Typed, composite, diverse, everything, examples, given, presets, st, typed

SPECS = list(everything())


def evaluated(qrels: Any, run: Any, names: Any, preset: str = "trec_eval", **own: Any) -> Evaluation:
    return cast("Evaluation", evaluate(qrels, run, names, conventions=preset, **own))


# ---- Queries with relevant documents of which none was found ---------------------------------------------------------


def test_a_query_whose_relevant_documents_were_not_found_counts_with_0() -> None:
    qrels, run = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 1.0}, "2": {"x": 1.0}}
    result = evaluated(qrels, run, ["nDCG", "nDCG@5", "nCG", "AP"], "blog")
    assert result.mean == {"nDCG": 0.5, "nDCG@5": 0.5, "nCG": 0.5, "AP": 0.5}
    result = evaluated(qrels, run, ["AP", "AP@3"], "lillis", divisor="relevant-retrieved")
    assert result.mean == {"AP": 0.5, "AP@3": 0.5}


@pytest.mark.parametrize("own", [{"ideal": "retrieved-only"}, {"divisor": "relevant-retrieved"}])
@given(st.lists(typed(), min_size=1, max_size=4), presets)
@examples(40)
def test_only_queries_without_relevant_documents_are_left_out(
    own: dict[str, str], lists: list[Typed], preset: str
) -> None:
    """By the definition: a query with a relevant document has a score, and it is 0 if the list found none."""
    several = SeveralLists([x.ranking for x in lists], effective(preset, own | {"no_relevant": "left-out"}))
    for name in ("AP", "AP@2", "nDCG", "nDCG@2", "nCG"):
        for value, x in zip(several.score(parse(name)).values.tolist(), lists, strict=True):
            assert (value == value) == any(g > 0 for g in [*x.grades, *x.missed]), (name, x)
            if value == value and not any(g > 0 for g in x.grades):
                assert value == 0


# ---- An empty list ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "preset", "own"),
    [
        ("P", "trec_eval", {}),
        ("F", "trec_eval", {}),
        ("F(beta=2)", "kth", {}),
        ("Judged", "trec_eval", {}),
        ("Judged@5", "ir_measures", {}),
        ("nDCG", "blog", {}),
        ("nCG@3", "blog", {}),
        ("AP", "sklearn", {}),
        ("P@5", "lillis", {"short_list": "retrieved"}),
        ("P_at_recall@0", "lillis", {}),
    ],
)
def test_an_empty_list_scores_0_wherever_it_stands(name: str, preset: str, own: dict[str, Any]) -> None:
    judged = {"a": 2, "b": 1, "c": 0}
    table = explain("", "210", conventions=preset, **own).table(name)
    assert table.value == 0
    for run in ({"1": {"a": 1.0}}, {"1": {"a": 1.0}, "2": {}}):
        result = evaluated({"1": judged, "2": judged}, run, name, preset, **own)
        assert result.scores[name].values[1] == 0


@pytest.mark.parametrize(("name", "why"), [("P", "nothing was retrieved"), ("F", "nothing was retrieved")])
def test_the_page_says_why_an_empty_list_scores_0(name: str, why: str) -> None:
    for listing in (Typed("", "1"), Typed("uu", "1")):
        table = listing.explained(unjudged="skipped").table(name)
        assert (table.value, why in table.remark) == (0, True)
        assert table.final.startswith(f"{name} = 0.000 (")


@composite
def with_gaps(draw: Any) -> list[Typed]:
    """Lists, each with subtopics or each without, and one of them empty."""
    kind = draw(st.sampled_from([typed(), diverse()]))
    lists = draw(st.lists(kind, min_size=1, max_size=3))
    last = lists[-1]
    gone = Typed("", last.labels.replace("u", "").replace("p", "") + last.unretrieved, last.size)
    return [*lists, gone] if not last.subtopics else lists


@given(
    lists=with_gaps(),
    preset=presets,
    unjudged=st.sampled_from(["skipped", "non-relevant"]),
    missing=st.sampled_from(["score-0", "left-out"]),
    specs=st.lists(st.sampled_from(SPECS), min_size=3, max_size=3),
)
@examples(60)
def test_a_list_scores_in_a_block_what_it_scores_alone(
    *, lists: list[Typed], preset: str, unjudged: str, missing: str, specs: list[Spec]
) -> None:
    """Also the empty ones, whatever the convention for missing queries: a list that is there is not missing."""
    own = {"unjudged": unjudged, "missing": missing}
    several = SeveralLists([x.ranking for x in lists], effective(preset, own))
    for spec in specs:
        alone = [x.explained(preset, **own).value(str(spec)) for x in lists]
        expected = [np.nan if x is None else x for x in alone]
        assert several.score(spec).values == pytest.approx(expected, nan_ok=True), spec


def test_a_geometric_mean_of_one_list_has_its_floor_everywhere() -> None:
    assert explain("00", "1").value("GMAP") == 0.00001
    assert explain("", "1").value("GMAP") == 0.00001
    assert explain("00").value("GMAP") == 0.00001
    assert explain("00", no_relevant="left-out").value("GMAP") is None
    assert explain("10", "1").value("GMAP") == 0.5
    several = SeveralLists([Typed("00", "1").ranking], effective())
    assert several.score(parse("GMAP")).values.tolist() == [0.00001]
    assert several.mean(parse("GMAP")).value == pytest.approx(0.00001)
    assert evaluated({"1": {"a": 1}}, {"1": {"x": 1.0}}, "GMAP").mean["GMAP"] == pytest.approx(0.00001)
    assert evaluated({"1": {"a": 1}}, {"2": {"x": 1.0}}, "GMAP").mean["GMAP"] == pytest.approx(0.00001)


# ---- Over how many topics, and why not all ---------------------------------------------------------------------------

QRELS = {"1": {"a": 1, "b": 0}, "2": {"c": 1}, "3": {"d": 1}, "4": {"e": 0}}
RUN = {"1": {"a": 1.0, "b": 0.5}, "2": {"x": 1.0}, "4": {"e": 1.0}}


def test_a_mean_says_over_which_topics_it_is_and_why_not_all() -> None:
    result = evaluated(QRELS, RUN, ["AP", "P_at_recall@0.5", "Accuracy", "Fallout", "P"], "lillis")
    counts = {name: scores.averaged_over for name, scores in result.scores.items()}
    assert counts == {"AP": 3, "P_at_recall@0.5": 1, "Accuracy": 0, "Fallout": 0, "P": 4}
    assert result.mean["AP"] == pytest.approx(1 / 3)
    assert result.mean["P_at_recall@0.5"] == 1
    assert np.isnan([result.mean["Accuracy"], result.mean["Fallout"]]).all()
    assert list(result.scores["AP"].left_out) == [3]
    assert list(result.scores["P_at_recall@0.5"].left_out) == [1, 2, 3]


@given(st.lists(typed(), min_size=1, max_size=4), presets)
@examples(20)
def test_every_score_that_is_left_out_has_the_reason_of_its_list(lists: list[Typed], preset: str) -> None:
    several = SeveralLists([x.ranking for x in lists], effective(preset))
    for spec in (spec for spec in SPECS if not spec.measure.needs_subtopics):
        scored = several.score(spec)
        assert sorted(scored.left_out) == np.flatnonzero(np.isnan(scored.values)).tolist()
        for i, why in scored.left_out.items():
            assert why == lists[i].explained(preset).table(spec).reason


def run_command(tmp_path: Path, *more: str, run: str = "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n2 Q0 z 1 1 x\n") -> Any:
    qrels, returned = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("1 0 a 1\n1 0 b 0\n2 0 c 1\n3 0 d 1\n")
    returned.write_text(run)
    return CliRunner().invoke(main, ["evaluate", str(qrels), str(returned), *more])


def test_the_table_has_a_footer(tmp_path: Path) -> None:
    result = run_command(tmp_path, "-m", "AP", "-m", "P_at_recall@0.5", "-m", "Fallout", "--format", "table")
    lines = result.stdout.splitlines()
    assert lines[3].split() == ["Fallout", "\N{EN DASH}"]
    assert any("P_at_recall@0.5" in x and "1 of 3 topics" in x and "recall never reaches 0.5" in x for x in lines[4:])
    assert any("Fallout" in x and "0 of 3 topics" in x and "size of the collection" in x for x in lines[4:])
    assert not any("AP:" in x for x in lines[4:])


@pytest.mark.parametrize("form", ["trec", "csv"])
def test_other_formats_say_it_on_standard_error(tmp_path: Path, form: str) -> None:
    result = run_command(tmp_path, "-m", "P_at_recall@0.5", "-m", "Fallout", "--format", form)
    assert "1 of 3 topics" in result.stderr
    assert "topics" not in result.stdout
    assert "0.0000" not in result.stdout


def test_json_counts_the_topics_of_every_mean(tmp_path: Path) -> None:
    result = run_command(tmp_path, "-m", "AP", "-m", "P_at_recall@0.5", "-m", "Fallout", "--format", "json")
    entry = json.loads(result.stdout)[0]
    assert entry["means"]["Fallout"] is None
    assert entry["averaged_over"] == {"AP": 3, "P_at_recall@0.5": 1, "Fallout": 0}
    left = entry["left_out"]["P_at_recall@0.5"]
    assert [(x["topics"], "never reaches" in x["why"]) for x in left] == [(["2", "3"], True)]
