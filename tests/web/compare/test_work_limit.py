"""How much is compared at a time: what is too much is refused with advice that helps."""

from __future__ import annotations

import re
from math import comb

import pytest
from flask.testing import FlaskClient

from ireval.errors import InputError
from ireval.measure.spelling import Spec, parse
from tests.web.compare.test_compare import text_of
from web.compare.work_limit import MOST_DIFFERENCES, MOST_MEASURES, check_work

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
        (700, 8, 1, "With 1 measure at most 4 runs are possible."),
        (700, 8, 3, "With 3 measures at most 2 runs are possible."),
        (
            50,
            8,
            8,
            "With 8 measures at most 5 runs are possible. With 8 runs at most 3 measures are possible.",
        ),
        (2000, 8, 8, "With 1 measure at most 2 runs are possible."),
        (5000, 2, 2, "With 2 runs at most 1 measure is possible."),
        (9000, 2, 1, "Two runs in one measure may have judgements for at most 5,000 topics."),
    ],
)
def test_too_much_is_refused_and_what_is_possible_is_said(topics: int, runs: int, measures: int, advice: str) -> None:
    assert refusal(topics, runs, SPECS[:measures]) == advice
    for possible in re.findall(r"With (\d+) \w+ at most (\d+) (\w+)", advice):
        kept, most = int(possible[0]), int(possible[1])
        few, many = (kept, most) if possible[2] == "runs" else (most, kept)
        check_work(topics, many, SPECS[:few])


def test_the_limit_is_that_of_all_differences() -> None:
    check_work(MOST_DIFFERENCES // comb(4, 2), 4, SPECS[:1])
    assert refusal(MOST_DIFFERENCES // comb(4, 2) + 1, 4, SPECS[:1])
