"""Simulated tests: their shares are those of theory, each distribution has the truth that it promises."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats

from ireval.comparison.significance import TESTS
from ireval.errors import InputError
from ireval.experiments.significance_tests.difference_shapes import KEYS, OBSERVED, SHAPES, StepShape, observed_shape
from ireval.experiments.significance_tests.simulated_shares import Share, SimulatedShares
from ireval.experiments.significance_tests.simulation_choices import read_simulation, run_differences
from ireval.experiments.significance_tests.simulation_findings import findings
from ireval.experiments.significance_tests.simulation_reports import FORMATS, plain
from ireval.experiments.significance_tests.topic_sampling import (
    BCA,
    MOST_INTERVALS,
    RESAMPLES,
    SIZES,
    STUDENT,
    TOGETHER,
    Simulation,
    student_interval,
)
from ireval.messages import say

NORMAL = Simulation(SHAPES["normal"], topics=10, count=1000, seed=1)
STEPS = {key: shape for key, shape in SHAPES.items() if isinstance(shape, StepShape)}
SKEWED_STEPS = observed_shape([0.3, 0.3, -0.1, 0.0, 0.7, -0.1])


def near(share: Share, truth: float) -> bool:
    """Whether a share is within four standard errors of the truth."""
    return abs(share.value - truth) <= 4 * float((truth * (1 - truth) / share.total) ** 0.5)


def power_of_t(topics: int, effect: float, alpha: float) -> float:
    """The power of the two-sided t test by the noncentral t distribution."""
    limit, apart = stats.t.isf(alpha / 2, topics - 1), effect * topics**0.5
    return float(stats.nct.sf(limit, topics - 1, apart) + stats.nct.cdf(-limit, topics - 1, apart))


@pytest.fixture(scope="module")
def small() -> SimulatedShares:
    return Simulation(SHAPES["tied"], topics=6, count=25, seed=3, sizes=(4,)).run()


# --- The truth ---


@pytest.mark.parametrize(("topics", "alpha"), [(3, 0.05), (10, 0.2)])
def test_the_t_test_has_the_type_1_error_that_it_promises(topics: int, alpha: float) -> None:
    assert near(replace(NORMAL, topics=topics, alpha=alpha).rejections("paired-t"), alpha)


@pytest.mark.parametrize(("topics", "effect", "alpha"), [(5, 1, 0.05), (30, 0.5, 0.01)])
def test_the_t_test_has_the_power_of_theory(topics: int, effect: float, alpha: float) -> None:
    truth = power_of_t(topics, effect, alpha)
    assert near(replace(NORMAL, topics=topics, alpha=alpha).rejections("paired-t", effect), truth)


def test_the_t_interval_is_scipys_and_covers_as_promised() -> None:
    rows = SHAPES["normal"].drawn(np.random.default_rng(5), (20_000, 7), 0.4)
    low, high = student_interval(rows)
    theirs = stats.ttest_1samp(rows[0], 0).confidence_interval(0.95)
    assert (low[0], high[0]) == pytest.approx((theirs.low, theirs.high))
    assert near(Share(int(np.count_nonzero((low <= 0.4) & (high >= 0.4))), len(rows)), 0.95)


@pytest.mark.parametrize(("topics", "least", "most"), [(5, 0.1, 0.2), (10, 0.05, 0.15)])
def test_the_bootstrap_with_shift_finds_too_many_differences_with_few_topics(
    topics: int, least: float, most: float
) -> None:
    assert least < replace(NORMAL, topics=topics, count=400).rejections("bootstrap").value < most


@pytest.mark.parametrize("key", ["sign-flip", "wilcoxon"])
def test_tests_of_signs_find_nothing_with_five_topics(key: str) -> None:
    """Their smallest p-value is 2/32."""
    assert replace(NORMAL, topics=5, count=200).rejections(key).count == 0
    assert replace(NORMAL, topics=6, count=200).rejections(key, 3.0).count > 150


@pytest.mark.parametrize("effect", [0, 0.6])
@pytest.mark.parametrize("shape", [SHAPES["tied"], SKEWED_STEPS])
def test_steps_give_the_share_that_all_samples_together_have(shape: StepShape, effect: float) -> None:
    """With three topics all samples can be listed, each with its probability."""
    alpha, test = 0.3, TESTS["sign-flip"]
    weighed = shape.with_effect(effect)
    chances = dict(zip(weighed.values.tolist(), weighed.chances.tolist(), strict=True))
    truth = sum(
        float(np.prod([chances[x] for x in sample]))
        for sample in product(chances, repeat=3)
        if (test(np.array(sample), 0, resamples=99) or 0) < alpha and any(sample)
    )
    assert 0.05 < truth < 0.95
    assert near(Simulation(shape, 3, effect, 800, alpha, 7).rejections("sign-flip", effect), truth)


# --- Distributions ---


@pytest.mark.parametrize("effect", [0, 0.1, 0.5, 1, 3])
@pytest.mark.parametrize("shape", [*STEPS.values(), SKEWED_STEPS], ids=lambda shape: shape.key)
def test_tilting_gives_the_effect_and_keeps_the_values(shape: StepShape, effect: float) -> None:
    tilted = shape.with_effect(effect)
    mean = float(tilted.values @ tilted.chances)
    assert mean == pytest.approx(effect * float(((tilted.values - mean) ** 2) @ tilted.chances) ** 0.5, abs=1e-9)
    assert tilted.values.tolist() == shape.values.tolist() and tilted.chances.sum() == pytest.approx(1)
    if not effect and shape.key != OBSERVED:
        assert tilted.chances == pytest.approx(shape.chances)


def test_shapes_are_what_they_are_called() -> None:
    stream = np.random.default_rng(2)
    drawn = {key: shape.drawn(stream, (200, 200), 0.0).ravel() for key, shape in SHAPES.items()}
    assert abs(stats.skew(drawn["normal"])) < 0.1 and stats.skew(drawn["skewed"]) > 1.5
    assert set(np.rint(10 * drawn["tied"])) == set(range(-4, 5))
    assert np.allclose(10 * drawn["tied"], np.rint(10 * drawn["tied"]))
    assert np.mean(drawn["zeros"] == 0) == pytest.approx(0.7, abs=0.02)
    for values in drawn.values():
        assert abs(values.mean()) < 4 * values.std() / len(values) ** 0.5
    assert {key: shape.drawn(stream, (100, 200), 0.5).mean() for key, shape in SHAPES.items()}["skewed"] == (
        pytest.approx(0.5, abs=0.05)
    )


def test_differences_of_runs_are_drawn_again() -> None:
    qrels = {str(topic): {"a": 1, "b": 1} for topic in range(4)}
    first = {str(topic): {"a": 2, "x": 1} for topic in range(4)}
    second = {"0": {"x": 2, "a": 1}, "1": {"a": 2, "b": 1}, "2": {"a": 2, "x": 1}, "3": {"a": 2, "b": 1}}
    differences = run_differences(qrels, {"A": first, "B": second}, "AP")
    assert differences == pytest.approx([-0.25, 0.5, 0, 0.5])
    shape = observed_shape(differences)
    assert shape.chances == pytest.approx([0.25, 0.25, 0.5])
    assert set(shape.drawn(np.random.default_rng(0), (50, 5), 0.3).ravel()) == set(shape.values)


@pytest.mark.parametrize("differences", [[], [0, 0], [0.1, 0, 0.2], [-0.1, -0.2]])
def test_differences_on_one_side_have_no_mean_of_0(differences: list[float]) -> None:
    with pytest.raises(InputError, match="not on both sides of 0"):
        observed_shape(differences)


# --- Shares ---


@pytest.mark.parametrize(("count", "total"), [(0, 20), (3, 20), (20, 20), (75, 500)])
def test_the_error_of_a_share_is_scipys(count: int, total: int) -> None:
    theirs = stats.binomtest(count, total).proportion_ci(0.95)
    assert Share(count, total).ends == pytest.approx((theirs.low, theirs.high))


def test_a_share_stands_out_only_where_chance_hardly_explains_it() -> None:
    assert [Share(count, 500).against(0.05) for count in (10, 14, 36, 45)] == [-1, 0, 0, 1]


def test_all_tests_are_simulated(small: SimulatedShares) -> None:
    assert small.tests == list(small.own_errors) == list(TESTS)
    assert list(small.errors) == [4, 6] and set(small.coverages) == {BCA, STUDENT}
    assert Simulation(SHAPES["normal"], topics=7).all_sizes == sorted({7, *SIZES})


def test_the_seed_decides_and_other_sizes_change_nothing(small: SimulatedShares) -> None:
    asked = Simulation(SHAPES["tied"], topics=6, count=25, seed=3, sizes=())
    again = asked.run()
    assert (again.own_errors, again.powers, again.coverages) == (small.own_errors, small.powers, small.coverages)
    assert replace(asked, seed=4).run().powers != small.powers


def test_counts_survive_a_file_and_progress_reaches_the_end(small: SimulatedShares) -> None:
    asked, seen = Simulation(SHAPES["tied"], topics=6, count=25, seed=3, sizes=(4,)), list[tuple[int, int]]()
    counts = asked.run(lambda done, total: seen.append((done, total))).to_counts()
    assert asked.result(json.loads(json.dumps(counts))) == small
    assert seen[-1] == (asked.total, asked.total) and [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert replace(asked, count=5000).intervals == MOST_INTERVALS


def test_experiments_that_are_computed_together_have_the_p_values_of_the_tests() -> None:
    """Alpha 0.5 separates many p-values; each block has the seed of its first experiment."""
    asked = Simulation(SHAPES["zeros"], topics=6, count=45, alpha=0.5, seed=2, sizes=())
    rows = SHAPES["zeros"].drawn(np.random.default_rng([2, 0, 6]), (45, 6), 0.0)
    found = asked.run().own_errors
    for key, test in TESTS.items():
        p = [test(row, 2 + i // TOGETHER * TOGETHER, resamples=RESAMPLES) for i, row in enumerate(rows)]
        assert sum(x is not None and x < 0.5 - 1e-9 for x in p) == found[key].count


def test_files_have_every_share(small: SimulatedShares) -> None:
    whole = json.loads("\n".join(FORMATS["json"](small)))
    assert whole == json.loads(json.dumps(plain(small)))
    rows = list(csv.DictReader(io.StringIO("\n".join(FORMATS["csv"](small)))))
    assert len(rows) == 3 * len(TESTS) + 2
    for test in whole["tests"]:
        mine = [row for row in rows if row["test or interval"] == test["test"]]
        shares = [*test["type_1_error"], test["power"]]
        assert [float(row["share"]) for row in mine] == [share["share"] for share in shares]
        assert [float(row["low"]) for row in mine] == [share["low"] for share in shares]
    text = "\n".join(FORMATS["table"](small))
    assert all(say(message) in text for message in findings(small))


# --- Sentences ---


def made_up(errors: dict[str, int], powers: dict[str, int], covered: int = 94) -> SimulatedShares:
    """A simulation of 100 experiments with 5 topics that had these counts."""
    of = {key: Share(count, 100) for key, count in errors.items()}
    coverages = {BCA: Share(covered, 100), STUDENT: Share(95, 100)}
    return SimulatedShares(
        "normal", 5, 0.5, 0.05, 0, {5: of}, {key: Share(count, 100) for key, count in powers.items()}, coverages
    )


def test_sentences_name_what_the_numbers_show() -> None:
    found = made_up(
        {"sign-flip": 0, "paired-t": 5, "bootstrap": 15}, {"sign-flip": 0, "paired-t": 30, "bootstrap": 60}, 80
    )
    assert [say(message) for message in findings(found)] == [
        (
            "The bootstrap test calls a difference significant too often where there is none: 15.0 % with 5 topics, "
            "instead of 5.0 %."
        ),
        ("With 5 topics, sign-flip randomisation finds no difference in any experiment, not even where there is one."),
        (
            "With 5 topics, a true mean difference of 0.5 standard deviations is found by the paired t test in 30.0 % "
            "of the experiments, and by the sign-flip randomisation test in 0.0 %."
        ),
        "The power of bootstrap says nothing here, because the type I error is clearly above 5.0 %.",
        (
            "The 95 % interval of comparisons (BCa) contains the true mean in only 80.0 % of the experiments with 5 "
            "topics; the t interval contains it in 95.0 %."
        ),
    ]


def test_sentences_where_nothing_stands_out() -> None:
    said = [say(message) for message in findings(made_up({"paired-t": 6}, {"paired-t": 30}))]
    assert said[0] == (
        "Where there is no difference, no test finds one clearly more often than in 5.0 % of the experiments."
    )
    assert "is found in 30.0 % of the experiments" in said[1] and "contains the true mean in 94.0 %" in said[2]
    wide = replace(made_up({"paired-t": 5}, {"paired-t": 9}), coverages={BCA: Share(500, 500), STUDENT: Share(95, 100)})
    assert "more often than promised, in 100.0 %" in say([*findings(wide)][-1])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("topics", "2", "out of range"),
        ("topics", "5.5", "5.5"),
        ("topics", "1e9", "out of range"),
        ("shape", "norml", "Did you mean normal?"),
        ("effect", "-1", "out of range"),
        ("effect", "nan", "nan"),
        ("simulations", "1e4", "out of range"),
        ("alpha", "0", "out of range"),
        ("alpha", "five", "five"),
        ("seed", "-1", "out of range"),
    ],
)
def test_what_cannot_be_used_is_named(name: str, text: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        read_simulation({name: text})
    assert refused.value.field == name
    assert said in f"{refused.value.message} {refused.value.suggestion}"


def test_each_distribution_can_be_read() -> None:
    assert [read_simulation({"shape": key}, lambda: [0.1, -0.2]).shape.key for key in KEYS] == list(KEYS)
    assert read_simulation({"alpha": "0,1"}).alpha == 0.1
