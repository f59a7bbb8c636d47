"""How much is compared at a time: what is too much is refused with advice that helps."""

from __future__ import annotations

import re
from math import comb

import pytest
from flask.testing import FlaskClient

from ireval.errors import InputError
from ireval.measure.spelling import Spec, parse
from tests.web.compare.test_compare import text_of
from web.compare.work_limit import MOST_COMPARISONS, MOST_DIFFERENCES, MOST_MEASURES, check_work

SPECS = [parse(f"P@{k}") for k in range(1, 9)]


def refusal(topics: int, runs: int, specs: list[Spec]) -> str:
    with pytest.raises(InputError) as error:
        check_work(topics, runs, specs)
    return error.value.suggestion


def test_the_page_compares_a_few_measures(client: FlaskClient) -> None:
    names = ",".join(f"P@{k}" for k in range(1, MOST_MEASURES + 1))
    refused = text_of(client, f"/compare?run=words&run=pieces&measures={names},AP", 400)
    assert f"There are {MOST_MEASURES + 1} measures; at most {MOST_MEASURES} are compared at a time." in refused
    shown = text_of(client, f"/compare?run=words&run=pieces&measures={names},P_1")
    assert len(re.findall(r'<h2 id="m\d+">', shown)) == MOST_MEASURES


@pytest.mark.parametrize(
    ("topics", "runs", "measures", "advice"),
    [
        (30_000, 8, 1, "With 1 measure at most 3 runs are possible."),
        (
            5_000,
            5,
            6,
            (
                "With 6 measures at most 3 runs are possible. With 5 runs at most 3 measures are possible. "
                "All are possible if the other runs are compared only with a baseline run."
            ),
        ),
        (20_000, 8, 8, "With 1 measure at most 4 runs are possible."),
        (100_000, 2, 2, "With 2 runs at most 1 measure is possible."),
        (200_000, 2, 1, "Two runs in one measure may have judgements for at most 150,000 topics."),
        (
            10,
            20,
            8,
            (
                "With 8 measures at most 18 runs are possible. With 20 runs at most 6 measures are possible. "
                "All are possible if the other runs are compared only with a baseline run."
            ),
        ),
    ],
)
def test_too_much_is_refused_and_what_is_possible_is_said(topics: int, runs: int, measures: int, advice: str) -> None:
    assert refusal(topics, runs, SPECS[:measures]) == advice
    for possible in re.findall(r"With (\d+) \w+ at most (\d+) (\w+)", advice):
        kept, most = int(possible[0]), int(possible[1])
        few, many = (kept, most) if possible[2] == "runs" else (most, kept)
        check_work(topics, many, SPECS[:few])
        refusal(topics, many + (possible[2] == "runs"), SPECS[: few + (possible[2] != "runs")])
    if "baseline" in advice:
        check_work(topics, runs, SPECS[:measures], baseline=True)


def test_the_limits_are_those_of_all_differences_and_all_comparisons() -> None:
    most = MOST_DIFFERENCES // comb(4, 2)
    check_work(most, 4, SPECS[:1])
    assert refusal(most + 1, 4, SPECS[:1])
    check_work(MOST_DIFFERENCES // comb(50, 2), 50, SPECS[:1])
    check_work(MOST_DIFFERENCES // (comb(12, 2) * 8), 12, SPECS)
    assert comb(21, 2) * 7 > MOST_COMPARISONS and refusal(1, 21, SPECS[:7])
