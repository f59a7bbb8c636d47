"""Votes on options, the flow between two votes, and typed numbers on a strip."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.classroom.round_bodies import CHOICE, NUMBER, OPINION, OPINIONS, body
from web.classroom.rounds.flow_drawing import HEIGHT, flow_drawing
from web.classroom.rounds.number_clusters import common_names, scale_of, typed_numbers
from web.classroom.rounds.number_strip import WIDTH, number_strip
from web.classroom.rounds.round_question import RoundQuestion, round_question
from web.classroom.rounds.votes import Choice, flow, option_counts, shown_votes

NAMES = {"a": "A", "b": "B", "c": "C"}
CHOICES = [Choice(letter, key, key) for key, letter in NAMES.items()]


def asked(text: str) -> RoundQuestion:
    found = round_question(text)
    assert found
    return found


def test_options_stay_in_their_order_whatever_the_counts() -> None:
    first = {f"p{i}": key for i, key in enumerate("aaab")}
    second = {f"p{i}": key for i, key in enumerate("bbbbc")}
    counted = option_counts(CHOICES, {1: first, 2: second}, shown_votes(2))
    assert [(x.letter, x.counts) for x in counted] == [("A", (3, 0)), ("B", (1, 4)), ("C", (0, 1))]
    assert [x.lengths for x in counted] == [(75.0, 0.0), (25.0, 100.0), (0.0, 25.0)]
    assert [x.counts for x in option_counts(CHOICES, {}, [1])] == [(0,)] * 3


def test_a_flow_says_who_went_where_by_device() -> None:
    before = {f"p{i}": "a" for i in range(40)} | {"q": "b", "r": "c"}
    after = {f"p{i}": "b" if i < 31 else "a" for i in range(39)} | {"q": "b", "s": "c"}
    moved = flow(before, after, NAMES)
    assert {(x.before, x.after): x.devices for x in moved.moves} == {
        ("A", "A"): 8, ("A", "B"): 31, ("B", "B"): 1, ("A", ""): 1, ("C", ""): 1, ("", "C"): 1,
    }  # fmt: skip
    assert moved.sentence == "31 went from A to B."
    assert moved.sentences == "31 went from A to B. 1 voted only the second time. 2 did not vote again."
    assert flow(before, before, NAMES).sentence == "Nobody changed the answer."


@given(st.lists(st.tuples(st.sampled_from("abc-"), st.sampled_from("abc-")), max_size=300))
def test_a_drawn_flow_has_each_device_once_and_stays_inside(pairs: list[tuple[str, str]]) -> None:
    sides = [{str(i): pair[side] for i, pair in enumerate(pairs) if pair[side] != "-"} for side in (0, 1)]
    moved = flow(sides[0], sides[1], NAMES)
    wanted = Counter((NAMES.get(a, ""), NAMES.get(b, "")) for a, b in pairs if (a, b) != ("-", "-"))
    assert {(x.before, x.after): x.devices for x in moved.moves} == wanted
    drawing = ElementTree.fromstring(flow_drawing(moved))  # noqa: S314 -- our own drawing
    bands = [path.get("d", "") for path in drawing.iter("path")]
    assert len(bands) == len(wanted)
    ends = [float(y) for band in bands for y in re.findall(r" ([\d.]+)(?=[Cvz])", band)]
    assert all(0 <= y <= HEIGHT for y in ends)
    for rect in drawing.iter("rect"):
        assert float(rect.get("y", "")) + float(rect.get("height", "")) <= HEIGHT + 0.2


def test_numbers_are_clustered_at_the_places_of_the_question() -> None:
    typed = typed_numbers(["0.58", ".580", "58 %", "29/100", "0,29", "many", "0.3"], 3)
    assert [(x.text, x.devices) for x in typed.clusters] == [("0.290", 2), ("0.300", 1), ("0.580", 3)]
    assert typed.unreadable == 1
    assert [x.text for x in typed.most] == ["0.580", "0.290", "0.300"]
    names = common_names({1: {"p": "0.58"}, 2: {"p": "0,29", "q": "x"}}, 3)
    assert flow({"p": "0.58"}, {"p": "0,29"}, names).sentence == "1 went from 0.580 to 0.290."


@pytest.mark.parametrize(
    ("texts", "high", "outside"),
    [
        (["0.29"] * 9 + ["58", "29"], 1, 2),
        (["3.394"] * 20 + ["2.1", "5", "100"], 5, 1),
        (["10"] * 5 + ["5", "15", "800"], 15, 1),
        ([], 1, 0),
        (["7"], 8, 0),
    ],
)
def test_far_outliers_stand_beside_the_axis(texts: list[str], high: float, outside: int) -> None:
    typed = typed_numbers(texts, 3)
    assert scale_of(typed.clusters).high == high
    drawing = str(number_strip(typed))
    assert drawing.count("<circle") == len(texts)
    assert (f"above {high}" in drawing) == bool(outside)


@given(st.lists(st.sampled_from(["0.29", "0.58", "0.3", "0.301", "12", "-5", "1e9", "0"]), min_size=1, max_size=400))
def test_each_device_is_a_dot_inside_the_strip(texts: list[str]) -> None:
    drawing = ElementTree.fromstring(number_strip(typed_numbers(texts, 3)))  # noqa: S314 -- our own drawing
    places = [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in drawing.iter("circle")]
    assert len(places) == len(set(places)) == len(texts)
    assert all(0 < x < WIDTH and y > 0 for x, y in places)


def test_a_round_has_the_same_options_in_the_same_order_for_everybody() -> None:
    choices = asked(body(CHOICE)).choices(asked(body(CHOICE)).last)
    assert [x.letter for x in choices] == ["A", "B", "C"]
    assert sorted(x.key for x in choices) == sorted(option.text for option in CHOICE.options)
    assert not asked(body(NUMBER)).choices(asked(body(NUMBER)).last)
    poll = asked(body(OPINION, options=OPINIONS))
    assert poll.is_opinion and [(x.letter, x.text) for x in poll.choices(poll.last)][2] == ("C", "none of them")
    assert round_question('{"kind": "judging"}') is None
