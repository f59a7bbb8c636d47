"""The buttons below the list: order and names, with and without JavaScript."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.ireval.random_lists import given, st
from tests.sentences import advice, sentence
from tests.web.lab.test_form import rendered, state_of
from tests.web.lab.test_routes import FRAGMENT, controls
from web.lab.form import from_form
from web.state.lab_state import State

NAMED = "labels=10u3&unretrieved=21&names=a,b,c,d,e,f&scale=3&size=80"
PLAIN = "labels=10u3021"


def done(wish: str, was: str = PLAIN, **typed: str) -> State:
    reading = from_form({**rendered(was), **typed, "do": wish})
    assert reading.errors == []
    return reading.state


def refused(wish: str, was: str = PLAIN, **typed: str) -> str:
    reading = from_form({**rendered(was), **typed, "do": wish})
    assert reading.state == state_of(was), "a wish that is refused changes nothing"
    (error,) = reading.errors
    return f"{error.field}: {error.message} {error.suggestion}"


def listed(state: State) -> str:
    """The ranked documents: name and grade."""
    return " ".join(f"{state.name(i)}:{g}" for i, g in enumerate(state.grades))


# --- Order --------------------------------------------------------------------------------------------------------


def test_a_moved_document_goes_to_its_rank_and_those_between_make_room() -> None:
    assert listed(done("move 4 1", NAMED)) == "d:3 a:1 b:0 c:-1"
    assert listed(done("move 1 3", NAMED)) == "b:0 c:-1 a:1 d:3"
    assert listed(done("move", NAMED, swap_a="2", swap_b="4")) == "a:1 c:-1 d:3 b:0"
    assert done("move 2 2", NAMED) == state_of(NAMED)


def test_swapped_documents_change_places() -> None:
    assert listed(done("swap 1 4", NAMED)) == "d:3 b:0 c:-1 a:1"
    assert listed(done("swap", NAMED, swap_a="3", swap_b=" 2 ")) == "a:1 c:-1 b:0 d:3"


def test_the_others_and_the_collection_stay() -> None:
    state = done("move 4 1", NAMED)
    assert (state.unretrieved, state.size, state.name(4), state.name(5)) == ((2, 1), 80, "e", "f")


def test_subtopics_travel_with_their_documents() -> None:
    state = done("swap 1 3", "labels=102&subtopics=10,00,11&unretrieved=1&unretrieved_subtopics=01")
    assert state.grades == (2, 0, 1)
    assert state.subtopics == ((1, 1), (0, 0), (1, 0))
    assert state.unretrieved_subtopics == ((0, 1),)


def test_documents_named_after_their_rank_keep_that_name_until_all_are_back() -> None:
    away = done("move 6 2")
    assert listed(away) == "d1:1 d6:2 d2:0 d3:-1 d4:3 d5:0 d7:1"
    assert done("move 2 6", away.query()) == state_of(PLAIN)
    assert done("unname", away.query()).query() == "labels=120u301"


def test_in_a_long_list_only_given_names_travel() -> None:
    names = "," * 999 + "last"
    long = done("move 1000 1", f"labels={'1' * 1000}&names={names}")
    assert (long.name(0), long.name(1), long.name(999)) == ("last", "d2", "d1000")
    assert len(long.query()) < 1100


def test_the_ideal_order_has_the_highest_grade_first_and_unjudged_documents_last() -> None:
    assert listed(done("sort")) == "d4:3 d6:2 d1:1 d7:1 d2:0 d5:0 d3:-1"
    assert done("sort").explanation.value("nDCG") == pytest.approx(1)
    assert done("sort", "labels=") == state_of("labels=")


def test_a_shuffle_is_fixed_by_its_seed() -> None:
    ten = "labels=0123401234"
    assert listed(done("shuffle", ten, seed="7")) == "d3:2 d8:2 d5:4 d7:1 d9:3 d10:4 d1:0 d6:0 d2:1 d4:3"
    assert done("shuffle", ten, seed="7") == done("shuffle 7", ten) != done("shuffle", ten, seed="8")
    assert done("shuffle", seed="") == done("shuffle 1")


@given(st.lists(st.integers(-1, 5), max_size=20), st.sampled_from(["sort", "shuffle 3", "move 1 1", "swap 1 1"]))
def test_an_order_keeps_every_document(grades: list[int], wish: str) -> None:
    was = State(grades=tuple(grades), names=tuple(f"n{i}" for i in range(len(grades))), scale=5)
    reading = from_form({"was": was.query(), "do": wish})
    if reading.errors:
        assert not grades
    assert sorted(reading.state.ranked) == sorted(was.ranked)


def test_a_label_that_changed_with_it_counts_first() -> None:
    assert listed(done("swap 1 4", NAMED, g4="2")) == "d:2 b:0 c:-1 a:1"


@pytest.mark.parametrize(
    ("wish", "typed", "message"),
    [
        ("move 0 1", {}, "swap_a: Rank: 0 is out of range."),
        ("move 1 8", {}, "swap_b: " + sentence("rank-beyond-end", rank=8, last=7)),
        ("swap", {"swap_a": "2"}, "swap_b: " + sentence("rank-missing")),
        ("swap", {"swap_a": "x", "swap_b": "1"}, "swap_a: Rank: “x” is not a number."),
        ("swap 2", {}, "swap_a: " + sentence("rank-missing")),
        ("shuffle", {"seed": "-1"}, "seed: Seed: -1 is out of range."),
        ("shuffle 1.5", {}, "seed: Seed: 1.5 is not a whole number."),
        ("name", {"name_at": "9", "name_as": "x"}, "name_at: " + sentence("rank-beyond-end", rank=9, last=7)),
        ("name", {"name_at": "1", "name_as": "d3"}, "name_as: " + sentence("name-taken", rank=1, other=3, name="d3")),
        ("turn", {}, "do: " + sentence("unknown-action", text="turn")),
    ],
)
def test_an_impossible_action_is_refused_with_advice(wish: str, typed: dict[str, str], message: str) -> None:
    assert refused(wish, **typed).startswith(message)


def test_in_an_empty_list_nothing_can_be_moved() -> None:
    assert (
        refused("move 1 2", "labels=")
        == f"swap_a: {sentence('no-documents-to-arrange')} {advice('no-documents-to-arrange')}"
    )


# --- Names --------------------------------------------------------------------------------------------------------


def renamed(name: str, rank: int = 2, was: str = NAMED) -> State:
    reading = from_form({**rendered(was), f"name{rank}": name})
    assert reading.errors == []
    return reading.state


def test_a_name_typed_into_its_row() -> None:
    assert listed(renamed("  Moby   Dick ")) == "a:1 Moby Dick:0 c:-1 d:3"
    assert listed(renamed("")) == "a:1 d2:0 c:-1 d:3"
    assert renamed("d2", was=PLAIN).names == renamed("", was=PLAIN).names == ()
    assert listed(done("name", NAMED, name_at="3", name_as="Emma")) == "a:1 b:0 Emma:-1 d:3"


@pytest.mark.parametrize(("name", "part"), [("c", "at rank 3"), ("e", "not retrieved"), ("x" * 61, "longer than 60")])
def test_a_name_that_is_taken_or_too_long_is_refused(name: str, part: str) -> None:
    reading = from_form({**rendered(NAMED), "name2": name, "g1": "2"})
    (error,) = reading.errors
    assert error.field == "name2" and part in error.message and error.message.startswith("Rank 2: ")
    assert listed(reading.state) == "a:2 b:0 c:-1 d:3"


def test_a_name_may_have_commas_and_is_the_same_again() -> None:
    state = renamed("Smith, J. \\, Ed.")
    assert state.name(1) == "Smith, J. \\, Ed."
    assert from_form(rendered(state.query())).state == state


def test_a_document_added_after_moved_ones_gets_a_different_name() -> None:
    moved_up = done("move 3 1", "labels=000")
    assert moved_up.called == ("d3", "d1", "d2")
    shorter = from_form(rendered(moved_up.query()) | {"do": "delete 3"}).state
    longer = from_form(rendered(shorter.query()) | {"add": "1"}).state
    assert longer.called == ("d3", "d1", "d4")
    assert done("move 3 1", longer.query()).called == ("d4", "d3", "d1")


def test_a_renamed_document_can_move_at_once() -> None:
    assert listed(done("move 2 1", NAMED, name2="new")) == "new:0 a:1 c:-1 d:3"


# --- The page -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "labels"),
    [
        ({"do": "move 3 1"}, "2100"),
        ({"do": "swap", "swap_a": "1", "swap_b": "4"}, "0021"),
        ({"do": "sort"}, "2100"),
        ({"do": "shuffle", "seed": "1"}, "0021"),
        ({"do": "name", "name_at": "1", "name_as": "Ada"}, "1020"),
    ],
)
def test_without_javascript_a_button_leads_to_the_new_address(
    client: FlaskClient, wish: dict[str, str], labels: str
) -> None:
    posted = controls(client.get("/lab?labels=1020").text)
    response = client.post("/lab", data=posted | wish)
    assert response.status_code == 303
    assert dict(parse_qsl(urlsplit(response.headers["Location"]).query))["labels"] == labels


def test_the_next_seed_is_ready(client: FlaskClient) -> None:
    posted = controls(client.get("/lab?labels=1020").text) | {"do": "shuffle", "seed": "41"}
    text = client.post("/lab", data=posted, headers=FRAGMENT).text
    assert sentence("shuffled", seed="41", next="42") in text
    assert controls(text)["seed"] == "42"
    later = client.post("/lab", data=controls(text) | {"k": "3"}, headers=FRAGMENT).text
    assert controls(later)["seed"] == "42"
    assert "Shuffled" not in later
