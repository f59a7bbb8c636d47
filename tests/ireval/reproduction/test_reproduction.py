"""How sure a reproduced score is, what is said about it, and what cannot be looked for."""

from __future__ import annotations

from typing import Any, cast

import pytest

import ireval
from ireval.errors import InputError
from ireval.evaluation.results import Evaluation
from ireval.measure.spelling import parse
from ireval.messages import say
from ireval.reproduction.findings import checks, deciding_figure, nearest, remarks, verdict
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.reproduction import SURE, Search, read_score, reproduce
from ireval.reproduction.scorer import Scorer, TopicScores
from ireval.reproduction.setup import Setup
from ireval.reproduction.ways import whole_tools, with_one_change
from tests.ireval.reproduction.known_scores import QRELS, RUN, made, mean_of, search

pytestmark = pytest.mark.slow


def test_two_changes_are_tried_last() -> None:
    found = cast("Evaluation", ireval.evaluate(QRELS, RUN, "AP", rel=2, ties="docno-ascending"))
    match = search(found.mean["AP"], "AP", places=6).matches[0]
    assert len(match.way.changes) == 2 and match.value == found.mean["AP"]


def test_each_way_is_what_evaluate_gives_with_its_options() -> None:
    """For every match that options can repeat, ``evaluate`` gives the value."""
    checked = 0
    for measure, score in (("map", "0.33"), ("11pt_avg", "0.37")):
        for match in reproduce(QRELS, RUN, measure, score).matches:
            setup: Setup = match.way.setup
            if setup.can_be_evaluated:
                found = cast("Evaluation", ireval.evaluate(QRELS, RUN, setup.spelled, **setup.options))
                assert found.mean[setup.spelled] == pytest.approx(match.value, abs=1e-15), say(match.way.message)
                checked += 1
    assert checked >= 4


class Remembering(Scorer):
    """A scorer that computes the mean of a setup once."""

    def __init__(self, files: RankedFiles) -> None:
        super().__init__(files)
        self._known: dict[Any, TopicScores] = {}

    def by_topic(self, setup: Setup) -> TopicScores:
        if setup.effect not in self._known:
            self._known[setup.effect] = super().by_topic(setup)
        return self._known[setup.effect]


@pytest.mark.thorough
@pytest.mark.parametrize(("measure", "places"), [("map", 4), ("P_10", 3)])
def test_made_up_scores_are_rarely_called_sure(measure: str, places: int) -> None:
    """At most 1 % of numbers near the right one, where ways are dense. Ways with at most one change."""
    qrels, run = made(7, topics=6)
    right, spec = mean_of(measure, qrels, run), parse(measure)
    files = RankedFiles.read(qrels, run)
    scorer, tools = Remembering(files), whole_tools(spec)
    ways = [*tools, *with_one_change(tools, files)]
    scorer.prepare([way.setup for way in ways])
    sure, near = 0, range(-50, 50)
    for thousandths in near:
        looked = Search(read_score(f"{right + thousandths / 1000:.{places}f}", spec), scorer)
        looked.look_at(ways, None)
        sure += bool(looked.matches) and looked.matches[0].certainty == "sure"
    assert sure <= len(near) / 100


def test_another_measure_is_not_sure_where_means_are_few() -> None:
    """Means of P@10 over 12 topics are one of 121 numbers: that another cutoff gives the same one proves nothing."""
    qrels, run = made(4)
    for match in search("0.300000", "P_10", qrels, run).matches:
        assert match.certainty != "sure" or not match.way.changes


def test_a_made_up_score_has_the_nearest_ways_and_what_to_check() -> None:
    found = search("0.98765", "map")
    assert say(verdict(found)).startswith("None of the") and not found.matches
    assert len(nearest(found)) >= 3 and found.nearest[0].value != found.nearest[1].value
    said = " ".join(say(message) for message in checks(found))
    assert "lacks 2 judged topics" in said and "equal scores" in said


def test_few_decimals_are_matched_by_several_ways_and_a_figure_decides() -> None:
    found = search(mean_of("map"), "map", places=2)
    assert found.matches[0].chance > SURE and len(found.matches) > 1
    said = " ".join(say(message) for message in remarks(found))
    assert "other ways of scoring give" in said and "One more figure would decide" in said
    assert all(deciding_figure(found, found.matches[0], other) for other in found.matches[1:])


def test_large_files_are_searched_within_a_bound() -> None:
    found = reproduce(QRELS, RUN, "map", "0.98765", most_work=20_000)
    assert found.left_over and found.tried
    assert "were not tried" in " ".join(say(message) for message in checks(found))


def test_progress_is_reported() -> None:
    seen = list[tuple[int, int]]()
    reproduce(QRELS, RUN, "map", "0.98765", on_progress=lambda *now: seen.append(now))
    assert len(seen) > 4 and seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize(
    ("measure", "score", "field"),
    [("mapp", "0.25", "measures"), ("map", "", "score"), ("map", "0.5", "score"), ("map", "120.00 %", "score")],
)
def test_what_cannot_be_looked_for(measure: str, score: str, field: str) -> None:
    with pytest.raises(InputError) as error:
        reproduce(QRELS, RUN, measure, score)
    assert error.value.field == field
