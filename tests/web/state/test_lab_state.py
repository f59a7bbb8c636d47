"""The address is the state: every written address can be read, and parts that cannot be read are named."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import pytest

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.explanation.worked_examples import EXAMPLES
from tests.ireval.random_lists import given, st
from web.state.address import from_example, from_query
from web.state.lab_list import Listed, default_scale
from web.state.lab_state import ARRANGEMENTS, VIEWS, State
from web.state.shared_judgements import share


def read(query: str) -> State:
    reading = from_query(dict(parse_qsl(query, keep_blank_values=True)))
    assert reading.errors == []
    return reading.state


def refused(query: str) -> dict[str, str]:
    reading = from_query(dict(parse_qsl(query, keep_blank_values=True)))
    return {e.field: f"{e.message} {e.suggestion}" for e in reading.errors}


def a_list(draw: Any) -> Listed:
    """A list of any kind."""
    grades = tuple(draw(st.lists(st.integers(-1, 5), max_size=12)))
    missed = tuple(sorted(draw(st.lists(st.integers(0, 5), max_size=6)), reverse=True))
    name = st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(",\\"), max_size=10)
    names = draw(st.lists(name, max_size=len(grades) + len(missed)))
    while names and not names[-1]:
        names.pop()
    size = draw(st.none() | st.integers(len(grades) + len(missed), 10**9))
    return Listed(grades, missed, names=tuple(names), size=size, title=draw(name))


def a_state(draw: Any) -> State:
    """A state of any kind; ``draw`` is hypothesis' own."""
    preset = draw(st.sampled_from(list(PRESETS)))
    chosen = {
        n: draw(st.sampled_from([c.key for c in p.choices]) if p.choices else st.integers(int(p.least), int(p.most)))
        for n, p in CONVENTIONS.items()
        if draw(st.booleans())
    }
    by_preset = effective(preset)
    k = draw(st.integers(1, 1000))
    lists = tuple(a_list(draw) for _ in range(draw(st.sampled_from([1, 1, 2, 3, 12]))))
    state = State(
        arrangement=draw(st.sampled_from(list(ARRANGEMENTS))),
        scale=draw(st.integers(max(1, *(listed.top for listed in lists)), 5)),
        more=draw(st.integers(0, 1)),
        comma=draw(st.integers(0, 1)),
        preset=preset,
        overrides={n: v for n, v in chosen.items() if v != by_preset[n]},
        k=k,
        level=draw(st.integers(0, 20)) / 20,
        beta=draw(st.sampled_from([0, 0.5, 1, 2])),
        places=draw(st.integers(0, 8)),
        show=draw(st.sampled_from(["AP", "P", f"nDCG@{k}", f"AP@{k}", "Bpref(bpref='10-plus-r')"])),
        step=draw(st.integers(0, 1000)),
        cover=tuple(draw(st.lists(st.sampled_from(["DCG", "NDCG.6", f"nDCG@{k}", "AP(rel=2)", "P"]), unique=True))),
        view=draw(st.sampled_from(list(VIEWS))),
    )
    agreeing = share(lists, state.arrangement).lists
    return state.holding_lists(agreeing, draw(st.integers(1, len(lists))))


@given(st.composite(a_state)())
def test_written_and_read_back_a_state_is_the_same(state: State) -> None:
    again = read(state.query())
    assert again == state
    assert again.query() == state.query()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.preset}: {e.title}")
def test_every_example_survives_its_address(example: object) -> None:
    state = from_example(example)  # type: ignore[arg-type]
    assert read(state.query()) == state


def test_a_lecturer_can_type_the_address_by_hand() -> None:
    state = read("labels=nRu-103")
    assert state.grades == (0, 1, -1, -1, 1, 0, 3)
    assert state.query().startswith("labels=01uu103")
    assert read("labels=nrurunnnrnr").scale == 1
    assert state.preset == "trec_eval"


def test_missed_documents_are_sorted_with_their_names() -> None:
    state = read("labels=01&unretrieved=1031&names=a,b,one,zero,three,other")
    assert state.unretrieved == (3, 1, 1, 0)
    assert [state.name(i) for i in range(6)] == ["a", "b", "three", "one", "other", "zero"]


def test_a_comma_in_a_name_has_a_backslash() -> None:
    state = read(r"labels=0101&names=Smith\, J.,\input{x},a\\,b")
    assert state.names == ("Smith, J.", r"\input{x}", "a\\", "b")
    assert state.query() == r"labels=0101&names=Smith%5C,%20J.,%5C%5Cinput%7Bx%7D,a%5C%5C,b"
    assert r"as \," in refused("labels=1&names=Smith, J.")["names"]


def test_two_documents_have_the_same_name_only_if_it_was_given() -> None:
    state = read("labels=0000&unretrieved=11&names=d3,d1,,,,d7")
    assert state.called == ("d3", "d1", "d8", "d4", "d5", "d7")
    assert [state.name(i) for i in range(6)] == list(state.called)
    assert read("labels=000&names=a,a").called == ("a", "a", "d3")


def test_the_measure_open_follows_the_cutoff() -> None:
    assert read("labels=1&k=5&show=nDCG@20").show == "nDCG@5"
    adopted = read("labels=1&show=nDCG@20")
    assert (adopted.show, adopted.k) == ("nDCG@20", 20)
    assert read("labels=1&show=map").show == "AP"


def test_further_lists_have_their_number_after_every_part() -> None:
    state = read("labels=00011&title=A&labels2=11000&unretrieved2=1&names2=a,b&title2=B&labels4=3&list=2")
    assert [listed.grades for listed in state.lists] == [(0, 0, 0, 1, 1), (1, 1, 0, 0, 0), (3,)]
    assert (state.place, state.grades, state.title, state.names) == (2, (1, 1, 0, 0, 0), "B", ("a", "b"))
    assert state.query().startswith("labels=00011&title=A&labels2=11000&unretrieved2=1&names2=a,b&title2=B&labels3=3")


def test_covered_measures_follow_the_cutoff() -> None:
    assert read("labels=1&k=5&cover=nDCG@20,DCG.3,AP(rel=1,divisor='min-r-k')").cover == (
        "nDCG@5", "DCG.3", "AP(rel=1, divisor='min-r-k')",
    )  # fmt: skip


def test_scales_by_default() -> None:
    assert [default_scale((Listed(tuple(g)),)) for g in ([], [0, 1], [2], [4], [-1, 5])] == [1, 1, 3, 4, 5]


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("labels=10x1", "labels", "Character 3 is “x”"),
        ("labels=1 0", "labels", "Character 2"),
        ("labels=" + "1" * 1001, "labels", "1,001"),
        ("labels=19", "labels", "“9”"),
        ("labels=1&unretrieved=1u", "unretrieved", "unjudged"),
        ("labels=1&conventions=lilis", "conventions", "Did you mean lillis?"),
        ("labels=1&discount=log2", "discount", "log2-rank"),
        ("labels=1&show=nDGC", "show", "Did you mean nDCG?"),
        ("labels=1&k=0", "k", "from 1 to 1000"),
        ("labels=1&k=2.5", "k", "whole"),
        ("labels=1&k=ten", "k", "not a number"),
        ("labels=1&level=1.2", "level", "from 0 to 1"),
        ("labels=1&level=nan", "level", "out of range"),
        ("labels=1&size=-3", "size", "out of range"),
        ("labels=101&unretrieved=1&size=3", "size", "Give 4 or more"),
        ("labels=3&scale=2", "scale", "grade 3"),
        ("labels=1&names=a,b", "names", "2 names"),
        ("labels=1&lables=1", "lables", "Did you mean labels?"),
        ("labels=1&labels2=1x", "labels2", "Character 2 is “x”"),
        ("labels=1&labels2=1&size2=0", "size2", "Give 1 or more"),
        ("labels=1&labels2=1&names2=a,b", "names2", "2 names"),
        ("labels=1&labels99=1", "labels99", "not a part"),
        ("labels=1&labels2=1&list=3.5", "list", "whole"),
        ("labels=1&labels2=0&list=9", "list", "from 1 to 2"),
        ("labels=1&arrangement=pair", "arrangement", "Did you mean pairs?"),
        ("labels=1&cover=DCG,DGC.6", "cover", "“DGC.6”"),
        ("labels=1&view=beamer", "view", "no view “beamer”"),
        ("labels=1&step=-1", "step", "from 0 to 1000"),
        ("labels=1&title=" + "x" * 61, "title", "longer than 60"),
    ],
)
def test_invalid_parts_are_named_and_take_their_defaults(query: str, field: str, words: str) -> None:
    errors = refused(query)
    assert list(errors) == [field]
    assert words in errors[field]


def test_one_error_neither_hides_another_nor_affects_the_rest() -> None:
    reading = from_query({"labels": "1031", "k": "0", "conventions": "kht", "places": "2"})
    assert {e.field for e in reading.errors} == {"k", "conventions"}
    assert (reading.state.grades, reading.state.places, reading.state.k) == ((1, 0, 3, 1), 2, 10)


def test_a_decimal_comma_is_a_decimal_point() -> None:
    assert read("labels=1&level=0,25").level == 0.25
