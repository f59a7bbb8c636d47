"""A topic that is missing from a run is an empty list, for every measure and convention, in every mean."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from click.testing import CliRunner

from ireval import evaluate
from ireval.cli.program import main
from ireval.conventions import effective
from ireval.evaluation.results import Evaluation
from ireval.evaluation.several_lists import SeveralLists
from ireval.evaluation.system_pairs import pair_systems
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec
from ireval.ranking.empty_lists import nothing_retrieved
from ireval.ranking.judgements import Ranking
from ireval.trec import write_qrels
from tests.ireval.random_lists import (
    Typed,
    composite,
    diverse,
    everything,
    examples,
    given,
    overrides,
    presets,
    roundings,
    st,
    typed,
)

SPECS = list(everything())
#: Counts that ``evaluate`` takes as well.
COUNTS = ("num_q", "num_ret", "num_rel", "num_rel_ret")
Case = tuple[dict[str, Any], dict[str, dict[str, float]]]


@composite
def with_a_topic_missing(draw: Any) -> tuple[Case, Case]:
    """Judgements and a run without topic 2, with and without subtopics."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    run = {topic: {f"d{i}": float(-i) for i in rng.permutation(8)[:5]} for topic in ("1", "3")}
    lowest = int(rng.integers(-1, 1))
    plain = {
        topic: {f"d{i}": int(rng.integers(lowest, 4)) for i in rng.permutation(8)[:5]} for topic in ("1", "2", "3")
    }
    if not rng.integers(4):
        plain["2"] = dict.fromkeys(plain["2"], lowest)
    nested = {
        topic: {doc: {sub: int(rng.integers(0, 2)) for sub in "xyz"} for doc in judged}
        for topic, judged in plain.items()
    }
    return (plain, run), (nested, run)


SPELLINGS = [(measure, [spec for spec in SPECS if spec.measure is measure]) for measure in measures().values()]


@composite
def one_of_each(draw: Any, needs_subtopics: tuple[bool, ...] = (False, True)) -> list[Spec]:
    """A spelling of every measure, or of those alone that need subtopics, or do not."""
    return [draw(st.sampled_from(own)) for m, own in SPELLINGS if m.needs_subtopics in needs_subtopics]


@composite
def choices(draw: Any) -> tuple[str, dict[str, Any]]:
    """A preset and overrides, including how missing topics are scored."""
    missing = draw(st.sampled_from(["score-0", "left-out"]))
    return draw(presets), draw(overrides()) | draw(roundings) | {"missing": missing}


@pytest.mark.parametrize("subtopics", [False, True])
@given(with_a_topic_missing(), choices(), st.data())
@examples(8)
def test_missing_is_empty_in_a_run(
    subtopics: bool, cases: tuple[Case, Case], chosen: tuple[str, dict[str, Any]], data: Any
) -> None:
    qrels, run = cases[subtopics]
    names = [*COUNTS, *map(str, data.draw(one_of_each((subtopics,))))]
    preset, own = chosen

    def evaluated(judgements: Any, returned: Any) -> Evaluation:
        return cast("Evaluation", evaluate(judgements, returned, names, conventions=preset, **own))

    without, empty = evaluated(qrels, run), evaluated(qrels, run | {"2": {}})
    rows = list(empty.rows())
    if own["missing"] == "left-out":
        rows = [row for row in rows if row["topic"] != "2"]
    assert list(without.rows()) == rows
    assert (without.missing, empty.missing) == (("2",), ())
    judged, returned = io.StringIO(), io.StringIO()
    write_qrels(qrels, judged)
    returned.writelines(f"{t} Q0 {d} 0 {s!r} x\n" for t, mine in run.items() for d, s in mine.items())
    from_files = evaluated(judged.getvalue().encode(), returned.getvalue().encode())
    assert list(from_files.rows()) == list(without.rows())


@given(
    st.lists(typed(), min_size=1, max_size=3) | st.lists(diverse(), min_size=1, max_size=3),
    choices(),
    one_of_each(),
)
@examples(10)
def test_missing_is_empty_in_a_pair(lists: list[Typed], chosen: tuple[str, dict[str, Any]], specs: list[Spec]) -> None:
    """The score of an empty list is that which it has alone."""
    conventions = effective(*chosen)
    rankings = [listed.ranking for listed in lists for _ in "ab"]
    without, empty = (
        pair_systems(x, conventions) for x in (rankings[:-1], [*rankings[:-1], nothing_retrieved(rankings[-1])])
    )
    for spec in specs:
        values = empty.compare(spec).b.values
        alone = float(compute(spec, nothing_retrieved(rankings[-1]), conventions).score)
        if conventions["missing"] == "left-out":
            assert math.isnan(without.compare(spec).b.values[-1])
            assert values[-1] == pytest.approx(alone, nan_ok=True), spec
        else:
            assert without.compare(spec).b.values == pytest.approx(values, nan_ok=True), spec
            assert values[-1] == pytest.approx(alone, nan_ok=True), spec


#: The scores of an empty list: 0 where nothing is left to divide by because the list is empty, and none where the
#: measure is undefined for other reasons.
UNSCORED = {
    ("P", "trec_eval"): 0,
    ("P(short_list='retrieved')@5", "trec_eval"): 0,
    ("F", "trec_eval"): 0,
    ("Judged@10", "trec_eval"): 0,
    ("P_at_recall@0.5", "trec_eval"): None,
    ("AP(divisor='relevant-retrieved')", "lillis"): 0,
    ("nDCG", "blog"): 0,
    ("nCG", "blog"): 0,
    ("P_IA@2", "thesis"): 0,
    ("AP(rel=3)", "lillis"): None,
    ("Accuracy", "trec_eval"): None,
    ("Fallout", "trec_eval"): None,
}


@pytest.mark.parametrize(("measure", "preset"), UNSCORED)
def test_an_empty_list_without_a_score(measure: str, preset: str) -> None:
    judged: Any = {"a": {"x": 2, "y": 0}} if measure.startswith("P_IA") else {"a": 2, "b": 0}
    qrels, run = {"1": judged, "2": judged}, {"1": {"a": 2.0, "c": 1.0}}
    for returned in (run, run | {"2": {}}):
        result = cast("Evaluation", evaluate(qrels, returned, measure, conventions=preset))
        assert list(result.rows())[1] == {"topic": "2", measure: UNSCORED[measure, preset]}


def test_the_ideal_list_of_a_missing_topic_counts() -> None:
    """IDCG depends only on the judgements."""
    result = cast("Evaluation", evaluate({"1": {"a": 1}, "2": {"b": 3}}, {"1": {"a": 1.0}}, "IDCG@5"))
    assert [row["IDCG@5"] for row in result.rows()] == [1, 3]


def test_the_average_curve_of_a_system_that_lacks_a_query() -> None:
    rankings = [Ranking.one([1]), Ranking.one([1]), Ranking.one([1])]
    for missing, height in (("score-0", 0.5), ("left-out", 1.0)):
        pair = pair_systems(rankings, effective("lillis", {"missing": missing}))
        assert pair.b.average_curve == pytest.approx([height] * 11)
        assert SeveralLists(rankings, effective("lillis")).average_curve == pytest.approx([1] * 11)


@pytest.mark.parametrize(("choice", "mean", "status"), [("score-0", 1.0, 0), ("left-out", 1.0, 1)])
def test_the_command_reports_missing_topics_by_its_status(
    tmp_path: Path, choice: str, mean: float, status: int
) -> None:
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("1 0 a 2\n1 0 b 0\n2 0 c 1\n2 0 d 0\n")
    run.write_text("1 Q0 a 1 1.0 x\n")
    arguments = ["evaluate", str(qrels), str(run), "-m", "AP(rel=2)", "-m", "P", "--conventions", "lillis"]
    result = CliRunner().invoke(main, [*arguments, "--format", "json", "--set", f"missing={choice}"])
    assert result.exit_code == status
    assert json.loads(result.stdout)[0]["means"] == {"AP(rel=2)": mean, "P": 0.5 if choice == "score-0" else 1}
